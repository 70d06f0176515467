// Package budgeted shows what strategies keep as they may show more: the rate–distortion chart of an
// experiment that played each at several budgets (arena run --budgets).
//
//  1. load reads the experiment and refuses one with fewer than two budgets.
//  2. Budgeted is the result: a Line for each strategy and model, a Point for each budget, and the area
//     under the line (area.go). It is also what JSON writes, by schema.json.
//  3. Document says it: tables, records, and a chart (report.go, chart.go).
package budgeted

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/tally"
	"contextarena.internal/reports"
)

// Budgeted is what strategies keep within budgets.
type Budgeted struct {
	Experiment tally.Experiment `json:"experiment"`
	// Shared are the budgets at which every strategy completed a trial, ascending: the area is taken
	// between the first and the last of them.
	Shared []int  `json:"shared_budgets"`
	Lines  []Line `json:"lines"` // the greatest area first, model by model
}

// Line is one strategy with one model at every budget, ascending.
type Line struct {
	Strategy string         `json:"strategy"`
	Model    string         `json:"model"`
	Control  bool           `json:"control"`
	Points   []Point        `json:"points"` // those at which a trial was completed
	Area     reports.Figure `json:"area"`
}

// Point is one budget. Figures are of completed trials.
type Point struct {
	Budget     int            `json:"budget"`
	Answer     reports.Figure `json:"answer"`
	Tokens     float64        `json:"context_tokens"` // that were kept: what a model was given for a question, on average
	Saturation float64        `json:"saturation"`     // of the conversation's
	Cut        int            `json:"cut_contexts"`   // replies on a context that was over the budget and was cut
	Replies    int            `json:"replies"`        // to probes and final tasks
}

// load reads an experiment. It is an arena.Mistake to name one that was played at fewer than two budgets.
func load(ctx context.Context, l *lab.Lab, which string) (Budgeted, error) {
	r, err := l.Load(ctx, which)
	if err != nil {
		return Budgeted{}, err
	}
	if r.Planned.Budgets == nil {
		return Budgeted{}, arena.Mistake{Err: fmt.Errorf("experiment %d wasn't played at several budgets: play one that is, with arena run --budgets 500,1000,2000,4000,8000 --suite extended --stretch 16000", r.Experiment.Number)}
	}
	// What a memory asks for a probe is no part of what was kept for it.
	for i, t := range r.Trials {
		if t.AnswerTokens > 0 {
			r.Trials[i].Cost.ContextTokens = int(t.AnswerTokens)
		}
	}
	return newBudgeted(r), nil
}

// newBudgeted counts a result. A strategy that completed no trial has a line without points.
func newBudgeted(r lab.Result) Budgeted {
	out := Budgeted{Experiment: tally.ExperimentOf(r), Shared: slices.Sorted(slices.Values(r.Planned.Budgets)), Lines: []Line{}}
	budgets := slices.Clone(out.Shared)
	for _, model := range r.Planned.Models {
		for _, strategy := range strategiesOf(r.Planned) {
			line := Line{Strategy: strategy, Model: model, Control: lab.IsControl(strategy), Points: []Point{}}
			for _, budget := range budgets {
				t := tally.Of(r, lab.AtBudget(strategy, budget), model)
				if completed := t.Outcomes().Completed; completed > 0 {
					line.Points = append(line.Points, pointOf(t, budget))
				} else {
					out.Shared = slices.DeleteFunc(out.Shared, func(b int) bool { return b == budget })
				}
			}
			out.Lines = append(out.Lines, line)
		}
	}
	for i := range out.Lines {
		out.Lines[i].Area = areaOf(r, out.Lines[i], out.Shared)
	}
	// Ties keep the order of the plan.
	slices.SortStableFunc(out.Lines, func(a, b Line) int {
		return cmp.Or(slices.Index(r.Planned.Models, a.Model)-slices.Index(r.Planned.Models, b.Model), cmp.Compare(b.Area.Estimate().Mean, a.Area.Estimate().Mean))
	})
	return out
}

// strategiesOf are a plan's strategies, each once whatever its budgets.
func strategiesOf(p lab.Planned) []string {
	var out []string
	for _, name := range p.Strategies {
		if label := lab.WithoutBudget(name); !slices.Contains(out, label) {
			out = append(out, label)
		}
	}
	return out
}

func pointOf(t tally.Tally, budget int) Point {
	cost := t.Cost()
	p := Point{Budget: budget, Answer: t.Kept(arena.LevelAnswer), Tokens: cost.ContextTokens, Saturation: cost.Saturation(), Cut: t.Cut()}
	for _, trial := range t.Completed() {
		p.Replies += len(trial.Score.Findings) + 1
	}
	return p
}

// name is a line's strategy, with its model where there are several.
func (b Budgeted) name(l Line) string {
	if len(b.Experiment.Plan.Models) > 1 {
		return l.Strategy + " " + l.Model
	}
	return l.Strategy
}
