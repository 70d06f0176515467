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

	"contextarena.internal/lab"
	"contextarena.internal/lab/tally"
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

// Experiment says what was played.
type Experiment = tally.Experiment

// New computes the report of a result: the leaderboard, and what the named views need besides.
func New(r lab.Result, views ...string) Report {
	rep := Report{
		Schema:     Schema,
		Experiment: tally.ExperimentOf(r),
		Warnings:   []string{},
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
			rep.Loss = tally.Losses(r)
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
