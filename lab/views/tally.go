package views

import (
	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/tally"
	"contextarena.internal/probes"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// alpha is one minus the confidence of every interval.
const alpha = tally.Alpha

// resamples and seed of every bootstrap, so that equal experiments give equal bytes.
const resamples, seed = 10_000, 1

// tallied is a tally with what a leaderboard says besides.
type tallied struct{ tally.Tally }

// tallies are the strategies of a result in the plan's order, model by model.
func tallies(r lab.Result) []tallied {
	var out []tallied
	for _, t := range tally.All(r) {
		out = append(out, tallied{t})
	}
	return out
}

func tallyOf(r lab.Result, strategy, model string) tallied {
	return tallied{tally.Of(r, strategy, model)}
}

// fixed is the headline for these very scenarios. Its unit is the trial: the probes of one trial
// share a memory.
func (t tallied) fixed() reports.Figure {
	var strata []stats.Stratum
	for s, scenario := range t.Scenarios {
		probes := float64(headlines(scenario))
		st := stats.Stratum{Weight: probes, Probes: probes}
		for _, trial := range t.Trials[s] {
			if mean, ok := drawn(scenario, trial, 0); ok {
				st.A = append(st.A, mean)
			}
		}
		strata = append(strata, st)
	}
	return lab.Figure(stats.FixedMean(strata, true, alpha), t.About(arena.LevelAnswer, reports.Fixed))
}

// drawn is a trial's share of headline probes kept in the answers of a sample (0: the first). It
// reports false if there is none. Answers that another draw shares are left out of further
// samples and repeats alike.
func drawn(s *arena.Scenario, t lab.Trial, sample int) (float64, bool) {
	var kept, n float64
	for i, p := range s.Probes {
		if !headline(p) || i >= len(t.Score.Findings) {
			continue
		}
		if sample < len(t.SharedAnswers) && i < len(t.SharedAnswers[sample]) && t.SharedAnswers[sample][i] {
			continue
		}
		f := t.Score.Findings[i]
		r := f.At(arena.LevelAnswer).Result
		if sample > 0 {
			if sample > len(f.Again) {
				continue
			}
			r = f.Again[sample-1]
		}
		if v := tally.ShareOf(r, probes.Kept); v.Counts {
			n++
			if v.Yes {
				kept++
			}
		}
	}
	return kept / max(n, 1), n > 0
}

// bounds are the answer figure with every trial that wasn't completed counted as if it had lost
// everything, and as if it had kept everything.
func (t tallied) bounds() (lost, kept reports.Figure) {
	var low, high []stats.Cluster
	for s, scenario := range t.Scenarios {
		var sum, n float64
		completed := 0
		for _, trial := range t.Trials[s] {
			if trial.Outcome == arena.Completed {
				completed++
			}
			for i, p := range scenario.Probes {
				if !headline(p) || i >= len(trial.Score.Findings) {
					continue
				}
				if v := tally.ShareOf(trial.Score.Findings[i].At(arena.LevelAnswer).Result, probes.Kept); v.Counts {
					n++
					if v.Yes {
						sum++
					}
				}
			}
		}
		missing := float64((t.Repeats - completed) * headlines(scenario))
		low = append(low, stats.Cluster{Sum: sum, N: n + missing})
		high = append(high, stats.Cluster{Sum: sum + missing, N: n + missing})
	}
	return t.perRepeat(low), t.perRepeat(high)
}

// perRepeat counts probes rather than probes × repeats.
func (t tallied) perRepeat(clusters []stats.Cluster) reports.Figure {
	for i := range clusters {
		clusters[i].Sum /= float64(t.Repeats)
		clusters[i].N /= float64(t.Repeats)
	}
	return lab.Figure(stats.ClusterMean(clusters, alpha), t.About(arena.LevelAnswer, reports.Sampled))
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

// tasks is the share of final tasks passed.
func (t tallied) tasks() reports.Figure {
	return t.TaskShare(func(trial lab.Trial) tally.Share {
		return tally.Share{Yes: trial.Score.Passed, Counts: trial.Outcome == arena.Completed}
	})
}

// voided counts the probe replies that could not be judged.
func (t tallied) voided() int {
	n := 0
	for _, trials := range t.Trials {
		for _, trial := range trials {
			for _, f := range trial.Score.Findings {
				if f.At(arena.LevelAnswer).Result == probes.Void {
					n++
				}
			}
		}
	}
	return n
}

// delivery adds up all trials.
func (t tallied) delivery() (d arena.Delivery) {
	for _, trials := range t.Trials {
		for _, trial := range trials {
			d = d.Plus(trial.Delivery)
		}
	}
	return d
}
