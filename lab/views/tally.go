package views

import (
	"iter"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/views/figure"
	"contextarena.internal/probes"
	"contextarena.internal/stats"
)

// alpha is one minus the confidence of every interval.
const alpha = 0.05

// resamples and seed of every bootstrap, so that equal experiments give equal bytes.
const resamples, seed = 10_000, 1

// tally counts the trials of one strategy with one model.
type tally struct {
	strategy  string
	model     string
	suite     string
	scenarios []*arena.Scenario
	trials    [][]lab.Trial // by scenario
	repeats   int           // planned
	stored    int           // trials
	leftOut   int           // planned trials that were not completed
}

// tallies are the strategies of a result in the plan's order, model by model.
func tallies(r lab.Result) []tally {
	var out []tally
	for _, model := range r.Planned.Models {
		for _, strategy := range r.Planned.Strategies {
			out = append(out, tallyOf(r, strategy, model))
		}
	}
	return out
}

func tallyOf(r lab.Result, strategy, model string) tally {
	t := tally{strategy: strategy, model: model, suite: r.Planned.Suite, scenarios: r.Scenarios, repeats: r.Planned.Repeats, trials: make([][]lab.Trial, len(r.Scenarios))}
	t.add(r.Trials, strategy, model)
	return t
}

// add sorts trials of the strategy with the model in.
func (t *tally) add(trials []lab.Trial, strategy, model string) {
	at := make(map[string]int, len(t.scenarios))
	for i, s := range t.scenarios {
		at[s.ID] = i
	}
	completed := 0
	for _, trial := range trials {
		i, ok := at[trial.Scenario]
		if !ok || trial.Strategy != strategy || trial.Model != model {
			continue
		}
		t.trials[i] = append(t.trials[i], trial)
		t.stored++
		if trial.Outcome == arena.Completed {
			completed++
		}
	}
	t.leftOut = len(t.scenarios)*t.repeats - completed
}

// share is what one verdict adds: nothing, or 0 or 1 of 1.
type share struct{ yes, counts bool }

// sharing is the share of a result among those that count.
func sharing(r, want probes.Result) share {
	return share{r == want, r == probes.Kept || r == probes.Stale || r == probes.Lost}
}

// about says what a figure of this tally counts.
func (t tally) about(level arena.Level, e figure.Estimand) figure.About {
	return figure.About{Level: level, Suite: t.suite, Estimand: e, Repeats: t.repeats, LeftOut: t.leftOut}
}

// figure is the share of yes at level over the probes that which picks, scenarios as a sample.
func (t tally) figure(level arena.Level, which func(arena.Probe) bool, of func(probes.Finding, arena.Level) share) figure.Figure {
	return figure.Of(stats.ClusterMean(t.clusters(level, which, of), alpha), t.about(level, figure.Sampled))
}

// kept is the headline retention at level.
func (t tally) kept(level arena.Level) figure.Figure {
	return t.figure(level, headline, func(f probes.Finding, level arena.Level) share { return sharing(f.At(level).Result, probes.Kept) })
}

// findings are those on headline probes in completed trials, with the index of their scenario.
func (t tally) findings() iter.Seq2[int, probes.Finding] {
	return func(yield func(int, probes.Finding) bool) {
		for s, scenario := range t.scenarios {
			for _, trial := range t.trials[s] {
				for i, p := range scenario.Probes {
					if trial.Outcome == arena.Completed && i < len(trial.Score.Findings) && headline(p) && !yield(s, trial.Score.Findings[i]) {
						return
					}
				}
			}
		}
	}
}

// clusters are the sums over the probes of each scenario. A probe's repeats are averaged first,
// so every probe weighs the same.
func (t tally) clusters(level arena.Level, which func(arena.Probe) bool, of func(probes.Finding, arena.Level) share) []stats.Cluster {
	out := make([]stats.Cluster, len(t.scenarios))
	for s, scenario := range t.scenarios {
		for i, p := range scenario.Probes {
			if !which(p) {
				continue
			}
			var hits, n float64
			for _, trial := range t.trials[s] {
				if i >= len(trial.Score.Findings) {
					continue
				}
				v := of(trial.Score.Findings[i], level)
				if !v.counts {
					continue
				}
				n++
				if v.yes {
					hits++
				}
			}
			if n > 0 {
				out[s].Sum += hits / n
				out[s].N++
			}
		}
	}
	return out
}

