package reports

import (
	"fmt"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/probes"
	"contextarena.internal/reports/figure"
	"contextarena.internal/stats"
)

// Survivals are what became of exposed facts in the memories of an experiment.
type Survivals struct {
	Strategies  []Survival `json:"strategies"`  // those with cycles, in the plan's order
	Comparisons []LogRank  `json:"comparisons"` // with the first candidate of the plan that has cycles
	models      int        // of the plan
}

// Survival is one strategy with one model, at the memory level. Only facts that had left the raw
// window are in it: the others were not at risk.
type Survival struct {
	Strategy string      `json:"strategy"`
	Model    string      `json:"model"`
	Trials   int         `json:"trials"` // completed
	Groups   []LifeTable `json:"groups"` // all, then each fact type that was exposed, then historical
	// Calendar is the curve of all by the cycles of the conversation, which facts enter when they
	// are exposed.
	Calendar []SurvivalStep `json:"calendar"`
}

// The groups besides the fact types: all current and derived probes, which the types divide; and
// the historical ones.
const (
	groupAll        = "all"
	groupHistorical = "historical"
)

// LifeTable is the survival of a group of facts.
type LifeTable struct {
	Group string         `json:"group"`
	Facts float64        `json:"facts"` // exposed, a repeat
	Steps []SurvivalStep `json:"steps"` // by cycles since exposure, the exposing one being 1
	Half  HalfLives      `json:"half_lives"`
	// Shares of the exposed facts: missing after the very cycle that exposed them; missing after
	// any cycle; missing after the last one that counts, whatever happened between.
	LostAtOnce figure.Figure `json:"lost_at_once"`
	EverLost   figure.Figure `json:"ever_lost"`
	LostAtEnd  figure.Figure `json:"lost_at_end"`
	// Resurrections are how often a fact came back after it had been missing, a repeat.
	Resurrections float64 `json:"resurrections"`
	// Ages are snapshots, facts × repeats by cycles since exposure, the exposing one being 0.
	Ages []probes.Retained `json:"ages"`
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
	Survival figure.Figure `json:"survival"`
	// Low and High are Greenwood's interval, which takes facts for independent.
	Low  *float64 `json:"greenwood_low" jsonschema:"oneof_type=number;null"`
	High *float64 `json:"greenwood_high" jsonschema:"oneof_type=number;null"`
}

// HalfLives are the first times by which at most half of the exposed facts survive, null for
// never while they were watched.
type HalfLives struct {
	Cycles   HalfLife `json:"cycles"`
	Messages HalfLife `json:"messages"`
	Tokens   HalfLife `json:"tokens"`
}

// HalfLife is one half-life. Low and High are where the ends of the bootstrap band cross one
// half, null for never; Banded is false where there is no band.
type HalfLife struct {
	Time   *float64 `json:"time" jsonschema:"oneof_type=number;null"`
	Low    *float64 `json:"low" jsonschema:"oneof_type=number;null"`
	High   *float64 `json:"high" jsonschema:"oneof_type=number;null"`
	Banded bool     `json:"banded"`
	// Watched is the longest that any fact was watched.
	Watched float64 `json:"watched"`
}

// survivals computes the survival of every strategy of a result.
func survivals(r lab.Result) Survivals {
	out := Survivals{Strategies: []Survival{}, Comparisons: []LogRank{}, models: len(r.Planned.Models)}
	drawn := map[string]stats.Draws{}
	for _, model := range r.Planned.Models {
		for _, strategy := range r.Planned.Strategies {
			if s := survival(r, strategy, model, drawn); len(s.Groups) > 0 {
				out.Strategies = append(out.Strategies, s)
			}
		}
		out.Comparisons = append(out.Comparisons, logRanks(r, model)...)
	}
	return out
}

// survival computes the survival of one strategy. drawn remembers the draws by the numbers of
// trials, so that strategies with as many of them are resampled alike.
func survival(r lab.Result, strategy, model string, drawn map[string]stats.Draws) Survival {
	t := tallyOf(r, strategy, model)
	e := exposedIn(t)
	var trials []int
	for _, completed := range e.seen {
		trials = append(trials, len(completed))
	}
	shape := fmt.Sprint(trials)
	if _, ok := drawn[shape]; !ok {
		drawn[shape] = stats.DrawTrials(trials, resamples, seed)
	}
	e.draws = drawn[shape]
	out := Survival{Strategy: strategy, Model: model, Groups: []LifeTable{}, Calendar: []SurvivalStep{}}
	for _, trials := range e.seen {
		out.Trials += len(trials)
	}
	if all := e.group(groupAll); all.any() {
		table := all.table(groupAll)
		table.Half.Messages, table.Half.Tokens = all.halfLife(probes.ByMessages), all.halfLife(probes.ByTokens)
		out.Groups = append(out.Groups, table)
		out.Calendar = all.steps(probes.ByCalendar)
	}
	for _, ft := range arena.FactTypes {
		if g := e.group(string(ft)); g.any() {
			out.Groups = append(out.Groups, g.table(string(ft)))
		}
	}
	if g := e.group(groupHistorical); g.any() {
		out.Groups = append(out.Groups, g.table(groupHistorical))
	}
	return out
}

// exposed are the facts of one tally that were exposed.
type exposed struct {
	tally
	seen  [][]watched // by scenario, completed trials
	draws stats.Draws
}

