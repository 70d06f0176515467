// Package reports turns an experiment's result into figures people can read and programs can
// parse: a leaderboard, costs and retention by fact type, as a terminal table, Markdown, CSV or
// JSON.
//
//  1. New computes every figure once, each with its level, denominator and interval.
//  2. A writer renders the Report; none computes anything. Equal experiments give equal bytes:
//     nothing here knows a clock, a path or the order of a map.
package reports

import (
	"cmp"
	"fmt"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/probes"
	"contextarena.internal/stats"
)

// Schema names the form of the JSON report; see report.schema.json.
const Schema = "context-arena/report/1"

// Report is every figure of an experiment.
type Report struct {
	Schema      string     `json:"schema"`
	Experiment  Experiment `json:"experiment"`
	Leaderboard []Row      `json:"leaderboard"`
	Warnings    []string   `json:"warnings"`
	Trials      []Trial    `json:"trials"`
}

// Experiment says what was played. Its id is the hash of what was planned.
type Experiment struct {
	ID        string      `json:"id"`
	Name      string      `json:"name,omitempty"`
	Number    int64       `json:"-"` // its place in this database
	Status    string      `json:"status"`
	Note      string      `json:"note,omitempty"`
	Simulated bool        `json:"simulated"`
	Plan      lab.Planned `json:"plan"`
	Probes    Probes      `json:"probes"`
}

// Probes counts the probes of the experiment's scenarios.
type Probes struct {
	All        int                    `json:"all"`
	Headline   int                    `json:"headline"` // current and derived
	Historical int                    `json:"historical"`
	Original   int                    `json:"original"` // those of the original benchmark
	Extended   int                    `json:"extended"`
	ByType     map[arena.FactType]int `json:"by_type"` // of the headline
}

// Row is one strategy with one model.
type Row struct {
	Strategy string   `json:"strategy"`
	Model    string   `json:"model"`
	Outcomes Outcomes `json:"outcomes"`

	// Retention of current and derived probes: the headline.
	Answer  Figure `json:"answer"`
	Context Figure `json:"context"`
	Memory  Figure `json:"memory"` // of the exposed facts: only they were at risk
	Final   Figure `json:"final"`
	// The answer figure if every trial that wasn't completed had lost, or kept, everything.
	AnswerAllLost Figure `json:"answer_all_lost"`
	AnswerAllKept Figure `json:"answer_all_kept"`

	Stale      Figure `json:"stale"`      // answers that use the old value
	Historical Figure `json:"historical"` // answer level, historical probes
	Original   Figure `json:"original"`   // answer level, current and derived probes of the original 62
	Extended   Figure `json:"extended"`   // answer level, current and derived probes beyond them

	LegacyFinal  Figure `json:"legacy_final"`  // the original's rule on the final reply (its measure A), all original probes
	LegacyMemory Figure `json:"legacy_memory"` // the original's rule on the last memory text (its measure L-last)

	Tasks  Figure                    `json:"tasks"` // final tasks passed
	ByType map[arena.FactType]Figure `json:"by_type"`
	Cost   Cost                      `json:"cost"`
	Voided int                       `json:"voided"` // probe replies that were cut or refused
}

// Outcomes counts trials.
type Outcomes struct {
	Planned   int `json:"planned"`
	Completed int `json:"completed"`
	Failed    int `json:"failed"`
	Refused   int `json:"refused"`
	Truncated int `json:"truncated"`
	Unfunded  int `json:"unfunded"`
	NotRun    int `json:"not_run"`
}

// Figure is a mean with all it needs to be read: the level, what it counts, over how many
// probes and scenarios, with a 95 % interval over scenarios where there is one.
type Figure struct {
	Level     arena.Level `json:"level,omitempty"`
	Mean      *float64    `json:"mean" jsonschema:"oneof_type=number;null"` // null if there is nothing to count
	N         float64     `json:"n"`                                        // the denominator, repeats averaged
	Scenarios int         `json:"scenarios"`
	Low       *float64    `json:"low" jsonschema:"oneof_type=number;null"`
	High      *float64    `json:"high" jsonschema:"oneof_type=number;null"`
	Note      string      `json:"note,omitempty"` // why there is no interval
}

