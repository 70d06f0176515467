package budgeted

import (
	"context"
	"errors"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/reports"
)

// Study is arena lab budgets.
var Study = lab.Study{
	Use:   "budgets [EXPERIMENT]",
	Short: "Show what strategies keep within budgets of tokens",
	Long: `Show what each strategy of an experiment keeps within each budget it was played
at (arena run --budgets): the newest experiment, or the one with this number,
name or beginning of its id. area is the mean retention over the budgets that
all strategies share, each doubling counting the same. svg and png draw
retention against the tokens kept; csv has one row per strategy, model and
budget; json has every figure with its interval, and its schema is printed by
arena lab budgets --schema.

Conversations should be longer than the largest budget: those of the extended
suite, stretched to 16,000 tokens, are.`,
	Example: `  arena run --suite extended --stretch 16000 --budgets 500,1000,2000,4000,8000 \
    --dialogue scripted --repeats 1
  arena lab budgets
  arena lab budgets --format svg --out budgets.svg`,
	Parts:  []reports.Part{reports.Prose, reports.Rows, reports.Values, reports.Drawing, reports.Pixels},
	Schema: schema,
	Read: func(ctx context.Context, l *lab.Lab, named []string) (reports.Document, error) {
		if len(named) > 1 {
			return reports.Document{}, arena.Mistake{Err: errors.New("name one experiment: its budgets are set side by side")}
		}
		found, err := load(ctx, l, append(named, "")[0])
		return found.Document(), err
	},
}
