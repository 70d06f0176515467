// Package leaderboard says what an experiment shows of its strategies: what each keeps and costs, and, as
// further views, how long facts live, where they are lost, and where figures vary.
//
//  1. New computes every figure once, each with its level, denominator and interval: the answer screen
//     (standing.go, finding.go, answer.go), the leaderboard, and what the views that are asked for need besides. The Report is also what JSON writes, by schema.json.
//  2. A view is a file that computes its part of the Report and says it in Sections, and a line in views
//     (document.go).
//  3. Document puts the sections of the views together with the warnings (warnings.go).
//
// Equal experiments give equal reports: nothing here knows a clock, a path or the order of a map.
package leaderboard

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"

	"contextarena.internal/lab"
	"contextarena.internal/lab/query"
	"contextarena.internal/lab/tally"
	"contextarena.internal/reports"
)

// Report is every figure of an experiment.
type Report struct {
	Schema      string           `json:"schema"`
	Experiment  tally.Experiment `json:"experiment"`
	Finding     string           `json:"finding"`
	Standings   []Standing       `json:"standings"` // the answer screen, a model each
	Leaderboard []Row            `json:"leaderboard"`
	Losses      []Blame          `json:"losses,omitempty"` // a model each
	Warnings    []string         `json:"warnings"`
	Served      []Served         `json:"served,omitempty"` // none of simulated models

	// By request: a report has them if their view was named.
	Survival []Survival `json:"survival,omitempty"`

	ask       Ask
	asked     map[string][]reports.Section // by view, what the database answers
	result    lab.Result
	remarks   []string // those of Warnings that the answer screen can do without
	published []string // the note of the dataset's protocol, if there is one
}

// Read is New, and reads besides how long answers took, and what the views need that isn't in the summaries of trials.
// Without it the views that the database answers have nothing to say.
func Read(ctx context.Context, l *lab.Lab, r lab.Result, ask Ask) (Report, error) {
	rep := New(r, ask)
	args := map[string]any{"experiment": r.Experiment.Number, "of": rep.Experiment.Title(), "planned": len(r.Planned.Scenarios) * r.Planned.Repeats}
	for name, list := range map[string][]string{"scenarios": r.Planned.Scenarios, "strategies": rep.order(r.Planned.Strategies), "models": r.Planned.Models} {
		text, err := json.Marshal(list)
		if err != nil {
			return rep, err
		}
		args[name] = string(text)
	}
	if err := errors.Join(rep.publish(ctx, l.DB), rep.timed(ctx, l.DB, args)); err != nil {
		return rep, err
	}
	if ask.Type != "" {
		args["type"] = string(ask.Type)
	}
	for _, name := range ask.Views {
		if viewOf(name).sections != nil {
			continue
		}
		a, err := query.Of(name).Ask(ctx, l.DB, args)
		if err != nil {
			return rep, err
		}
		rep.asked[name] = a.Sections
	}
	return rep, nil
}

// New computes the report of a result: the answer screen and the leaderboard, and what the views that are
// asked for need besides. All views have the strategies in one order, which is that of the answer screen.
func New(r lab.Result, ask Ask) Report {
	if len(ask.Views) == 0 {
		ask.Views = Views()[:1]
	}
	rep := Report{
		Schema:     "context-arena/report/3",
		Experiment: tally.ExperimentOf(r),
		Warnings:   []string{}, ask: ask, asked: map[string][]reports.Section{}, result: r,
	}
	for tallies := range slices.Chunk(tally.All(r), max(1, len(r.Planned.Strategies))) {
		var rows []Row
		for _, t := range tallies {
			rows = append(rows, row(t))
		}
		standing := standing(r, tallies, ask)
		for i := range rows {
			rows[i].Best = standing.bracket(rows[i].Strategy)
			if standing.Fixed {
				rows[i].Answer = rows[i].AnswerFixed
			}
		}
		rep.Standings = append(rep.Standings, standing)
		place := standing.order()
		slices.SortStableFunc(rows, func(a, b Row) int { return cmp.Compare(place[a.Strategy], place[b.Strategy]) })
		rep.Leaderboard = append(rep.Leaderboard, rows...)
	}
	rep.Losses, rep.Served = blames(r, rep.Leaderboard), served(r)
	ordered := r
	ordered.Planned.Strategies = rep.order(r.Planned.Strategies)
	for _, name := range ask.Views {
		if v := viewOf(name); v.compute != nil {
			v.compute(&rep, ordered)
		}
	}
	rep.Finding = rep.finding()
	rep.remarks = constant(r)
	rep.Warnings = append(append(rep.Warnings, warnings(r, rep)...), rep.remarks...)
	return rep
}

// order is the strategies as the first model's rows have them.
func (r Report) order(strategies []string) []string {
	if len(r.Standings) == 0 {
		return strategies
	}
	place := r.Standings[0].order()
	out := slices.Clone(strategies)
	slices.SortStableFunc(out, func(a, b string) int { return cmp.Compare(place[a], place[b]) })
	return out
}

// order is the place of each strategy among the rows.
func (s Standing) order() map[string]int {
	out := map[string]int{}
	for _, p := range s.Places {
		for _, name := range p.Strategies {
			out[name] = len(out)
		}
	}
	return out
}
