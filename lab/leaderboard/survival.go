package leaderboard

import (
	"fmt"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/tally"
	"contextarena.internal/probes"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// Survival is what became of the facts that one strategy with one model exposed, at the memory level: those of
// current and derived probes that had left the raw window. The others were not at risk.
type Survival struct {
	Strategy string         `json:"strategy"`
	Model    string         `json:"model"`
	Trials   int            `json:"trials"` // completed
	Facts    float64        `json:"facts"`  // exposed, a repeat
	Steps    []SurvivalStep `json:"steps"`  // by cycles since exposure, the exposing one being 1
	Half     HalfLife       `json:"half_life"`
	// Shares of the exposed facts: missing after the very cycle that exposed them; missing after
	// any cycle; missing after the last one that counts, whatever happened between.
	LostAtOnce reports.Figure `json:"lost_at_once"`
	EverLost   reports.Figure `json:"ever_lost"`
	LostAtEnd  reports.Figure `json:"lost_at_end"`
	// Resurrections are how often a fact came back after it had been missing, a repeat.
	Resurrections float64 `json:"resurrections"`
}

// SurvivalStep is a curve at one time. AtRisk, Lost and Censored (last seen kept) count facts ×
// repeats.
type SurvivalStep struct {
	Time     float64 `json:"time"`
	AtRisk   int     `json:"at_risk"`
	Lost     int     `json:"lost"`
	Censored int     `json:"censored"`
	// Survival is the Kaplan-Meier share that survives beyond Time. Its interval is the bootstrap
	// band over scenarios and trials.
	Survival reports.Figure `json:"survival"`
}

// HalfLife is the first cycle by which at most half of the exposed facts survive, null for never while
// they were watched. Low and High are where the ends of the bootstrap band cross one half, null for never;
// Banded is false where there is no band.
type HalfLife struct {
	Time   *float64 `json:"time" jsonschema:"oneof_type=number;null"`
	Low    *float64 `json:"low" jsonschema:"oneof_type=number;null"`
	High   *float64 `json:"high" jsonschema:"oneof_type=number;null"`
	Banded bool     `json:"banded"`
	// Watched is the longest that any fact was watched.
	Watched float64 `json:"watched"`
}

// survivals computes the survival of every strategy of a result that exposed facts, in the plan's order.
func survivals(r lab.Result) []Survival {
	out := []Survival{}
	// Strategies with as many trials are resampled alike, and their draws are made once.
	drawn := map[string]stats.Draws{}
	for _, t := range tally.All(r) {
		e := exposedIn(t)
		if e.facts() == 0 {
			continue
		}
		var trials []int
		for _, completed := range e.seen {
			trials = append(trials, len(completed))
		}
		shape := fmt.Sprint(trials)
		if _, ok := drawn[shape]; !ok {
			drawn[shape] = stats.DrawTrials(trials, resamples, seed)
		}
		out = append(out, e.survival(drawn[shape]))
	}
	return out
}

// exposed are the facts of one tally that were exposed.
type exposed struct {
	tally.Tally
	seen [][][]probes.Spell // by scenario and completed trial
}

func exposedIn(t tally.Tally) exposed {
	e := exposed{Tally: t, seen: make([][][]probes.Spell, len(t.Scenarios))}
	for s, trial := range t.Completed() {
		spells := probes.Spells(t.Scenarios[s], trial.Score.Findings)
		e.seen[s] = append(e.seen[s], slices.DeleteFunc(spells, func(spell probes.Spell) bool { return spell.Kind == arena.Historical }))
	}
	return e
}

// survival computes the figures.
func (e exposed) survival(draws stats.Draws) Survival {
	out := Survival{
		Strategy: e.Strategy, Model: e.Model, Facts: e.facts(),
		LostAtOnce:    e.share(func(s probes.Spell) bool { return s.Lost && s.Cycles == 1 }),
		EverLost:      e.share(func(s probes.Spell) bool { return s.Lost }),
		LostAtEnd:     e.share(func(s probes.Spell) bool { return s.Final() != probes.Kept }),
		Resurrections: e.eachRepeat(func(s probes.Spell) int { return s.Resurrections }),
	}
	for _, trials := range e.seen {
		out.Trials += len(trials)
	}
	out.Steps, out.Half = e.steps(draws)
	return out
}

// facts is how many facts were exposed, a repeat.
func (e exposed) facts() float64 { return e.eachRepeat(func(probes.Spell) int { return 1 }) }

// eachRepeat adds up a count over the scenarios, the repeats of each averaged.
func (e exposed) eachRepeat(count func(probes.Spell) int) float64 {
	total := 0.0
	for _, trials := range e.seen {
		sum := 0
		for _, w := range trials {
			for _, s := range w {
				sum += count(s)
			}
		}
		total += float64(sum) / float64(max(1, len(trials)))
	}
	return total
}

// share is the share of exposed facts for which yes holds. The repeats in which a fact was
// exposed are averaged first.
func (e exposed) share(yes func(probes.Spell) bool) reports.Figure {
	clusters := make([]stats.Cluster, len(e.seen))
	for s, trials := range e.seen {
		hits := map[string]stats.Cluster{} // by probe
		var order []string
		for _, w := range trials {
			for _, spell := range w {
				h, known := hits[spell.Probe]
				if !known {
					order = append(order, spell.Probe)
				}
				h.N++
				if yes(spell) {
					h.Sum++
				}
				hits[spell.Probe] = h
			}
		}
		for _, probe := range order {
			clusters[s].Sum += hits[probe].Sum / hits[probe].N
			clusters[s].N++
		}
	}
	return reports.FigureOf(stats.ClusterMean(clusters, tally.Alpha), e.About(arena.LevelMemory, reports.Sampled))
}

// steps are the curve at every cycle up to the last, with its band, and its half-life.
func (e exposed) steps(draws stats.Draws) ([]SurvivalStep, HalfLife) {
	lives, pooled := make([][][]stats.Life, len(e.seen)), []stats.Life{}
	scenarios := 0
	for s, trials := range e.seen {
		before := len(pooled)
		for _, spells := range trials {
			var of []stats.Life
			for _, spell := range spells {
				of = append(of, stats.Life{Time: float64(spell.Cycles), Lost: spell.Lost})
			}
			lives[s], pooled = append(lives[s], of), append(pooled, of...)
		}
		if len(pooled) > before {
			scenarios++
		}
	}
	curve := stats.KaplanMeier(pooled, tally.Alpha)
	var times []float64
	for t := 1.0; t <= curve[len(curve)-1].Time; t++ {
		times = append(times, t)
	}
	band, note := draws.Band(lives, times, tally.Alpha)
	out := make([]SurvivalStep, len(times))
	facts, left := e.facts(), len(pooled)
	for i, t := range times {
		estimate := stats.Estimate{Mean: curve.At(t), N: facts, Clusters: scenarios, Note: note}
		switch {
		case band == nil:
		case band[i].Low == band[i].High:
			estimate.Note = "every draw agrees: no spread to estimate from"
		default:
			estimate.Interval = &band[i]
		}
		out[i] = SurvivalStep{Time: t, AtRisk: left, Survival: reports.FigureOf(estimate, e.About(arena.LevelMemory, reports.Sampled))}
		if k := slices.IndexFunc(curve, func(s stats.Step) bool { return s.Time == t }); k >= 0 {
			out[i].Lost, out[i].Censored = curve[k].Lost, curve[k].Censored
			left -= curve[k].Lost + curve[k].Censored
		}
	}
	half := halfLife(out)
	half.Time = curve.HalfLife()
	return out, half
}

// halfLife is where the band of a curve crosses one half.
func halfLife(steps []SurvivalStep) HalfLife {
	first := func(of func(stats.Estimate) float64) *float64 {
		for i := range steps {
			if of(steps[i].Survival.Estimate()) <= 0.5+1e-9 {
				return &steps[i].Time
			}
		}
		return nil
	}
	out := HalfLife{Watched: steps[len(steps)-1].Time}
	out.Banded = slices.ContainsFunc(steps, func(s SurvivalStep) bool { return s.Survival.Estimate().Interval != nil })
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
