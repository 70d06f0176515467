package main

import (
	"github.com/spf13/cobra"

	"contextarena.internal/lab"
	"contextarena.internal/lab/frontier"
)

func reportFrontierCommand(w *world, o *options) *cobra.Command {
	s := &show{formats: pictureForms, schema: frontier.Schema}
	var views []string
	cmd := &cobra.Command{
		Use:   "frontier [EXPERIMENT]",
		Short: "Print what a sweep found: the cost-retention frontier",
		Long: `Print what a sweep found: the newest, or the experiment with this number, name
or beginning of its id. docs/frontier.md says how to read it.

table and md have the front, the cheapest configuration for each floor of
retention by the number of questions, and the effect of each setting. csv has
one row per configuration; json has everything, and its schema is printed by
arena report frontier --schema. svg and png draw cost against retention.`,
		Example: `  arena report frontier
  arena report frontier --view floors --view effects
  arena report frontier 2 --format md --out frontier.md
  arena report frontier --out frontier.svg
  arena report frontier --format csv --out points.csv`,
		Args: atLeast(0),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := refuse(s.check(), knownViews(views, frontier.Views), s.viewed(views)); err != nil {
				return err
			}
			return w.withLab(cmd, o, true, func(l *lab.Lab) error {
				found, err := frontier.Load(cmd.Context(), l, first(args))
				if err != nil {
					return err
				}
				return s.write(found.Document().Only(views...))
			})
		},
	}
	viewsFlag(cmd, &views, frontier.Views)
	s.add(cmd, w, o)
	o.readFlags(cmd)
	w.quietFlag(cmd)
	return cmd
}
