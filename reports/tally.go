package reports

import (
	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/probes"
	"contextarena.internal/stats"
)

// alpha is one minus the confidence of every interval.
const alpha = 0.05

// tally counts the trials of one strategy with one model.
type tally struct {
	scenarios []*arena.Scenario
	trials    []lab.Trial
	repeats   int
}

// figure is the share of probes for which yes holds, among the verdicts at level for which
// counts holds. A probe's repeats are averaged first; then every probe weighs the same; the
// interval is over scenarios.
func (t tally) figure(level arena.Level, which func(arena.Probe) bool, counts func(probes.Verdict) bool, yes func(probes.Verdict, probes.Finding) bool) Figure {
	var clusters []stats.Cluster
	for _, s := range t.scenarios {
		var c stats.Cluster
		for i, p := range s.Probes {
			if !which(p) {
				continue
			}
			var hits, n float64
			for _, trial := range t.trials {
				if trial.Scenario != s.ID || i >= len(trial.Score.Findings) {
					continue
				}
				f := trial.Score.Findings[i]
				v := f.At(level)
				if !counts(v) {
					continue
				}
				n++
				if yes(v, f) {
					hits++
				}
			}
			if n > 0 {
				c.Sum += hits / n
				c.N++
			}
		}
		clusters = append(clusters, c)
	}
	return figureOf(level, stats.ClusterMean(clusters, alpha))
}

// bounds are the answer figure with every trial that wasn't completed counted as if it had lost
// everything, and as if it had kept everything.
func (t tally) bounds() (lost, kept Figure) {
	var low, high []stats.Cluster
	for _, s := range t.scenarios {
		var sum, n float64
		for i, p := range s.Probes {
			if !headline(p) {
				continue
			}
			for _, trial := range t.trials {
				if trial.Scenario != s.ID || i >= len(trial.Score.Findings) {
					continue
				}
				if v := trial.Score.Findings[i].At(arena.LevelAnswer); scored(v) {
					n++
					if v.Result == probes.Kept {
						sum++
					}
				}
			}
		}
		missing := float64((t.repeats - t.completed(s.ID)) * headlines(s))
		low = append(low, stats.Cluster{Sum: sum, N: n + missing})
		high = append(high, stats.Cluster{Sum: sum + missing, N: n + missing})
	}
	return t.perRepeat(low), t.perRepeat(high)
}

// perRepeat counts probes rather than probes × repeats.
func (t tally) perRepeat(clusters []stats.Cluster) Figure {
	for i := range clusters {
		clusters[i].Sum /= float64(t.repeats)
		clusters[i].N /= float64(t.repeats)
	}
	return figureOf(arena.LevelAnswer, stats.ClusterMean(clusters, alpha))
}

func headlines(s *arena.Scenario) int {
	n := 0
	for _, p := range s.Probes {
		if headline(p) {
			n++
		}
	}
	return n
}

func (t tally) completed(scenario string) int {
	n := 0
	for _, trial := range t.trials {
		if trial.Scenario == scenario && trial.Outcome == arena.Completed {
			n++
		}
	}
	return n
}

// tasks is the share of final tasks passed.
func (t tally) tasks() Figure {
	var clusters []stats.Cluster
	for _, s := range t.scenarios {
		var passed, n float64
		for _, trial := range t.trials {
			if trial.Scenario != s.ID || trial.Outcome != arena.Completed {
				continue
			}
			n++
			if trial.Score.Passed {
				passed++
			}
		}
		if n > 0 {
			clusters = append(clusters, stats.Cluster{Sum: passed / n, N: 1})
		}
	}
	return figureOf("", stats.ClusterMean(clusters, alpha))
}

// outcomes counts how the planned trials ended.
func (t tally) outcomes() Outcomes {
	o := Outcomes{Planned: len(t.scenarios) * t.repeats}
	for _, trial := range t.trials {
		switch trial.Outcome {
		case arena.Completed:
			o.Completed++
		case arena.Failed:
			o.Failed++
		case arena.Refused:
			o.Refused++
		case arena.Truncated:
			o.Truncated++
		case arena.Unfunded:
			o.Unfunded++
		}
	}
	o.NotRun = o.Planned - len(t.trials)
	return o
}

// cost is the mean over completed trials.
func (t tally) cost() Cost {
	c := Cost{Priced: true}
	var n float64
	for _, trial := range t.trials {
		c.CutCycles += trial.CutCycles
		if trial.Outcome != arena.Completed {
			continue
		}
		n++
		c.ContextTokens += float64(trial.Cost.ContextTokens)
		c.WriteTokens += float64(trial.Cost.Write.Tokens())
		c.ReadTokens += float64(trial.Cost.Read.Tokens())
		c.WriteUSD += trial.Cost.Write.USD
		c.ReadUSD += trial.Cost.Read.USD
		c.ProbeUSD += trial.Cost.Probe.USD
		c.CachedUSD += trial.Cost.Write.CachedUSD + trial.Cost.Read.CachedUSD
		c.Cycles += float64(trial.Cycles)
		c.Priced = c.Priced && trial.Cost.Priced
	}
	if n == 0 {
		return Cost{CutCycles: c.CutCycles}
	}
	for _, f := range []*float64{&c.ContextTokens, &c.WriteTokens, &c.ReadTokens, &c.WriteUSD, &c.ReadUSD, &c.ProbeUSD, &c.CachedUSD, &c.Cycles} {
		*f /= n
	}
	return c
}

// voided counts the probe replies that could not be judged.
func (t tally) voided() int {
	n := 0
	for _, trial := range t.trials {
		for _, f := range trial.Score.Findings {
			if f.At(arena.LevelAnswer).Result == probes.Void {
				n++
			}
		}
	}
	return n
}
