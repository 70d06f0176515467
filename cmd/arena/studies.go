package main

import (
	"github.com/spf13/cobra"

	"contextarena.internal/lab"
	"contextarena.internal/lab/curve"
	"contextarena.internal/reports"
)

// reading are the studies of arena lab that read experiments and play nothing.
var reading = []lab.Study{
	curve.Budgets, curve.Ladder,
}

// studies are the commands of arena lab.
func studies(w *world, o *options) []*cobra.Command {
	out := []*cobra.Command{
		archiveCommand(w, o), calibrateCommand(w, o), checkCommand(w, o), evolveCommand(w, o), experimentCommand(w, o),
		learnCommand(w, o), policyCommand(w, o),
	}
	for _, s := range reading {
		out = append(out, readingCommand(w, o, s))
	}
	return out
}

// readingCommand is the command of a study that reads experiments.
func readingCommand(w *world, o *options, study lab.Study) *cobra.Command {
	s := &show{formats: reports.FormatsOf(study.Parts...), schema: study.Schema}
	cmd := &cobra.Command{
		Use: study.Use, Short: study.Short, Long: study.Long, Example: study.Example,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := refuse(s.check()); err != nil {
				return err
			}
			return w.withLab(cmd, o, true, func(l *lab.Lab) error {
				d, err := study.Read(cmd.Context(), l, args)
				if err != nil {
					return err
				}
				return s.write(d)
			})
		},
	}
	s.add(cmd, w, o)
	o.readFlags(cmd)
	return cmd
}
