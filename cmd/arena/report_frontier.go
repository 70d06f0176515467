package main

import (
	"errors"

	"github.com/spf13/cobra"

	"contextarena.internal/lab"
	"contextarena.internal/lab/frontier"
)

func reportFrontierCommand(w *world, o *options) *cobra.Command {
	s := &show{formats: pictureForms, charts: frontier.Charts, schema: frontier.Schema}
	var study bool
	var views []string
	cmd := &cobra.Command{
		Use:   "frontier [EXPERIMENT]",
		Short: "Print what a sweep found: the cost-retention frontier",
		Long: `Print what a sweep found: the newest, or the experiment with this number, name
or beginning of its id. docs/frontier.md says how to read it.

table and md have the front with what it owes to luck, the cheapest
configuration for each floor of retention by the number of questions, the effect
of each setting, what racing would have found, and the verdicts on what was
expected. csv has one row per configuration; json has everything, and its schema
is printed by arena report frontier --schema. svg and png draw one chart:
cost against retention, the break-evens, or the effects.

--study replays an exhaustive sweep adaptively and at random, for half a minute
more. The effects take a surface for each scenario left out: on the builtin
space about half a minute.`,
		Example: `  arena report frontier
  arena report frontier --view floors --view effects
  arena report frontier 2 --format md --out frontier.md
  arena report frontier --format svg --chart break-even --out break-even.svg
  arena report frontier --format csv --out points.csv`,
		Args: atLeast(0),
		RunE: func(cmd *cobra.Command, args []string) error {
			err := s.check()
			if study && (s.picture() || s.format == "csv") {
				err = errors.Join(err, errors.New("--study is for table, md and json"))
			}
			if err := refuse(err, knownViews(views, frontier.Views), s.viewed(views)); err != nil {
				return err
			}
			return w.withLab(cmd, o, true, func(l *lab.Lab) error {
				detail := frontier.Detail{Explain: true}
				switch {
				case s.picture() || s.format == "csv":
					detail.Explain = s.draws(frontier.ChartEffects)
				case len(views) > 0:
					detail = frontier.DetailOf(views)
				}
				detail.Study = study
				found, err := frontier.Load(cmd.Context(), l, first(args), detail)
				if err != nil {
					return err
				}
				return s.write(found.Document().Only(views...))
			})
		},
	}
	cmd.Flags().BoolVar(&study, "study", false, "compare picking points by a surface with drawing them, on an exhaustive sweep")
	viewsFlag(cmd, &views, frontier.Views)
	s.add(cmd, w, o)
	o.readFlags(cmd)
	w.quietFlag(cmd)
	return cmd
}