// watched is one trial.
type watched struct {
	repeat int
	spells []probes.Spell
}

func exposedIn(t tally) exposed {
	e := exposed{tally: t, seen: make([][]watched, len(t.scenarios))}
	for s, scenario := range t.scenarios {
		for _, trial := range t.trials[s] {
			if trial.Outcome != arena.Completed {
				continue
			}
			w := watched{trial.Repeat, probes.Spells(scenario, trial.Score.Findings, trial.Marks)}
			e.seen[s] = append(e.seen[s], w)
		}
	}
	return e
}

// group keeps the spells of a group. All trials stay, also those without any.
func (e exposed) group(name string) exposed {
	in := func(s probes.Spell) bool {
		switch name {
		case groupAll:
			return s.Kind != arena.Historical
		case groupHistorical:
			return s.Kind == arena.Historical
		}
		return s.Kind != arena.Historical && string(s.Type) == name
	}
	out := exposed{tally: e.tally, seen: make([][]watched, len(e.seen)), draws: e.draws}
	for s, trials := range e.seen {
		for _, w := range trials {
			picked := watched{repeat: w.repeat}
			for _, spell := range w.spells {
				if in(spell) {
					picked.spells = append(picked.spells, spell)
				}
			}
			out.seen[s] = append(out.seen[s], picked)
		}
	}
	return out
}

func (e exposed) any() bool {
	return slices.ContainsFunc(e.seen, func(trials []watched) bool {
		return slices.ContainsFunc(trials, func(w watched) bool { return len(w.spells) > 0 })
	})
}

// table computes the life table of a group.
func (e exposed) table(name string) LifeTable {
	out := LifeTable{Group: name, Facts: e.eachRepeat(func(probes.Spell) int { return 1 }), Steps: e.steps(probes.ByCycles)}
	out.Half = HalfLives{Cycles: halfLife(out.Steps), Messages: e.bareHalfLife(probes.ByMessages), Tokens: e.bareHalfLife(probes.ByTokens)}
	out.LostAtOnce = e.share(func(s probes.Spell) bool { return s.Lost && s.Cycles == 1 })
	out.EverLost = e.share(func(s probes.Spell) bool { return s.Lost })
	out.LostAtEnd = e.share(func(s probes.Spell) bool { return s.Final() != probes.Kept })
	out.Resurrections = e.eachRepeat(func(s probes.Spell) int { return s.Resurrections })
	var histories [][]probes.Result
	for _, trials := range e.seen {
		for _, w := range trials {
			for _, s := range w.spells {
				histories = append(histories, s.History)
			}
		}
	}
	out.Ages = probes.ByAge(histories)
	return out
}

// eachRepeat adds up a count over the scenarios, the repeats of each averaged.
func (e exposed) eachRepeat(count func(probes.Spell) int) float64 {
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
func (e exposed) share(yes func(probes.Spell) bool) figure.Figure {
	clusters := make([]stats.Cluster, len(e.seen))
	for s, trials := range e.seen {
		var order []string
		hits := map[string]stats.Cluster{}
		for _, w := range trials {
			for _, spell := range w.spells {
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
	return figure.Of(stats.ClusterMean(clusters, alpha), e.about(arena.LevelMemory, figure.Sampled))
}

// lives are the spells by a clock: scenario × trial × life, and all of them in one.
func (e exposed) lives(by probes.Clock) (lives [][][]stats.Life, pooled []stats.Life) {
	lives = make([][][]stats.Life, len(e.seen))
	for s, trials := range e.seen {
		for _, w := range trials {
			var trial []stats.Life
			for _, spell := range w.spells {
				if l, ok := spell.Life(by); ok {
					trial = append(trial, l)
				}
			}
			lives[s] = append(lives[s], trial)
			pooled = append(pooled, trial...)
		}
	}
	return lives, pooled
}

// steps are the curve of a group with its band: at every cycle up to the last, or, by messages
// and tokens, whenever a fact was lost or last seen.
func (e exposed) steps(by probes.Clock) []SurvivalStep {
	lives, pooled := e.lives(by)
	curve := stats.KaplanMeier(pooled, alpha)
	times := make([]float64, len(curve))
	for i, s := range curve {
		times[i] = s.Time
	}
	if by == probes.ByCycles || by == probes.ByCalendar {
		last := times[len(times)-1]
		times = nil
		for t := 1.0; t <= last; t++ {
			times = append(times, t)
		}
	}
	band, note := e.draws.Band(lives, times, alpha)
	facts, scenarios := e.eachRepeat(func(probes.Spell) int { return 1 }), 0
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
		out[i] = SurvivalStep{Time: t, Survival: figure.Of(estimate, e.about(arena.LevelMemory, figure.Sampled))}
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

// halfLife is the half-life by a clock, with the band's crossings.
func (e exposed) halfLife(by probes.Clock) HalfLife { return halfLife(e.steps(by)) }

// bareHalfLife is the half-life by a clock without a band.
func (e exposed) bareHalfLife(by probes.Clock) HalfLife {
	_, pooled := e.lives(by)
	curve := stats.KaplanMeier(pooled, alpha)
	out := HalfLife{Time: curve.HalfLife()}
	for _, s := range curve {
		out.Watched = s.Time
	}
	return out
}
