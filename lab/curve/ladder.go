package curve

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/reports"
)

// Ladder is arena lab ladder.
var Ladder = lab.Study{
	Use:   "ladder EXPERIMENT EXPERIMENT...",
	Short: "Set experiments of different lengths side by side",
	Long: `Set two or more experiments side by side that ask for the same facts in
conversations of different lengths (arena run --stretch): what each strategy
keeps, costs and takes by the tokens of the conversation. svg draws it; csv has
one row per strategy, model and rung; json has every figure with its interval,
and its schema is printed by arena lab ladder --schema.`,
	Example: `  arena lab ladder 1 2 3
  arena lab ladder 1 2 3 4 5 --format svg --out ladder.svg`,
	Parts:  parts,
	Schema: schema,
	Read: func(ctx context.Context, l *lab.Lab, named []string) (reports.Document, error) {
		all, err := loadLadder(ctx, l, named)
		if err != nil {
			return reports.Document{}, err
		}
		return of(all, false).ladder(), nil
	},
}

// loadLadder reads several experiments. It is an arena.Mistake to name fewer than two or one twice, and to name experiments
// that aren't complete, have no strategy in common, differ in more than length or ask for different probes: a difference
// in length would then mean nothing.
func loadLadder(ctx context.Context, l *lab.Lab, which []string) ([]played, error) {
	if len(which) < 2 {
		return nil, arena.Mistake{Err: errors.New("a ladder has two experiments or more: name them all (see arena experiments)")}
	}
	var all []played
	for _, name := range which {
		r, err := read(ctx, l, name)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(all, func(o played) bool { return o.Experiment.ID == r.Experiment.ID }) {
			return nil, arena.Mistake{Err: fmt.Errorf("experiment %d is named twice", r.Experiment.Number)}
		}
		all = append(all, r)
	}
	if err := match(all); err != nil {
		return nil, arena.Mistake{Err: err}
	}
	return all, nil
}

// ladder is the curve over lengths as a report.
func (c Curve) ladder() reports.Document {
	var suites []string
	for _, e := range c.Experiments {
		if !slices.Contains(suites, e.Plan.Suite) {
			suites = append(suites, e.Plan.Suite)
		}
	}
	title := fmt.Sprintf("Scale ladder%s: %s (%s)", reports.Simulated(c.simulated), reports.Plural(len(suites), "suite"), strings.Join(suites, ", "))
	tokens := func(p Point) float64 { return p.Cost.TranscriptTokens }
	d := c.document(title, "tokens of the conversation", tokens)
	d.Sections = []reports.Section{c.table("tokens", tokens)}
	return d
}
