// Package leaderboard says what an experiment shows of its strategies: what each keeps and costs, and, as
// further views, how long facts live, where they are lost, what becomes of corrections, where figures vary,
// how variants move them, and the original benchmark's measures.
//
//  1. New computes every figure once, each with its level, denominator and interval: the leaderboard, and
//     what the named views need besides. The Report is also what JSON writes, by schema.json.
//  2. A view is a file that computes its part of the Report and says it in Sections, and a line in views
//     (document.go).
//  3. Document puts the sections of the views together with the warnings (warnings.go).
//
// Equal experiments give equal reports: nothing here knows a clock, a path or the order of a map.
package leaderboard

import (
	"cmp"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/tally"
)

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

	views []string // that were named; the leaderboard if none was
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

// New computes the report of a result: the leaderboard, and what the named views (see Views) need
// besides.
func New(r lab.Result, named ...string) Report {
	if len(named) == 0 {
		named = Views()[:1]
	}
	rep := Report{
		Schema: "context-arena/report/2",
		Experiment: Experiment{
			ID: r.Experiment.ID, Name: r.Experiment.Name, Number: r.Experiment.Number,
			Status: r.Experiment.Status, Note: r.Experiment.Note, Simulated: r.Experiment.Simulated, Stretched: r.Stretched,
			Plan: r.Planned, Probes: count(r.Scenarios),
		},
		Warnings: []string{}, views: named,
	}
	for _, model := range r.Planned.Models {
		var rows []Row
		for _, strategy := range r.Planned.Strategies {
			rows = append(rows, row(r, tally.Of(r, strategy, model)))
		}
		bracket(r, rows)
		// Ties keep the order of the plan.
		slices.SortStableFunc(rows, func(a, b Row) int { return cmp.Compare(order(b.Answer), order(a.Answer)) })
		rep.Leaderboard = append(rep.Leaderboard, rows...)
	}
	rep.Losses, rep.Trials = blames(r, rep.Leaderboard), trials(r)
	for _, name := range named {
		if v := viewOf(name); v.compute != nil {
			v.compute(&rep, r)
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
			case tally.Headline(probe):
				p.Headline++
				p.ByType[probe.Type]++
			}
		}
	}
	return p
}
