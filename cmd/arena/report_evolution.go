package main

import (
	"github.com/spf13/cobra"

	"contextarena.internal/lab"
	"contextarena.internal/lab/evolution"
)

func reportEvolutionCommand(w *world, o *options) *cobra.Command {
	s := &show{formats: pictureForms, charts: evolution.Charts, schema: evolution.Schema}
	var views []string
	cmd := &cobra.Command{
		Use:   "evolution [EXPERIMENT]",
		Short: "Print what a search of pipelines found, and how to use it",
		Long: `Print what arena lab evolve found: the newest evolution, or the experiment with
this number, name or beginning of its id. docs/emas.md says how to read it.

table and md have the grid, the elites with what fresh repeats and held-out
scenarios make of them, what fitness depends on, how well routers choose among
the elites, and the verdicts on what was expected. csv has one row per elite;
json has everything, and its schema is printed by arena report evolution
--schema. svg and png draw the archive.

No provider is asked. The simulated model names the kinds of conversations for
the router by label; a real one does at arena lab policy export-archive.`,
		Example: `  arena report evolution
  arena report evolution 2 --format md --out evolution.md
  arena report evolution --out archive.svg
  arena report evolution --format csv --out elites.csv`,
		Args: atLeast(0),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := refuse(s.check(), knownViews(views, evolution.Views), s.viewed(views)); err != nil {
				return err
			}
			return w.withLab(cmd, o, true, func(l *lab.Lab) error {
				found, err := evolution.Analyse(cmd.Context(), l, first(args))
				if err != nil {
					return err
				}
				return s.write(found.Document().Only(views...))
			})
		},
	}
	viewsFlag(cmd, &views, evolution.Views)
	s.add(cmd, w, o)
	o.readFlags(cmd)
	w.quietFlag(cmd)
	return cmd
}