// answers are the headline's clusters.
func (t tally) answers() []stats.Cluster {
	return t.clusters(arena.LevelAnswer, headline, func(f probes.Finding, level arena.Level) share {
		return sharing(f.At(level).Result, probes.Kept)
	})
}

// fixed is the headline for these very scenarios. Its unit is the trial: the probes of one trial
// share a memory.
func (t tally) fixed() figure.Figure {
	var strata []stats.Stratum
	for s, scenario := range t.scenarios {
		probes := float64(headlines(scenario))
		st := stats.Stratum{Weight: probes, Probes: probes}
		for _, trial := range t.trials[s] {
			if mean, ok := drawn(scenario, trial, 0); ok {
				st.A = append(st.A, mean)
			}
		}
		strata = append(strata, st)
	}
	return figure.Of(stats.FixedMean(strata, true, alpha), t.about(arena.LevelAnswer, figure.Fixed))
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
		if v := sharing(r, probes.Kept); v.counts {
			n++
			if v.yes {
				kept++
			}
		}
	}
	return kept / max(n, 1), n > 0
}

// bounds are the answer figure with every trial that wasn't completed counted as if it had lost
// everything, and as if it had kept everything.
func (t tally) bounds() (lost, kept figure.Figure) {
	var low, high []stats.Cluster
	for s, scenario := range t.scenarios {
		var sum, n float64
		completed := 0
		for _, trial := range t.trials[s] {
			if trial.Outcome == arena.Completed {
				completed++
			}
			for i, p := range scenario.Probes {
				if !headline(p) || i >= len(trial.Score.Findings) {
					continue
				}
				if v := sharing(trial.Score.Findings[i].At(arena.LevelAnswer).Result, probes.Kept); v.counts {
					n++
					if v.yes {
						sum++
					}
				}
			}
		}
		missing := float64((t.repeats - completed) * headlines(scenario))
		low = append(low, stats.Cluster{Sum: sum, N: n + missing})
		high = append(high, stats.Cluster{Sum: sum + missing, N: n + missing})
	}
	return t.perRepeat(low), t.perRepeat(high)
}

// perRepeat counts probes rather than probes × repeats.
func (t tally) perRepeat(clusters []stats.Cluster) figure.Figure {
	for i := range clusters {
		clusters[i].Sum /= float64(t.repeats)
		clusters[i].N /= float64(t.repeats)
	}
	return figure.Of(stats.ClusterMean(clusters, alpha), t.about(arena.LevelAnswer, figure.Sampled))
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
func (t tally) tasks() figure.Figure {
	return t.taskShare(func(trial lab.Trial) share { return share{trial.Score.Passed, trial.Outcome == arena.Completed} })
}

// taskShare is a share of trials, the repeats of each scenario averaged.
func (t tally) taskShare(of func(lab.Trial) share) figure.Figure {
	var clusters []stats.Cluster
	for s := range t.scenarios {
		var passed, n float64
		for _, trial := range t.trials[s] {
			v := of(trial)
			if !v.counts {
				continue
			}
			n++
			if v.yes {
				passed++
			}
		}
		if n > 0 {
			clusters = append(clusters, stats.Cluster{Sum: passed / n, N: 1})
		}
	}
	return figure.Of(stats.ClusterMean(clusters, alpha), t.about("", figure.Sampled))
}

// outcomes counts how the planned trials ended.
func (t tally) outcomes() Outcomes {
	o := Outcomes{Planned: len(t.scenarios) * t.repeats}
	for _, trials := range t.trials {
		for _, trial := range trials {
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
	}
	o.NotRun = o.Planned - t.stored
	return o
}

// voided counts the probe replies that could not be judged.
func (t tally) voided() int {
	n := 0
	for _, trials := range t.trials {
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