// Cost is means per completed trial at nominal prices.
type Cost struct {
	ContextTokens float64 `json:"context_tokens"` // what a probe's call is given
	WriteTokens   float64 `json:"write_tokens"`
	ReadTokens    float64 `json:"read_tokens"`
	WriteUSD      float64 `json:"write_usd"`
	ReadUSD       float64 `json:"read_usd"`
	ProbeUSD      float64 `json:"probe_usd"`
	CachedUSD     float64 `json:"write_read_cached_usd"` // write and read with the provider's prefix caching, as it reported it
	Priced        bool    `json:"priced"`                // false: a model has no price and the USD figures mean nothing
	Cycles        float64 `json:"cycles"`
	CutCycles     int     `json:"cut_cycles"` // in all: memory replies cut at the token cap
}

// New computes the report of a result.
func New(r lab.Result) Report {
	rep := Report{
		Schema: Schema,
		Experiment: Experiment{
			ID: r.Experiment.ID, Name: r.Experiment.Name, Number: r.Experiment.Number,
			Status: r.Experiment.Status, Note: r.Experiment.Note, Simulated: r.Experiment.Simulated,
			Plan: r.Planned, Probes: count(r.Scenarios),
		},
		Warnings: []string{},
	}
	for _, model := range r.Planned.Models {
		var rows []Row
		for _, strategy := range r.Planned.Strategies {
			var mine []lab.Trial
			for _, t := range r.Trials {
				if t.Strategy == strategy && t.Model == model {
					mine = append(mine, t)
				}
			}
			rows = append(rows, row(r, strategy, model, mine))
		}
		// Ties keep the order of the plan.
		slices.SortStableFunc(rows, func(a, b Row) int { return cmp.Compare(b.Answer.mean(), a.Answer.mean()) })
		rep.Leaderboard = append(rep.Leaderboard, rows...)
	}
	rep.Trials = trials(r)
	rep.Warnings = append(rep.Warnings, warnings(r, rep)...)
	return rep
}

// count counts the probes.
func count(ss []*arena.Scenario) Probes {
	p := Probes{ByType: map[arena.FactType]int{}}
	for _, s := range ss {
		for _, probe := range s.Probes {
			p.All++
			if probe.Extended {
				p.Extended++
			} else {
				p.Original++
			}
			if !headline(probe) {
				p.Historical++
				continue
			}
			p.Headline++
			p.ByType[probe.Type]++
		}
	}
	return p
}

// headline reports whether a probe enters the headline retention.
func headline(p arena.Probe) bool { return p.Kind != arena.Historical }

// row computes a strategy's figures from its trials.
func row(r lab.Result, strategy, model string, mine []lab.Trial) Row {
	t := tally{scenarios: r.Scenarios, trials: mine, repeats: r.Planned.Repeats}
	out := Row{Strategy: strategy, Model: model, ByType: map[arena.FactType]Figure{}}
	out.Outcomes = t.outcomes()
	kept := func(v probes.Verdict, _ probes.Finding) bool { return v.Result == probes.Kept }
	out.Answer = t.figure(arena.LevelAnswer, headline, scored, kept)
	out.Context = t.figure(arena.LevelContext, headline, scored, kept)
	out.Memory = t.figure(arena.LevelMemory, headline, scored, kept)
	out.Final = t.figure(arena.LevelFinal, headline, scored, kept)
	out.AnswerAllLost, out.AnswerAllKept = t.bounds()
	out.Stale = t.figure(arena.LevelAnswer, headline, scored, func(v probes.Verdict, _ probes.Finding) bool { return v.Result == probes.Stale })
	out.Historical = t.figure(arena.LevelAnswer, func(p arena.Probe) bool { return !headline(p) }, scored, kept)
	out.Original = t.figure(arena.LevelAnswer, func(p arena.Probe) bool { return headline(p) && !p.Extended }, scored, kept)
	out.Extended = t.figure(arena.LevelAnswer, func(p arena.Probe) bool { return headline(p) && p.Extended }, scored, kept)
	original := func(p arena.Probe) bool { return !p.Extended }
	judged := func(v probes.Verdict) bool { return v.Legacy != probes.LegacyNone }
	hit := func(v probes.Verdict, _ probes.Finding) bool { return v.Legacy == probes.LegacyHit }
	out.LegacyFinal = t.figure(arena.LevelFinal, original, judged, hit)
	out.LegacyMemory = t.figure(arena.LevelMemory, original, judged, hit)
	out.Tasks = t.tasks()
	for _, ft := range arena.FactTypes {
		out.ByType[ft] = t.figure(arena.LevelAnswer, func(p arena.Probe) bool { return headline(p) && p.Type == ft }, scored, kept)
	}
	out.Cost, out.Voided = t.cost(), t.voided()
	return out
}

