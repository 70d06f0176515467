package curve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/reports"
)

// Budgets is arena lab budgets.
var Budgets = lab.Study{
	Use:   "budgets [EXPERIMENT]",
	Short: "Show what strategies keep within budgets of tokens",
	Long: `Show what each strategy of an experiment keeps within each budget it was played
at (arena run --budgets): the newest experiment, or the one with this number,
name or beginning of its id. area is the mean retention over the budgets that
all strategies share, each doubling counting the same. svg and png draw
retention, cost and, if it is known, time against the tokens kept; csv has one
row per strategy, model and budget; json has every figure with its interval, and
its schema is printed by arena lab budgets --schema.

Conversations should be longer than the largest budget: those of the extended
suite, stretched to 16,000 tokens, are.`,
	Example: `  arena run --suite extended --stretch 16000 --budgets 500,1000,2000,4000,8000 \
    --dialogue scripted --repeats 1
  arena lab budgets
  arena lab budgets --format svg --out budgets.svg`,
	Parts:  parts,
	Schema: schema,
	Read: func(ctx context.Context, l *lab.Lab, named []string) (reports.Document, error) {
		if len(named) > 1 {
			return reports.Document{}, arena.Mistake{Err: errors.New("name one experiment: its budgets are set side by side")}
		}
		c, err := loadBudgets(ctx, l, append(named, "")[0])
		if err != nil {
			return reports.Document{}, err
		}
		return c.within(), nil
	},
}

// loadBudgets reads an experiment. It is an arena.Mistake to name one that was played at fewer than two budgets.
func loadBudgets(ctx context.Context, l *lab.Lab, which string) (Curve, error) {
	r, err := read(ctx, l, which)
	if err != nil {
		return Curve{}, err
	}
	if r.Planned.Budgets == nil {
		return Curve{}, arena.Mistake{Err: fmt.Errorf("experiment %d wasn't played at several budgets: play one that is, with arena run --budgets 500,1000,2000,4000,8000 --suite extended --stretch 16000", r.Experiment.Number)}
	}
	return newBudgets(r), nil
}

// newBudgets counts an experiment. A strategy that completed no trial has a line without points.
func newBudgets(r played) Curve {
	out := of([]played{r}, true)
	out.Shared = slices.DeleteFunc(slices.Sorted(slices.Values(r.Planned.Budgets)), func(budget int) bool {
		return slices.ContainsFunc(out.Lines, func(l Line) bool { return l.at(budget) == nil })
	})
	for i := range out.Lines {
		out.Lines[i].Area = areaOf(r.Result, out.Lines[i], out.Shared)
	}
	// Ties keep the order of the plan.
	slices.SortStableFunc(out.Lines, func(a, b Line) int {
		return cmp.Or(slices.Index(r.Planned.Models, a.Model)-slices.Index(r.Planned.Models, b.Model), cmp.Compare(b.Area.Estimate().Mean, a.Area.Estimate().Mean))
	})
	return out
}

// at is the point of a line at a budget; nil where it has none.
func (l Line) at(budget int) *Point {
	if i := slices.IndexFunc(l.Points, func(p Point) bool { return p.Budget == budget }); i >= 0 {
		return &l.Points[i]
	}
	return nil
}

// within is the curve of an experiment at budgets as a report.
func (c Curve) within() reports.Document {
	e := c.Experiments[0]
	d := c.document("Retention within budgets"+e.Title(), "tokens kept", func(p Point) float64 { return p.Cost.ContextTokens })
	d.Played = reports.Played{ID: e.ID, Number: e.Number, Status: e.Status}
	if e.Note != "" {
		d.Played.Status += ": " + e.Note
	}
	ends := "area: there is none, since not every strategy completed a trial at two budgets."
	if n := len(c.Shared); n > 1 {
		ends = fmt.Sprintf("area: under the line against the logarithm of the budget, from %s to %s tokens, divided by that length: the mean over budgets of which each doubling counts the same.",
			reports.Thousands(float64(c.Shared[0])), reports.Thousands(float64(c.Shared[n-1])))
	}
	areas := reports.Section{Title: "Area under answer retention by budget, %" + e.Title(), Head: []string{"strategy", "area"}, Notes: []string{ends}}
	for _, l := range c.Lines {
		areas.Rows = append(areas.Rows, reports.Row{c.name(l), l.Area})
	}
	d.Sections = []reports.Section{areas, c.table("budget", func(p Point) float64 { return float64(p.Budget) })}
	return d
}
