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

	"contextarena.internal/lab"
	"contextarena.internal/lab/tally"
)

// Report is every figure of an experiment.
type Report struct {
	Schema      string           `json:"schema"`
	Experiment  tally.Experiment `json:"experiment"`
	Leaderboard []Row            `json:"leaderboard"`
	Losses      []Blame          `json:"losses,omitempty"` // a model each
	Warnings    []string         `json:"warnings"`
	Served      []Served         `json:"served,omitempty"` // none of simulated models
	Trials      []Trial          `json:"trials"`

	// By request: a report has them if their view was named.
	Loss        []tally.Loss  `json:"loss,omitempty"`
	Survival    *Survivals    `json:"survival,omitempty"`
	Corrections []Corrections `json:"corrections,omitempty"`
	Cascades    []Cascade     `json:"cascades,omitempty"`
	Variations  []Variation   `json:"variations,omitempty"`

	views []string // that were named; the leaderboard if none was
}

// New computes the report of a result: the leaderboard, and what the named views (see Views) need
// besides.
func New(r lab.Result, named ...string) Report {
	if len(named) == 0 {
		named = Views()[:1]
	}
	rep := Report{
		Schema:     "context-arena/report/2",
		Experiment: tally.ExperimentOf(r),
		Warnings:   []string{}, views: named,
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
	rep.Losses, rep.Trials, rep.Served = blames(r, rep.Leaderboard), trials(r), served(r)
	for _, name := range named {
		if v := viewOf(name); v.compute != nil {
			v.compute(&rep, r)
		}
	}
	rep.Warnings = append(rep.Warnings, warnings(r, rep)...)
	return rep
}
