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

// Survivals are what became of exposed facts in the memories of an experiment.
type Survivals struct {
	Strategies  []Survival `json:"strategies"`  // those with cycles, in the plan's order
	Comparisons []LogRank  `json:"comparisons"` // with the first candidate of the plan that has cycles
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
	LostAtOnce reports.Figure `json:"lost_at_once"`
	EverLost   reports.Figure `json:"ever_lost"`
	LostAtEnd  reports.Figure `json:"lost_at_end"`
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
	Survival reports.Figure `json:"survival"`
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
func survivals(r lab.Result) *Survivals {
	out := &Survivals{Strategies: []Survival{}, Comparisons: []LogRank{}}
	drawn := map[string]stats.Draws{}
	for _, model := range r.Planned.Models {
		for _, strategy := range r.Planned.Strategies {
			if s := survival(tally.Of(r, strategy, model), drawn); len(s.Groups) > 0 {
				out.Strategies = append(out.Strategies, s)
			}
		}
	}
	clear(drawn) // which is large
	for _, model := range r.Planned.Models {
		out.Comparisons = append(out.Comparisons, logRanks(r, model)...)
	}
	return out
}

// survival computes the survival of one strategy. drawn remembers the draws by the numbers of
// trials, so that strategies with as many of them are resampled alike.
func survival(t tally.Tally, drawn map[string]stats.Draws) Survival {
	e := exposedIn(t)
	var trials []int
	for _, completed := range e.seen {
		trials = append(trials, len(completed))
	}
	shape := fmt.Sprint(trials)
	draws, ok := drawn[shape]
	if !ok {
		draws = stats.DrawTrials(trials, resamples, seed)
		drawn[shape] = draws
	}
	out := Survival{Strategy: t.Strategy, Model: t.Model, Groups: []LifeTable{}, Calendar: []SurvivalStep{}}
	for range t.Completed() {
		out.Trials++
	}
	// All curves are resampled at once.
	type wanted struct {
		group string
		exposed
		by probes.Clock
	}
	var curves []wanted
	if all := e.group(groupAll); all.any() {
		for _, by := range []probes.Clock{probes.ByCycles, probes.ByMessages, probes.ByTokens, probes.ByCalendar} {
			curves = append(curves, wanted{groupAll, all, by})
		}
	}
	for _, name := range append(slices.Clone(arena.FactTypes), groupHistorical) {
		if g := e.group(string(name)); g.any() {
			curves = append(curves, wanted{string(name), g, probes.ByCycles})
		}
	}
	groups := make([]stats.Group, len(curves))
	for i, c := range curves {
		groups[i] = c.resampled(c.by)
	}
	for i, band := range draws.Bands(groups, tally.Alpha) {
		c := curves[i]
		steps := c.steps(c.by, groups[i].Times, band)
		switch c.by {
		case probes.ByCycles:
			out.Groups = append(out.Groups, c.table(c.group, steps))
		case probes.ByMessages:
			out.Groups[0].Half.Messages = halfLife(steps)
		case probes.ByTokens:
			out.Groups[0].Half.Tokens = halfLife(steps)
		case probes.ByCalendar:
			out.Calendar = steps
		}
	}
	return out
}
