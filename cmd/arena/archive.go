package main

import (
	"context"

	"github.com/spf13/cobra"

	"contextarena.internal/lab"
	"contextarena.internal/lab/evolution"
	"contextarena.internal/reports"
)

func archiveCommand(w *world, o *options) *cobra.Command {
	return group("archive", "Show, export or look into what a search found (evolve)", archiveShow(w, o), archiveExport(w, o), archiveCell(w, o))
}

// archive reads the archive of an experiment, the newest without a name.
func (w *world) archive(cmd *cobra.Command, o *options, which string, f func(evolution.Archive) error) error {
	return w.withLab(cmd, o, true, func(l *lab.Lab) error {
		r, err := evolution.Load(context.WithoutCancel(cmd.Context()), l, which)
		if err != nil {
			return err
		}
		return f(r.Archive)
	})
}

func archiveShow(w *world, o *options) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "show [EXPERIMENT]",
		Short: "Print the grid and its elites",
		Example: `  arena lab archive show
  arena lab archive show 3`,
		Args: atLeast(0),
		RunE: func(cmd *cobra.Command, args []string) error {
			return w.withLab(cmd, o, true, func(l *lab.Lab) error {
				r, err := evolution.Analyse(context.WithoutCancel(cmd.Context()), l, first(args))
				if err != nil {
					return err
				}
				return r.Document().Only("grid", "elites").Write(w.stdout, "table", "")
			})
		},
	}
	o.archiveFlags(cmd)
	return cmd
}

func archiveExport(w *world, o *options) *cobra.Command {
	s := &show{format: "json"}
	cmd := &cobra.Command{
		Use:   "export [EXPERIMENT]",
		Short: "Write the archive with every evaluation as JSON",
		Long: `Write the archive with every evaluation as JSON.

The same settings give the same bytes, however often the search was interrupted
and at any parallelism.`,
		Example: `  arena lab archive export --out archive.json`,
		Args:    atLeast(0),
		RunE: func(cmd *cobra.Command, args []string) error {
			return w.archive(cmd, o, first(args), func(a evolution.Archive) error { return s.write(reports.Document{Simulated: a.Simulated, Data: a}) })
		},
	}
	s.add(cmd, w, o)
	o.archiveFlags(cmd)
	return cmd
}

func archiveCell(w *world, o *options) *cobra.Command {
	var experiment string
	cmd := &cobra.Command{
		Use:   "cell BIN,BIN",
		Short: "Print one cell's elite with its settings and history",
		Long: `Print one cell's elite with its settings and history.

A cell is named by the bin of each descriptor, from 0, as arena lab archive show
prints it.`,
		Example: `  arena lab archive cell 4,3
  arena lab archive cell 0,2 --experiment 3`,
		Args: atLeast(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return w.archive(cmd, o, experiment, func(a evolution.Archive) error {
				d, err := a.Cell(args[0])
				if err != nil {
					return err
				}
				return d.Write(w.stdout, "table", "")
			})
		},
	}
	cmd.Flags().StringVar(&experiment, "experiment", "", "look into this experiment (default: the newest search)")
	o.archiveFlags(cmd)
	return cmd
}

func (o *options) archiveFlags(cmd *cobra.Command) {
	o.dbFlag(cmd)
	o.waitFlag(cmd)
	o.pricesFlag(cmd)
	o.scenariosFlag(cmd)
}
