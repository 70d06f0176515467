// Package views turns an experiment's result into figures people can read and programs can
// parse: a leaderboard, costs and retention by fact type, as a terminal table, Markdown, CSV or
// JSON.
//
//  1. New computes every figure once, each with its level, denominator and interval.
//  2. A writer renders the Report; none computes anything. Equal experiments give equal bytes:
//     nothing here knows a clock, a path or the order of a map.
package views

import (
	"cmp"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
)

// Schema names the form of the JSON report; see report.schema.json.
const Schema = "context-arena/report/2"

// Report is every figure of an experiment.
type Report struct {
	Schema      string     `json:"schema"`
	Experiment  Experiment `json:"experiment"`
	Leaderboard []Row      `json:"leaderboard"`
	Losses      []Blame    `json:"losses,omitempty"` // a model each
	Warnings    []string   `json:"warnings"`
	Trials      []Trial    `json:"trials"`

	// By request: a report has them if their view was named.
	Loss        []Loss        `json:"loss,omitempty"`
	Survival    *Survivals    `json:"survival,omitempty"`
	Corrections []Corrections `json:"corrections,omitempty"`
	Cascades    []Cascade     `json:"cascades,omitempty"`
	Variations  []Variation   `json:"variations,omitempty"`
}

// Experiment says what was played. Its id is the hash of what was planned.
type Experiment struct {
	ID        string      `json:"id"`
	Name      string      `json:"name,omitempty"`
	Number    int64       `json:"-"` // its place in this database
	Status    string      `json:"status"`
	Note      string      `json:"note,omitempty"`
	Simulated bool        `json:"simulated"`
	Stretched int         `json:"stretched,omitempty"` // scenarios that weren't as long as plan.stretch asks and were filled up
	Plan      lab.Planned `json:"plan"`
	Probes    Probes      `json:"probes"`
}

// Probes counts the probes of the experiment's scenarios.
type Probes struct {
	All        int                    `json:"all"`
	Headline   int                    `json:"headline"` // current and derived
	Historical int                    `json:"historical"`
	Absent     int                    `json:"absent"`   // questions that the conversation never answers
	Original   int                    `json:"original"` // those of the original benchmark
	Extended   int                    `json:"extended"`
	ByType     map[arena.FactType]int `json:"by_type"` // of the headline
}

// New computes the report of a result: the leaderboard, and what the named views need besides.
func New(r lab.Result, views ...string) Report {
	rep := Report{
		Schema: Schema,
		Experiment: Experiment{
			ID: r.Experiment.ID, Name: r.Experiment.Name, Number: r.Experiment.Number,
			Status: r.Experiment.Status, Note: r.Experiment.Note, Simulated: r.Experiment.Simulated, Stretched: r.Stretched,
			Plan: r.Planned, Probes: count(r.Scenarios),
		},
		Warnings: []string{},
	}
	for _, model := range r.Planned.Models {
		var rows []Row
		for _, strategy := range r.Planned.Strategies {
			rows = append(rows, row(r, strategy, model, views))
		}
		bracket(r, model, rows)
		// Ties keep the order of the plan.
		slices.SortStableFunc(rows, func(a, b Row) int { return cmp.Compare(order(b.Answer), order(a.Answer)) })
		rep.Leaderboard = append(rep.Leaderboard, rows...)
	}
	rep.Losses, rep.Trials = blames(r, rep.Leaderboard), trials(r)
	for _, view := range views {
		switch view {
		case "loss":
			rep.Loss = losses(r)
		case "survival":
			s := survivals(r)
			rep.Survival = &s
		case "variants":
			rep.Variations = variations(r)
		case "corrections":
			rep.Corrections, rep.Cascades = corrections(r), cascades(r)
		}
	}
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
			switch {
			case probe.Kind == arena.Historical:
				p.Historical++
			case probe.Kind == arena.Absent:
				p.Absent++
			case headline(probe):
				p.Headline++
				p.ByType[probe.Type]++
			}
		}
	}
	return p
}
