package contrast

import (
	"fmt"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/probes"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// Contrast is arm A against arm B on the trials both completed.
type Contrast struct {
	A ArmName `json:"a"`
	B ArmName `json:"b"`
	Matched
	Differences []Difference `json:"differences"`
	McNemar     *McNemar     `json:"mcnemar,omitempty"`
	Flips       []Flip       `json:"flips"`
	Warnings    []string     `json:"warnings"`
}

// McNemar tests the probes of one trial a side as if they were independent (McNemar 1947).
type McNemar struct {
	OnlyA int     `json:"only_a"` // probes that A alone kept
	OnlyB int     `json:"only_b"`
	Exact float64 `json:"p_exact"`
}

// Of compares two arms in every measure. It is an error if nothing can be compared.
func Of(a, b Arm, o Options) (Contrast, error) {
	c := Contrast{A: a.Name(), B: b.Name(), Warnings: []string{}}
	var err error
	if c.Matched, err = Match(a, b); err != nil {
		return c, err
	}
	for _, m := range Measures {
		c.Differences = append(c.Differences, c.difference(m, o))
	}
	if len(o.Among) > 2 {
		c.atOnce(o)
	}
	c.correct(o)
	for i := range c.Differences {
		c.Differences[i].judge(o.Alpha)
	}
	c.McNemar, c.Flips = c.mcNemar(), c.flips()
	c.warn(a, b, o)
	return c, nil
}

// atOnce makes the interval of the primary measure one that holds for all that B could be set against: the leaderboard's rule.
func (c *Contrast) atOnce(o Options) {
	d := &c.Differences[slices.IndexFunc(c.Differences, func(d Difference) bool { return d.Measure == o.Primary })]
	of := measureOf(o.Primary)
	note := fmt.Sprintf("the interval holds for all %d strategies of the experiment at once", len(o.Among))
	if o.Estimand == reports.Fixed {
		rs, _ := c.Read(of)
		e := rs.Estimate(o.Estimand, c.Paired, of.Unit == Share, o.Alpha/float64(len(o.Among)-1))
		if e.Interval != nil {
			d.Low, d.High, d.Notes = &e.Interval.Low, &e.Interval.High, append(d.Notes, note)
		}
		return
	}
	var lines [][]float64
	a, b := -1, -1
	for _, arm := range o.Among {
		line := arm.Line(of)
		if len(line) != d.Scenarios {
			continue
		}
		switch arm.Name() {
		case c.A:
			a = len(lines)
		case c.B:
			b = len(lines)
		}
		lines = append(lines, line)
	}
	if a < 0 || b < 0 {
		return
	}
	if interval := stats.Against(lines, b, o.Alpha, seed)[a]; interval != nil {
		d.Low, d.High, d.Notes = new(max(-1, interval.Low)), new(min(1, interval.High)), append(d.Notes, note)
	}
}

// Line is a measure on each scenario, as stats.Against takes it; nil if it isn't known.
func (a Arm) Line(of Measure) []float64 {
	m, err := Match(a, a)
	if err != nil {
		return nil
	}
	rs, _ := m.Read(of)
	var clusters []stats.Cluster
	for _, r := range rs {
		clusters = append(clusters, stats.Cluster{Sum: r.A, N: r.N})
	}
	return stats.Linear(clusters)
}

// mcNemar tests the probes where each was asked of one trial a side; otherwise it is nil.
func (m Matched) mcNemar() *McNemar {
	out := &McNemar{}
	for _, bl := range m.blocks {
		if len(bl.a) != 1 {
			return nil
		}
		for k := range bl.probes {
			for _, v := range bl.verdicts(k, arena.LevelAnswer) {
				out.OnlyA += int(one(v[0] == probes.Kept && v[1] != probes.Kept))
				out.OnlyB += int(one(v[1] == probes.Kept && v[0] != probes.Kept))
			}
		}
	}
	out.Exact = stats.McNemar(out.OnlyA, out.OnlyB).Exact
	return out
}

// mostFailed is the share of failed trials, and of void replies, above which a side is warned about.
const mostFailed = 0.02

// warn says what a reader must know before believing a contrast.
func (c *Contrast) warn(a, b Arm, o Options) {
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
	if n := len(c.Scenarios); o.Estimand == reports.Sampled && n < stats.MinClusters {
		add("%d of the %d scenarios needed for any claim across scenarios: compare with --estimand fixed for a claim about these scenarios alone.", n, stats.MinClusters)
	} else if o.Estimand == reports.Sampled && n < stats.MinBootstrap {
		add("%d scenarios are few: an interval rests on that many numbers, not on the probes.", n)
	}
	for _, d := range c.Differences {
		if d.Family == primary && d.Judgement == TooFew && d.MDE != nil {
			add("The primary measure, %s, would have shown a difference of %.1f points 4 times of 5, and smaller ones less often; %.1f points were to matter.",
				d.Measure, 100**d.MDE, 100*d.Interesting)
		}
	}
	void, varies, asked := c.replies()
	for i, arm := range []Arm{a, b} {
		completed, failed := arm.Outcomes()
		if begun := completed + failed; float64(failed) > mostFailed*float64(begun) {
			add("%d of %c's %d trials failed, were refused or cut: the comparison is of those that weren't, which may be the easier ones.", failed, 'A'+i, begun)
		}
	}
	for i, n := range void {
		if float64(n) > mostFailed*float64(c.Questions) {
			add("%d of %c's %d replies to probes were %s: neither side is judged on those, which may be the harder ones.", n, 'A'+i, c.Questions, probes.VoidReply)
		}
	}
	if varies < asked {
		add("%d of %d probes never vary, on neither side: always kept or never, they can't tell the two apart.", asked-varies, asked)
	}
}

// replies counts the answers of each side that could not be judged, and the probes that were asked
// and whose verdict varies: a side doesn't keep them in every trial, and one keeps them in some.
func (m Matched) replies() (void [2]int, varies, asked int) {
	for _, bl := range m.blocks {
		for k := range bl.probes {
			for i := range bl.a {
				for side, r := range bl.results(i, k, arena.LevelAnswer) {
					void[side] += int(one(r == probes.Void))
				}
			}
			var all []bool
			for _, v := range bl.verdicts(k, arena.LevelAnswer) {
				all = append(all, v[0] == probes.Kept, v[1] == probes.Kept)
			}
			asked += int(one(len(all) > 0))
			varies += int(one(slices.Contains(all, true) && slices.Contains(all, false)))
		}
	}
	return void, varies, asked
}
