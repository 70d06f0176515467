package leaderboard

import (
	_ "embed"
	"fmt"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/reports"
)

// Schema describes what a report is in JSON.
//
//go:embed schema.json
var Schema []byte

// view is a part of a report that can be asked for.
type view struct {
	name     string
	compute  func(*Report, lab.Result)      // what it needs besides the leaderboard; nil: nothing
	sections func(Report) []reports.Section // nil: the database answers the question of this name (package query)
}

// variantsView is the name of the view that pairs scenarios with their variants.
const variantsView = "variants"

// views are all views, in the order in which they are shown when all are.
var views = []view{
	{"answer", nil, Report.answers},
	{"leaderboard", nil, Report.board},
	{"loss", nil, nil},
	{"survival", func(r *Report, result lab.Result) { r.Survival = survivals(result) }, Report.survivalSections},
	{"probes", nil, nil},
	{variantsView, nil, nil},
}

// Views names the views.
func Views() []string {
	var out []string
	for _, v := range views {
		out = append(out, v.name)
	}
	return out
}

// Computed names the views whose figures are in JSON besides those that always are.
func Computed() []string {
	return slices.DeleteFunc(Views(), func(name string) bool { return viewOf(name).compute == nil })
}

func viewOf(name string) view {
	return views[slices.IndexFunc(views, func(v view) bool { return v.name == name })]
}

// Document is the report as it is written: the finding, the views that it was made with, one row per
// verdict, all figures, and its charts; that of survival if survival is among the views.
func (r Report) Document() reports.Document {
	e := r.Experiment
	d := reports.Document{
		Finding: r.Finding, Title: "Context Arena report", Simulated: e.Simulated, Warnings: r.Warnings, Notes: append(r.Experiment.Plan.Notes(), r.servedNotes()...),
		Played: reports.Played{ID: e.ID, Number: e.Number, Status: e.Status},
		Data:   r, Records: r.records(), Charts: []reports.Chart{r.costChart(), r.survivalChart()},
	}
	if e.Note != "" {
		d.Played.Status += ": " + e.Note
	}
	if slices.Equal(r.ask.Views, Views()[:1]) {
		d.Warnings = d.Warnings[:len(d.Warnings)-len(r.remarks)]
		d.Notes = append(d.Notes, r.rest())
	}
	for _, name := range r.ask.Views {
		if v := viewOf(name); v.sections != nil {
			d.Sections = append(d.Sections, v.sections(r)...)
		}
		d.Sections = append(d.Sections, r.asked[name]...)
	}
	return d
}

// rest names the commands that show what the answer screen leaves out.
func (r Report) rest() string {
	number := ""
	if r.Experiment.Number > 0 {
		number = fmt.Sprintf(" %d", r.Experiment.Number)
	}
	return fmt.Sprintf("The rest: arena report%s --view all, --by probe, --type TYPE or --scenario ID.", number)
}

// label is a row's strategy, with its model where there are several.
func (r Report) label(strategy, model string) string {
	if len(r.Experiment.Plan.Models) > 1 {
		return strategy + " " + model
	}
	return strategy
}

// rows are those of the leaderboard: the strategy, then its cells.
func (r Report) rows(cells func(Row) reports.Row) []reports.Row {
	var out []reports.Row
	for _, row := range r.Leaderboard {
		out = append(out, append(reports.Row{r.label(row.Strategy, row.Model)}, cells(row)...))
	}
	return out
}

// cases writes a number of cases that need not be whole.
func cases(n float64) string {
	if n >= 10 {
		return fmt.Sprintf("%.0f", n)
	}
	return fmt.Sprintf("%.2g", n)
}

// records are one row per verdict: every planned trial × probe × level.
func (r Report) records() reports.Records {
	return reports.Records{
		Head: []string{
			"trial", "suite", "scenario", "strategy", "model", "repeat", "dialogue", "simulated", "outcome",
			"probe", "type", "kind", "extended", "level", "verdict", "legacy", "exposed_at_cycle", "lost_at_cycle", "place", "budget", "cut",
		},
		Rows: func(yield func([]any) bool) {
			plan := r.Experiment.Plan
			for s, t := range r.result.Each(plan.Repeats) {
				for _, p := range s.Probes {
					f := t.Finding(p)
					for _, level := range arena.Levels {
						v := f.At(level)
						if !yield([]any{
							t.Name(), plan.Suite, t.Scenario, t.Strategy, t.Model, t.Repeat, plan.Dialogue, r.Experiment.Simulated, t.Outcome,
							p.ID, p.Type, p.Kind, p.Extended, level, v.Result, v.Legacy, f.Exposed, f.LostAt, f.Place, t.Budget, t.Cut,
						}) {
							return
						}
					}
				}
			}
		},
	}
}
