package leaderboard

import (
	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/tally"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// resamples and seed of every bootstrap, so that equal experiments give equal bytes.
const resamples, seed = 10_000, 1

// fixed is retention for these very scenarios.
func fixed(t tally.Tally, strata []stats.Stratum) reports.Figure {
	return reports.FigureOf(stats.FixedMean(strata, true, tally.Alpha), t.About(arena.LevelAnswer, reports.Fixed))
}

// strata are what the trials of each scenario kept of the probes that count. The unit is the trial: its probes share a
// memory.
func strata(t tally.Tally, counts func(arena.Probe) bool) []stats.Stratum {
	var out []stats.Stratum
	for s, scenario := range t.Scenarios {
		probes := 0.0
		for _, p := range scenario.Probes {
			if counts(p) && p.Only != arena.OnlyJudge {
				probes++
			}
		}
		st := stats.Stratum{Weight: probes, Probes: probes}
		for _, trial := range t.Trials[s] {
			if mean, ok := drawn(scenario, trial, counts); ok {
				st.A = append(st.A, mean)
			}
		}
		out = append(out, st)
	}
	return out
}

// drawn is a trial's share of the probes that count kept in the answers. It reports false if there is none.
func drawn(s *arena.Scenario, t *lab.Trial, counts func(arena.Probe) bool) (float64, bool) {
	var kept, n float64
	for i, p := range s.Probes {
		if !counts(p) || i >= len(t.Score.Findings) {
			continue
		}
		if v := keptAt(t.Score.Findings[i], arena.LevelAnswer); v.Counts {
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
func bounds(t tally.Tally) (lost, kept reports.Figure) {
	var low, high []stats.Cluster
	for s, scenario := range t.Scenarios {
		var sum, n float64
		completed := 0
		for _, trial := range t.Trials[s] {
			if trial.Outcome == arena.Completed {
				completed++
			}
		}
		for i, p := range scenario.Probes {
			for f, times := range t.Seen[s][i] {
				if v := keptAt(f, arena.LevelAnswer); tally.Headline(p) && v.Counts {
					n += times
					if v.Yes {
						sum += times
					}
				}
			}
		}
		missing := float64((t.Repeats - completed) * headlines(scenario))
		repeats := float64(t.Repeats) // so that probes are counted and not probes × repeats
		low = append(low, stats.Cluster{Sum: sum / repeats, N: (n + missing) / repeats})
		high = append(high, stats.Cluster{Sum: (sum + missing) / repeats, N: (n + missing) / repeats})
	}
	about := t.About(arena.LevelAnswer, reports.Sampled)
	return reports.FigureOf(stats.ClusterMean(low, tally.Alpha), about), reports.FigureOf(stats.ClusterMean(high, tally.Alpha), about)
}

func headlines(s *arena.Scenario) int {
	n := 0
	for _, p := range s.Probes {
		if tally.Headline(p) {
			n++
		}
	}
	return n
}