// scored reports whether a verdict counts in a denominator.
func scored(v probes.Verdict) bool {
	return v.Result == probes.Kept || v.Result == probes.Stale || v.Result == probes.Lost
}

// figureOf turns an estimate into a figure.
func figureOf(level arena.Level, e stats.Estimate) Figure {
	f := Figure{Level: level, N: e.N, Scenarios: e.Clusters, Note: e.Note}
	if !e.Defined() {
		return f
	}
	f.Mean = &e.Mean
	if e.Interval != nil {
		f.Low, f.High = &e.Interval.Low, &e.Interval.High
	}
	return f
}

// mean is the figure's mean, below every other if there is none.
func (f Figure) mean() float64 {
	if f.Mean == nil {
		return -1
	}
	return *f.Mean
}

// warnings say what a reader must know before believing the figures.
func warnings(r lab.Result, rep Report) []string {
	var out []string
	if rep.Experiment.Simulated {
		out = append(out, "Simulated: a sim model answered. These figures show what each strategy does and what it would cost; they don't show that it helps a real model.")
	}
	cut, incomplete, unpriced := 0, 0, map[string]bool{}
	for _, row := range rep.Leaderboard {
		cut += row.Cost.CutCycles
		incomplete += row.Outcomes.Planned - row.Outcomes.Completed
		if !row.Cost.Priced && row.Outcomes.Completed > 0 {
			unpriced[row.Model] = true
		}
	}
	if incomplete > 0 {
		out = append(out, fmt.Sprintf("%d planned trials were not completed and are in no retention figure; the JSON report bounds each figure with them all lost and all kept.", incomplete))
	}
	if cut > 0 {
		out = append(out, fmt.Sprintf("%d memory replies were cut at the token cap: what they lost counts as lost, but a higher max_tokens may keep it.", cut))
	}
	for _, model := range r.Planned.Models {
		if unpriced[model] {
			out = append(out, fmt.Sprintf("%s has no price: its cost is unknown (add one with --prices FILE).", model))
		}
	}
	if r.Stale > 0 {
		out = append(out, fmt.Sprintf("%d trials were scored by other matchers than this program's: bring them up to date with arena rescore.", r.Stale))
	}
	return append(out, belowNone(rep)...)
}

// belowNone names the strategies that score below having no memory.
func belowNone(rep Report) []string {
	var out []string
	for _, none := range rep.Leaderboard {
		if none.Strategy != "none" || none.Answer.Mean == nil {
			continue
		}
		for _, row := range rep.Leaderboard {
			if row.Model == none.Model && row.Answer.Mean != nil && *row.Answer.Mean < *none.Answer.Mean {
				out = append(out, fmt.Sprintf("%s on %s keeps less than no memory at all: look at its trials before comparing it.", row.Strategy, row.Model))
			}
		}
	}
	return out
}
