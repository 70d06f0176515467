package leaderboard

import (
	"iter"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab/tally"
	"contextarena.internal/probes"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// exposed are the facts of one tally that were exposed.
type exposed struct {
	tally.Tally
	seen [][]watched // by scenario, completed trials
}

// watched is one trial.
type watched struct {
	repeat int
	spells []*probes.Spell
}

func exposedIn(t tally.Tally) exposed {
	e := exposed{Tally: t, seen: make([][]watched, len(t.Scenarios))}
	for s, trial := range t.Completed() {
		w := watched{repeat: trial.Repeat}
		spells := probes.Spells(t.Scenarios[s], trial.Score.Findings, trial.Marks)
		for i := range spells {
			w.spells = append(w.spells, &spells[i])
		}
		e.seen[s] = append(e.seen[s], w)
	}
	return e
}

// group keeps the spells of a group. All trials stay, also those without any.
func (e exposed) group(name string) exposed {
	out := exposed{Tally: e.Tally, seen: make([][]watched, len(e.seen))}
	for s, trials := range e.seen {
		for _, w := range trials {
			picked := watched{repeat: w.repeat}
			for _, spell := range w.spells {
				historical := spell.Kind == arena.Historical
				if historical == (name == groupHistorical) && (historical || name == groupAll || string(spell.Type) == name) {
					picked.spells = append(picked.spells, spell)
				}
			}
			out.seen[s] = append(out.seen[s], picked)
		}
	}
	return out
}

// spells are all spells with the index of their scenario.
func (e exposed) spells() iter.Seq2[int, *probes.Spell] {
	return func(yield func(int, *probes.Spell) bool) {
		for s, trials := range e.seen {
			for _, w := range trials {
				for _, spell := range w.spells {
					if !yield(s, spell) {
						return
					}
				}
			}
		}
	}
}

func (e exposed) any() bool {
	for range e.spells() {
		return true
	}
	return false
}

// table computes the life table of a group from its curve by cycles.
func (e exposed) table(name string, steps []SurvivalStep) LifeTable {
	out := LifeTable{Group: name, Facts: e.eachRepeat(func(*probes.Spell) int { return 1 }), Steps: steps}
	out.Half = HalfLives{Cycles: halfLife(out.Steps), Messages: e.bareHalfLife(probes.ByMessages), Tokens: e.bareHalfLife(probes.ByTokens)}
	out.LostAtOnce = e.share(func(s *probes.Spell) bool { return s.Lost && s.Cycles == 1 })
	out.EverLost = e.share(func(s *probes.Spell) bool { return s.Lost })
	out.LostAtEnd = e.share(func(s *probes.Spell) bool { return s.Final() != probes.Kept })
	out.Resurrections = e.eachRepeat(func(s *probes.Spell) int { return s.Resurrections })
	var histories [][]probes.Result
	for _, s := range e.spells() {
		histories = append(histories, s.History)
	}
	out.Ages = probes.ByAge(histories)
	return out
}

// eachRepeat adds up a count over the scenarios, the repeats of each averaged.
func (e exposed) eachRepeat(count func(*probes.Spell) int) float64 {
	total := 0.0
	for _, trials := range e.seen {
		sum := 0
		for _, w := range trials {
			for _, s := range w.spells {
				sum += count(s)
			}
		}
		total += float64(sum) / float64(max(1, len(trials)))
	}
	return total
}

// share is the share of exposed facts for which yes holds. The repeats in which a fact was
// exposed are averaged first.
func (e exposed) share(yes func(*probes.Spell) bool) reports.Figure {
	hits := make([]map[string]stats.Cluster, len(e.seen)) // by scenario and probe
	order := make([][]string, len(e.seen))
	for s, spell := range e.spells() {
		if hits[s] == nil {
			hits[s] = map[string]stats.Cluster{}
		}
		h, known := hits[s][spell.Probe]
		if !known {
			order[s] = append(order[s], spell.Probe)
		}
		h.N++
		if yes(spell) {
			h.Sum++
		}
		hits[s][spell.Probe] = h
	}
	clusters := make([]stats.Cluster, len(e.seen))
	for s, all := range order {
		for _, probe := range all {
			clusters[s].Sum += hits[s][probe].Sum / hits[s][probe].N
			clusters[s].N++
		}
	}
	return reports.FigureOf(stats.ClusterMean(clusters, tally.Alpha), e.About(arena.LevelMemory, reports.Sampled))
}

// lives are the spells by a clock: scenario × trial × life, and all of them in one, which holds the others.
func (e exposed) lives(by probes.Clock) (lives [][][]stats.Life, pooled []stats.Life) {
	n := 0
	for range e.spells() {
		n++
	}
	lives, pooled = make([][][]stats.Life, len(e.seen)), make([]stats.Life, 0, n)
	for s, trials := range e.seen {
		lives[s] = make([][]stats.Life, len(trials))
		for i, w := range trials {
			from := len(pooled)
			for _, spell := range w.spells {
				if l, ok := spell.Life(by); ok {
					pooled = append(pooled, l)
				}
			}
			lives[s][i] = pooled[from:len(pooled):len(pooled)]
		}
	}
	return lives, pooled
}

// resampled are the lives of a group by a clock and the times at which its band is wanted: every
// cycle up to the last, or, by messages and tokens, whenever a fact was lost or last seen.
func (e exposed) resampled(by probes.Clock) stats.Group {
	lives, pooled := e.lives(by)
	var times []float64
	for _, s := range stats.KaplanMeier(pooled, tally.Alpha) {
		times = append(times, s.Time)
	}
	if by == probes.ByCycles || by == probes.ByCalendar {
		last := times[len(times)-1]
		times = nil
		for t := 1.0; t <= last; t++ {
			times = append(times, t)
		}
	}
	return stats.Group{Lives: lives, Times: times}
}

// steps are the curve of a group at times with its band.
func (e exposed) steps(by probes.Clock, times []float64, banded stats.Banded) []SurvivalStep {
	_, pooled := e.lives(by)
	curve := stats.KaplanMeier(pooled, tally.Alpha)
	band, note := banded.Intervals, banded.Note
	facts, scenarios := e.eachRepeat(func(*probes.Spell) int { return 1 }), 0
	for _, trials := range e.seen {
		if slices.ContainsFunc(trials, func(w watched) bool { return len(w.spells) > 0 }) {
			scenarios++
		}
	}
	out := make([]SurvivalStep, len(times))
	for i, t := range times {
		estimate := stats.Estimate{Mean: curve.At(t), N: facts, Clusters: scenarios, Note: note}
		switch {
		case band == nil:
		case band[i].Low == band[i].High:
			estimate.Note = "every draw agrees: no spread to estimate from"
		default:
			estimate.Interval = &band[i]
		}
		out[i] = SurvivalStep{Time: t, Survival: reports.FigureOf(estimate, e.About(arena.LevelMemory, reports.Sampled))}
		for _, l := range pooled {
			if l.Entry < t && t <= l.Time {
				out[i].AtRisk++
			}
		}
		for _, s := range curve {
			if s.Time == t {
				out[i].Lost, out[i].Censored = s.Lost, s.Censored
			}
			if s.Time <= t {
				out[i].Low, out[i].High = nil, nil
				if s.Interval != nil {
					out[i].Low, out[i].High = &s.Interval.Low, &s.Interval.High
				}
			}
		}
	}
	return out
}

// halfLife reads a half-life off a curve with its band.
func halfLife(steps []SurvivalStep) HalfLife {
	first := func(of func(stats.Estimate) float64) *float64 {
		for i := range steps {
			if of(steps[i].Survival.Estimate()) <= 0.5+1e-9 {
				return &steps[i].Time
			}
		}
		return nil
	}
	out := HalfLife{Time: first(func(e stats.Estimate) float64 { return e.Mean })}
	for _, s := range steps {
		out.Watched = s.Time
		out.Banded = out.Banded || s.Survival.Estimate().Interval != nil
	}
	if out.Banded {
		out.Low = first(func(e stats.Estimate) float64 { return ends(e).Low })
		out.High = first(func(e stats.Estimate) float64 { return ends(e).High })
	}
	return out
}

// ends is the interval of an estimate; the estimate itself where it has none.
func ends(e stats.Estimate) stats.Interval {
	if e.Interval == nil {
		return stats.Interval{Low: e.Mean, High: e.Mean}
	}
	return *e.Interval
}

// bareHalfLife is the half-life by a clock without a band.
func (e exposed) bareHalfLife(by probes.Clock) HalfLife {
	_, pooled := e.lives(by)
	curve := stats.KaplanMeier(pooled, tally.Alpha)
	out := HalfLife{Time: curve.HalfLife()}
	for _, s := range curve {
		out.Watched = s.Time
	}
	return out
}
