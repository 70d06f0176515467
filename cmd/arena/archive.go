package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"contextarena.internal/lab"
	"contextarena.internal/lab/views"
)

func archiveCommand(w *world, o *options) *cobra.Command {
	return group("archive", "Show, export or look into the archive of a search (arena lab evolve)", archiveShow(w, o), archiveExport(w, o), archiveCell(w, o))
}

// archive reads the archive of an experiment, the newest without a name.
func (w *world) archive(cmd *cobra.Command, o *options, args []string, f func(views.Archive) error) error {
	which := ""
	if len(args) > 0 {
		which = args[0]
	}
	return w.withLab(cmd, o, true, func(l *lab.Lab) error {
		e, err := l.LoadEvolution(context.WithoutCancel(cmd.Context()), which)
		if err != nil {
			return err
		}
		return f(views.NewArchive(e))
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
			return w.archive(cmd, o, args, func(a views.Archive) error { return a.Table(w.stdout) })
		},
	}
	o.archiveFlags(cmd)
	return cmd
}

func archiveExport(w *world, o *options) *cobra.Command {
	s := &show{}
	cmd := &cobra.Command{
		Use:   "export [EXPERIMENT]",
		Short: "Write the archive with every evaluation as JSON",
		Long: `Write the archive with every evaluation as JSON.

The same settings give the same bytes, however often the search was interrupted
and at any parallelism.`,
		Example: `  arena lab archive export --out archive.json`,
		Args:    atLeast(0),
		RunE: func(cmd *cobra.Command, args []string) error {
			return w.archive(cmd, o, args, func(a views.Archive) error {
				return s.write(forms{"": a.JSON})
			})
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
			return w.archive(cmd, o, []string{experiment}, func(a views.Archive) error {
				cell, err := cellOf(args[0], a)
				if err != nil {
					return usageError{err}
				}
				there, err := a.Cell(w.stdout, cell)
				if err == nil && !there {
					err = usageError{fmt.Errorf("cell %s is empty (see arena lab archive show)", args[0])}
				}
				return err
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

// cellOf reads a cell's name.
func cellOf(name string, a views.Archive) ([]int, error) {
	var cell []int
	parts := strings.Split(name, ",")
	for i, part := range parts {
		bin, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil || len(parts) != len(a.Axes) || bin < 0 || bin >= a.Axes[i].Bins {
			var want []string
			for _, x := range a.Axes {
				want = append(want, fmt.Sprintf("0 to %d of %s", x.Bins-1, x.Name))
			}
			return nil, fmt.Errorf("cell %q: want the bins %s", name, strings.Join(want, ", then "))
		}
		cell = append(cell, bin)
	}
	return cell, nil
}
