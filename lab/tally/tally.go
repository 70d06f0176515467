// Package tally counts what a result says of one strategy with one model: the figures that several
// studies show.
package tally

import (
	"iter"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/probes"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// Alpha is one minus the confidence of every interval.
const Alpha = 0.05

// Tally counts the trials of one strategy with one model.
type Tally struct {
	Strategy  string
	Model     string
	Suite     string
	Scenarios []*arena.Scenario
	Trials    [][]*lab.Trial // by scenario
	// Seen says by scenario and probe how many completed trials have each finding. Equal ones count together where they are one.
	Seen    [][]map[*probes.Finding]float64
	Repeats int // planned
	Stored  int // trials
	LeftOut int // planned trials that were not completed
}

// All are the strategies of a result in the plan's order, model by model.
func All(r lab.Result) []Tally {
	type arm struct{ strategy, model string }
	var out []Tally
	at, scenario := map[arm]int{}, map[string]int{}
	for _, model := range r.Planned.Models {
		for _, strategy := range r.Planned.Strategies {
			t := Tally{Strategy: strategy, Model: model, Suite: r.Planned.Suite, Scenarios: r.Scenarios, Repeats: r.Planned.Repeats, LeftOut: len(r.Scenarios) * r.Planned.Repeats}
			t.Trials, t.Seen = make([][]*lab.Trial, len(r.Scenarios)), make([][]map[*probes.Finding]float64, len(r.Scenarios))
			for i, s := range r.Scenarios {
				scenario[s.ID] = i
				t.Seen[i] = make([]map[*probes.Finding]float64, len(s.Probes))
				for k := range s.Probes {
					t.Seen[i][k] = map[*probes.Finding]float64{}
				}
			}
			at[arm{strategy, model}] = len(out)
			out = append(out, t)
		}
	}
	for k := range r.Trials {
		trial := &r.Trials[k]
		i, planned := at[arm{trial.Strategy, trial.Model}]
		if s, known := scenario[trial.Scenario]; planned && known {
			out[i].add(s, trial)
		}
	}
	return out
}

// Of is the tally of a strategy with a model.
func Of(r lab.Result, strategy, model string) Tally {
	r.Planned.Strategies, r.Planned.Models = []string{strategy}, []string{model}
	return All(r)[0]
}

func (t *Tally) add(scenario int, trial *lab.Trial) {
	t.Trials[scenario] = append(t.Trials[scenario], trial)
	t.Stored++
	if trial.Outcome != arena.Completed {
		return
	}
	t.LeftOut--
	for i, seen := range t.Seen[scenario] {
		if i < len(trial.Score.Findings) {
			seen[trial.Score.Findings[i]]++
		}
	}
}

// Share is what one verdict adds: nothing, or 0 or 1 of 1.
type Share struct{ Yes, Counts bool }

// ShareOf is the share of a result among those that count.
func ShareOf(r, want probes.Result) Share {
	return Share{r == want, r.Counts()}
}

// About says what a figure of this tally counts.
func (t Tally) About(level arena.Level, e reports.Estimand) reports.About {
	a := reports.About{Level: string(level), Suite: t.Suite, Estimand: e, Repeats: t.Repeats, LeftOut: t.LeftOut}
	if t.Cut() > 0 {
		a.Warnings = []string{"Contexts over their budget were cut to it, and are scored on what was left."}
	}
	return a
}

// Cut counts the replies of completed trials that were given on a context cut to its budget.
func (t Tally) Cut() int {
	n := 0
	for _, trial := range t.Completed() {
		n += trial.Cut
	}
	return n
}

// Figure is the share of yes at level over the probes that which picks, scenarios as a sample.
func (t Tally) Figure(level arena.Level, which func(arena.Probe) bool, of func(*probes.Finding, arena.Level) Share) reports.Figure {
	return reports.FigureOf(stats.ClusterMean(t.clusters(level, which, of), Alpha), t.About(level, reports.Sampled))
}

// kept is whether a fact was kept.
func kept(f *probes.Finding, level arena.Level) Share {
	return ShareOf(f.At(level).Result, probes.Kept)
}

// Kept is the headline retention at level.
func (t Tally) Kept(level arena.Level) reports.Figure { return t.Figure(level, Headline, kept) }

// Completed are the completed trials with the index of their scenario.
func (t Tally) Completed() iter.Seq2[int, *lab.Trial] {
	return func(yield func(int, *lab.Trial) bool) {
		for s, trials := range t.Trials {
			for _, trial := range trials {
				if trial.Outcome == arena.Completed && !yield(s, trial) {
					return
				}
			}
		}
	}
}

// clusters are the sums over the probes of each scenario. A probe's repeats are averaged first,
// so every probe weighs the same.
func (t Tally) clusters(level arena.Level, which func(arena.Probe) bool, of func(*probes.Finding, arena.Level) Share) []stats.Cluster {
	out := make([]stats.Cluster, len(t.Scenarios))
	for s, scenario := range t.Scenarios {
		for i, p := range scenario.Probes {
			if !which(p) {
				continue
			}
			var hits, n float64
			for f, times := range t.Seen[s][i] {
				v := of(f, level)
				if !v.Counts {
					continue
				}
				n += times
				if v.Yes {
					hits += times
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

// Answers are the headline's clusters.
func (t Tally) Answers() []stats.Cluster { return t.Shares(Headline) }

// Shares are the clusters of the answers to the probes that which picks.
func (t Tally) Shares(which func(arena.Probe) bool) []stats.Cluster {
	return t.clusters(arena.LevelAnswer, which, kept)
}

// TaskShare is a share of trials, the repeats of each scenario averaged.
func (t Tally) TaskShare(of func(*lab.Trial) Share) reports.Figure {
	var clusters []stats.Cluster
	for s, sc := range t.Scenarios {
		if sc.Taskless() {
			continue
		}
		var passed, n float64
		for _, trial := range t.Trials[s] {
			v := of(trial)
			if !v.Counts {
				continue
			}
			n++
			if v.Yes {
				passed++
			}
		}
		if n > 0 {
			clusters = append(clusters, stats.Cluster{Sum: passed / n, N: 1})
		}
	}
	return reports.FigureOf(stats.ClusterMean(clusters, Alpha), t.About("", reports.Sampled))
}

// Outcomes counts how the planned trials ended.
func (t Tally) Outcomes() Outcomes {
	o := Outcomes{Planned: len(t.Scenarios) * t.Repeats}
	for _, trials := range t.Trials {
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
	o.NotRun = o.Planned - t.Stored
	return o
}

// Headline reports whether a probe enters the headline retention.
func Headline(p arena.Probe) bool { return p.Kind.Headline() }
