package main

import (
	"github.com/spf13/cobra"

	"contextarena.internal/lab"
	"contextarena.internal/lab/page"
)

func reportNightsCommand(w *world, o *options) *cobra.Command {
	s := &show{formats: reportForms}
	cmd := &cobra.Command{
		Use:   "nights [EXPERIMENT]",
		Short: "Print the nights of a nightly file, and where they changed",
		Long: `Print what each strategy kept and cost in every night of a nightly file, the
oldest first, and the nights from which on its level differs from before. The
nights are those that share the file of the newest one, or of the experiment
with this number, name or beginning of its id.`,
		Example: `  arena report nights
  arena report nights --format html --out nights.html`,
		Args: atLeast(0),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := refuse(s.check()); err != nil {
				return err
			}
			return w.withLab(cmd, o, true, func(l *lab.Lab) error {
				found, simulated, err := page.NightsOf(cmd.Context(), l, first(args))
				if err != nil {
					return err
				}
				return s.write(found.Document(simulated))
			})
		},
	}
	s.add(cmd, w, o)
	o.readFlags(cmd)
	return cmd
}
