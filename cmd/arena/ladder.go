package main

import (
	"github.com/spf13/cobra"

	"contextarena.internal/lab"
	"contextarena.internal/lab/ladder"
)

func ladderCommand(w *world, o *options) *cobra.Command {
	s := &show{formats: drawnForms, schema: ladder.Schema}
	cmd := &cobra.Command{
		Use:   "ladder EXPERIMENT EXPERIMENT...",
		Short: "Set experiments of different lengths side by side",
		Long: `Set two or more experiments side by side that ask for the same facts in
conversations of different lengths (arena run --stretch): what each strategy
keeps, costs and takes by the tokens of the conversation. svg draws it; csv has
one row per strategy, model and rung; json has every figure with its interval,
and its schema is printed by arena lab ladder --schema.`,
		Example: `  arena lab ladder 1 2 3
  arena lab ladder 1 2 3 4 5 --format svg --out ladder.svg`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := refuse(s.check()); err != nil {
				return err
			}
			return w.withLab(cmd, o, true, func(l *lab.Lab) error {
				found, err := ladder.Load(cmd.Context(), l, args)
				if err != nil {
					return err
				}
				return s.write(found.Document())
			})
		},
	}
	s.add(cmd, w, o)
	o.readFlags(cmd)
	return cmd
}
