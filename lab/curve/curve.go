// Package curve shows what strategies keep, cost and take along one thing that experiments vary: the tokens that a memory may
// show (arena lab budgets, budgets.go), or the length of the conversation (arena lab ladder, ladder.go).
//
//  1. A study reads the experiments, and refuses those that vary in anything else (match.go).
//  2. The Curve is the result: a Line for each strategy and model, a Point for each budget or length, with the figures that
//     lab/tally counts for all studies. It is also what JSON writes, by schema.json.
//  3. Document says it: tables, records, and a chart (report.go).
package curve

import (
	"cmp"
	"context"
	_ "embed"
	"slices"
	"strconv"
	"time"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/tally"
	"contextarena.internal/reports"
)

// schema describes what a curve is in JSON.
//
//go:embed schema.json
var schema []byte

// Curve is what strategies keep, cost and take as one thing varies.
type Curve struct {
	Experiments []tally.Experiment `json:"experiments"`
	// Shared are the budgets at which every strategy completed a trial, ascending: the area is taken between the first and
	// the last of them. None of a ladder.
	Shared []int  `json:"shared_budgets,omitempty"`
	Lines  []Line `json:"lines"` // of budgets the greatest area first, model by model

	simulated bool
}

// Line is one strategy with one model, in the order of budgets or lengths.
type Line struct {
	Strategy string         `json:"strategy"`
	Model    string         `json:"model"`
	Points   []Point        `json:"points"` // those at which a trial was completed
	Area     reports.Figure `json:"area,omitzero"`
}

// Point is one budget or length. Figures are of completed trials.
type Point struct {
	Experiment    string         `json:"experiment"` // its id
	Stretch       int            `json:"stretch"`    // tokens that were asked for; 0: the scenarios as they stand
	Budget        int            `json:"budget,omitempty"`
	Answer        reports.Figure `json:"answer"`
	Cost          tally.Cost     `json:"cost"`
	AnswerSeconds float64        `json:"answer_seconds,omitempty"` // how long an answer took; 0 where no reply has a time
	Cut           int            `json:"cut_contexts"`             // replies on a context that was over the budget and was cut
}

// usd is what a trial costs: upkeep of the memory, dialogue and final task.
func (p Point) usd() float64 { return p.Cost.WriteUSD + p.Cost.ReadUSD }

// played is one experiment of a curve.
type played struct {
	lab.Result
	// latency is how long the replies to a trial's probes took on average; trials whose replies have no time, such as the
	// simulated model's, are missing.
	latency map[arena.TrialKey]time.Duration
}

// read reads an experiment.
func read(ctx context.Context, l *lab.Lab, which string) (played, error) {
	r, err := l.Load(ctx, which)
	if err != nil {
		return played{}, err
	}
	latency, err := l.DB.AnswerLatency(ctx, r.Experiment.ID)
	return played{r, latency}, err
}

// of are the lines of experiments, whose strategies are one at all budgets if within is true. A point is missing where a
// strategy completed no trial.
func of(all []played, within bool) Curve {
	out := Curve{Experiments: []tally.Experiment{}, Lines: []Line{}}
	for _, r := range all {
		out.Experiments = append(out.Experiments, tally.ExperimentOf(r.Result))
		out.simulated = out.simulated || r.Experiment.Simulated
		for _, t := range tally.All(r.Result) {
			name, budget := t.Strategy, 0
			if within {
				name = lab.WithoutBudget(name)
				budget, _ = strconv.Atoi(t.Strategy[len(name)+1:]) // lab.AtBudget wrote it
			}
			i := slices.IndexFunc(out.Lines, func(l Line) bool { return l.Strategy == name && l.Model == t.Model })
			if i < 0 {
				i = len(out.Lines)
				out.Lines = append(out.Lines, Line{Strategy: name, Model: t.Model, Points: []Point{}})
			}
			if t.Outcomes().Completed > 0 {
				out.Lines[i].Points = append(out.Lines[i].Points, r.point(t, budget))
			}
		}
	}
	for _, l := range out.Lines {
		slices.SortStableFunc(l.Points, func(a, b Point) int {
			return cmp.Or(a.Budget-b.Budget, cmp.Compare(a.Cost.TranscriptTokens, b.Cost.TranscriptTokens))
		})
	}
	return out
}

// point is a strategy at a budget, or in one experiment.
func (r played) point(t tally.Tally, budget int) Point {
	p := Point{
		Experiment: r.Experiment.ID, Stretch: r.Planned.Stretch, Budget: budget,
		Answer: t.Kept(arena.LevelAnswer), Cost: t.Cost(), Cut: t.Cut(),
	}
	var sum time.Duration
	timed := 0
	for _, trial := range t.Completed() {
		if took, ok := r.latency[trial.Key]; ok {
			sum, timed = sum+took, timed+1
		}
	}
	if timed > 0 {
		p.AnswerSeconds = (sum / time.Duration(timed)).Seconds()
	}
	return p
}

// name is a line's strategy, with its model where there are several.
func (c Curve) name(l Line) string {
	if slices.ContainsFunc(c.Lines, func(o Line) bool { return o.Model != l.Model }) {
		return l.Strategy + " " + l.Model
	}
	return l.Strategy
}
