package ladder

import (
	"context"

	"contextarena.internal/lab"
	"contextarena.internal/reports"
)

// Study is arena lab ladder.
var Study = lab.Study{
	Use:   "ladder EXPERIMENT EXPERIMENT...",
	Short: "Set experiments of different lengths side by side",
	Long: `Set two or more experiments side by side that ask for the same facts in
conversations of different lengths (arena run --stretch): what each strategy
keeps, costs and takes by the tokens of the conversation. svg draws it; csv has
one row per strategy, model and rung; json has every figure with its interval,
and its schema is printed by arena lab ladder --schema.`,
	Example: `  arena lab ladder 1 2 3
  arena lab ladder 1 2 3 4 5 --format svg --out ladder.svg`,
	Parts:  []reports.Part{reports.Prose, reports.Rows, reports.Values, reports.Drawing},
	Schema: schema,
	Read: func(ctx context.Context, l *lab.Lab, named []string) (reports.Document, error) {
		found, err := load(ctx, l, named)
		return found.Document(), err
	},
}
