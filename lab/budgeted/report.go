package budgeted

import (
	_ "embed"
	"fmt"
	"slices"

	"contextarena.internal/reports"
)

// schema describes what this is in JSON.
//
//go:embed schema.json
var schema []byte

// form is the result in JSON.
type form struct {
	Schema string `json:"schema"`
	Budgeted
}

// Document is the result as a report.
func (b Budgeted) Document() reports.Document {
	title := "Retention within budgets" + b.Experiment.Title()
	d := reports.Document{
		Title: title, Simulated: b.Experiment.Simulated,
		Sections: []reports.Section{b.retention(), b.tokens()},
		Data:     form{"context-arena/budgets/1", b},
		Records:  b.records(),
		Charts:   []reports.Chart{b.chart(title)},
		Played:   reports.Played{ID: b.Experiment.ID, Number: b.Experiment.Number, Status: b.Experiment.Status},
	}
	if b.Experiment.Note != "" {
		d.Played.Status += ": " + b.Experiment.Note
	}
	if b.Experiment.Simulated {
		d.Warnings = append(d.Warnings, "Simulated: a sim model answered. These figures show what each strategy does and what it would cost; they don't show that it helps a real model.")
	}
	return d
}

// budgets are all that a line has a point at, ascending.
func (b Budgeted) budgets() []int {
	var out []int
	for _, l := range b.Lines {
		for _, p := range l.Points {
			out = append(out, p.Budget)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// at is the point of a line at a budget; nil where it has none.
func (l Line) at(budget int) *Point {
	for i := range l.Points {
		if l.Points[i].Budget == budget {
			return &l.Points[i]
		}
	}
	return nil
}

// head is a column for each budget.
func (b Budgeted) head(columns ...string) []string {
	for _, budget := range b.budgets() {
		columns = append(columns, reports.Thousands(float64(budget)))
	}
	return columns
}

// retention has a row for each line: the area, and what is kept at each budget.
func (b Budgeted) retention() reports.Section {
	s := reports.Section{
		Title: "Answer retention within a budget of tokens, %" + b.Experiment.Title(),
		Head:  b.head("strategy", "area"),
		Notes: []string{b.ends()},
	}
	for _, l := range b.Lines {
		row := reports.Row{b.name(l), l.Area.Narrow()}
		for _, budget := range b.budgets() {
			if p := l.at(budget); p != nil {
				row = append(row, p.Answer.Narrow())
			} else {
				row = append(row, "–")
			}
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}

// ends says what the area is of.
func (b Budgeted) ends() string {
	if len(b.Shared) < 2 {
		return "area: there is none, since not every strategy completed a trial at two budgets."
	}
	return fmt.Sprintf("area: under the line against the logarithm of the budget, from %s to %s tokens, divided by that length: the mean over budgets of which each doubling counts the same.",
		reports.Thousands(float64(b.Shared[0])), reports.Thousands(float64(b.Shared[len(b.Shared)-1])))
}

// tokens has a row for each line: what was kept of the conversation at each budget.
func (b Budgeted) tokens() reports.Section {
	s := reports.Section{
		Title: "Tokens kept, and their share of the conversation (saturation)",
		Head:  b.head("strategy"),
		Notes: []string{"Tokens of what the model was given for a question, the scenario's system prompt and the question included, which no budget counts. *: some contexts were over the budget and were cut to it. Where the share is near 100 % a memory replaces nothing."},
	}
	for _, l := range b.Lines {
		row := reports.Row{b.name(l)}
		for _, budget := range b.budgets() {
			p, cell := l.at(budget), "–"
			if p != nil {
				cell = fmt.Sprintf("%s (%.0f %%)", reports.Thousands(p.Tokens), 100*p.Saturation)
				if p.Cut > 0 {
					cell += "*"
				}
			}
			row = append(row, cell)
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}

// records are one row per strategy, model and budget; the area stands in each of its line.
func (b Budgeted) records() reports.Records {
	return reports.Records{
		Head: []string{
			"strategy", "model", "control", "suite", "experiment", "stretch", "simulated", "repeats", "budget",
			"context_tokens", "saturation", "cut_contexts", "replies", "answer", "answer_low", "answer_high", "n", "scenarios", "left_out",
			"area", "area_low", "area_high", "note",
		},
		Rows: func(yield func([]any) bool) {
			for _, l := range b.Lines {
				for _, p := range l.Points {
					a, area, e := p.Answer.Form(), l.Area.Form(), b.Experiment
					if !yield([]any{
						l.Strategy, l.Model, l.Control, a.Suite, e.ID, e.Plan.Stretch, e.Simulated, a.Repeats, p.Budget,
						p.Tokens, p.Saturation, p.Cut, p.Replies, a.Mean, a.Low, a.High, a.N, a.Scenarios, a.LeftOut,
						area.Mean, area.Low, area.High, a.Note,
					}) {
						return
					}
				}
			}
		},
	}
}
