package lab

import (
	"fmt"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/probes"
	"contextarena.internal/stats"
)

// mostFailed is the share of failed trials, and of void replies, above which a side is warned about.
const mostFailed = 0.02

// warn says what a reader must know before believing a contrast.
func (c *Contrast) warn(a, b Arm, o ContrastOptions) {
	add := func(format string, args ...any) { c.Warnings = append(c.Warnings, fmt.Sprintf(format, args...)) }
	switch {
	case a.Simulated && b.Simulated:
		add("Simulated: a sim model answered on both sides. The differences show what the strategies do, not what a real model would make of them.")
	case a.Simulated != b.Simulated:
		add("One side is simulated and the other isn't: the difference says nothing about the strategies.")
	}
	if a.Dialogue != b.Dialogue {
		add("A's dialogue is %s and B's is %s: the two remembered different conversations.", a.Dialogue, b.Dialogue)
	}
	if c.Same == c.Pairs {
		add("The same trials on both sides: nothing to compare.")
		return
	}
	if n := len(c.Scenarios); o.Estimand == Sampled && n < stats.MinClusters {
		add("%d of the %d scenarios needed for any claim across scenarios: compare with --estimand fixed for a claim about these scenarios alone.", n, stats.MinClusters)
	} else if o.Estimand == Sampled && n < stats.MinBootstrap {
		add("%d scenarios are few: an interval rests on that many numbers, not on the probes.", n)
	}
	for _, d := range c.Differences {
		if d.Family == familyPrimary && d.Judgement == TooFew && d.MDE != nil {
			add("The primary measure, %s, would have shown a difference of %s 4 times of 5, and smaller ones less often; %s were to matter.",
				d.Measure, inPoints(*d.MDE), inPoints(d.Interesting))
		}
	}
	for _, side := range []struct {
		name string
		arm  Arm
	}{{"A", a}, {"B", b}} {
		if bad, all := failures(side.arm); float64(bad) > mostFailed*float64(all) {
			add("%d of %s's %d trials failed, were refused or cut: the comparison is of those that weren't, which may be the easier ones.", bad, side.name, all)
		}
	}
	for i, name := range []string{"A", "B"} {
		if void, all := voids(c.blocks)[i], c.Questions; float64(void) > mostFailed*float64(all) {
			add("%d of %s's %d replies to probes were cut or refused: neither side is judged on those, which may be the harder ones.", void, name, all)
		}
	}
	if same, all := undiscriminating(c.blocks); same > 0 {
		add("%d of %d probes never vary, on neither side: always kept or never, they can't tell the two apart.", same, all)
	}
}

// inPoints writes a share.
func inPoints(share float64) string { return fmt.Sprintf("%.1f points", 100*share) }

// failures counts the trials of an arm that were begun, and those of them that a provider's error, a
// refusal or a cap ended.
func failures(a Arm) (bad, begun int) {
	for _, s := range a.Scenarios {
		for _, t := range s.Trials {
			switch t.Outcome {
			case arena.Completed:
				begun++
			case arena.Failed, arena.Refused, arena.Truncated:
				begun++
				bad++
			}
		}
	}
	return bad, begun
}

// voids counts the answers of each side that could not be judged.
func voids(blocks []block) (n [2]int) {
	for _, bl := range blocks {
		for i := range bl.a {
			for k := range bl.probes {
				for side, r := range []probes.Result{bl.a[i].Results[arena.LevelAnswer][bl.atA[k]], bl.b[i].Results[arena.LevelAnswer][bl.atB[k]]} {
					if r == probes.Void {
						n[side]++
					}
				}
			}
		}
	}
	return n
}

// mcNemar tests the probes where each was asked of one trial a side; otherwise it is nil.
func mcNemar(blocks []block) *McNemar {
	m := &McNemar{}
	for _, bl := range blocks {
		if len(bl.a) != 1 {
			return nil
		}
		for k := range bl.probes {
			a, b, ok := bl.verdicts(0, k, arena.LevelAnswer)
			if ok && a != b && slices.Contains([]probes.Result{a, b}, probes.Kept) {
				m.OnlyA += int(one(a == probes.Kept))
				m.OnlyB += int(one(b == probes.Kept))
			}
		}
	}
	m.Exact = stats.McNemar(m.OnlyA, m.OnlyB).Exact
	return m
}
