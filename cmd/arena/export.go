package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"contextarena.internal/lab"
	"contextarena.internal/lab/frames"
	"contextarena.internal/reports"
)

func exportCommand(w *world, o *options) *cobra.Command {
	var in string
	var all bool
	cmd := &cobra.Command{
		Use:   "export DIR",
		Short: "Write trials, verdicts, cycles, calls and the ledger as CSV tables",
		Long: `Write the tables trials, verdicts (with question, answer, what was expected, and
the reason), cycles (with the memory), calls, and attempts (the ledger of what
was sent to real models and paid) of an experiment to DIR, as tidy CSV:
trials.csv, verdicts.csv, cycles.csv, calls.csv and attempts.csv. Files of these
names are replaced. The database has the same as views, export_trials and so on.
docs/data-frames.md shows them in pandas, DuckDB and R.

Cells are exactly what is stored. A spreadsheet may take one that begins with =
for a formula: import it as text.`,
		Example: `  arena export tables
  arena export tables --in 3
  arena export tables --all`,
		Args: upTo(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if all && in != "" {
				return usageError{errors.New("--all and --in exclude each other")}
			}
			return w.withLab(cmd, o, true, func(l *lab.Lab) error {
				var number int64
				if !all {
					e, err := l.Find(cmd.Context(), in)
					if err != nil {
						return err
					}
					number = e.Number
				}
				if err := os.MkdirAll(args[0], 0o755); err != nil {
					return usageError{err}
				}
				written, err := frames.Write(cmd.Context(), l.DB, number, func(file string, write func(io.Writer) error) error {
					return replaceBy(filepath.Join(args[0], file), write)
				})
				if err != nil {
					return err
				}
				var said []string
				for _, t := range written {
					said = append(said, fmt.Sprintf("%s.csv (%s)", t.Name, reports.Plural(t.Rows, "row")))
				}
				fmt.Fprintf(w.stderr, "arena: wrote %s to %s\n", strings.Join(said, ", "), args[0])
				return nil
			})
		},
	}
	cmd.Flags().StringVar(&in, "in", "", "of this `EXPERIMENT` (default: the newest)")
	cmd.Flags().BoolVar(&all, "all", false, "of all experiments")
	o.dbFlag(cmd)
	return cmd
}
