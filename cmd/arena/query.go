package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"contextarena.internal/lab"
	"contextarena.internal/lab/query"
)

func dbQueryCommand(w *world, o *options) *cobra.Command {
	s := &show{formats: textForms, schema: query.Schema}
	var in string
	var set []string
	var source bool
	cmd := &cobra.Command{
		Use:   "query FILE",
		Short: "Ask a database in SQL, by a file of yours or of the program",
		Long: `Ask a database in SQL. FILE is a file, - for standard input, or one of the
program's own questions: ` + strings.Join(query.Names(), ", ") + `.
--source prints such a one, to begin your own with.

A query reads the views export_experiments, export_trials, export_verdicts and
so on; it can't write. share(scenario, value) is a mean with its interval over
scenarios, paired(scenario, a, b) that of a difference. :experiment is the
number of the experiment, and other names are those of --set.
docs/data-frames.md has the columns, and the comments by which a file says
title and notes.`,
		Example: `  arena db query failures --set strategy=rlm
  arena db query loss --source > mine.sql
  arena db query mine.sql --in 3 --format csv --out mine.csv
  echo "SELECT count(*) FROM export_trials" | arena db query -`,
		Args: atLeast(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			q, text, err := w.question(args[0])
			if source {
				_, err := w.stdout.Write(text)
				return err
			}
			values := map[string]any{}
			for _, one := range set {
				name, value, ok := strings.Cut(one, "=")
				if !ok || name == "" {
					err = errors.Join(err, fmt.Errorf("--set %s: want NAME=VALUE", one))
				}
				values[name] = value
			}
			if err := refuse(s.check(), err); err != nil {
				return err
			}
			return w.withLab(cmd, o, true, func(l *lab.Lab) error {
				e, err := l.Find(cmd.Context(), in)
				if err != nil {
					return err
				}
				values["experiment"] = e.Number
				a, err := q.Ask(cmd.Context(), l.DB, values)
				if err != nil {
					return err
				}
				return s.write(a.Document())
			})
		},
	}
	cmd.Flags().StringVar(&in, "in", "", "about this `EXPERIMENT` (default: the newest)")
	cmd.Flags().StringArrayVar(&set, "set", nil, "give :name a value, as `NAME=VALUE` (again for more)")
	cmd.Flags().BoolVar(&source, "source", false, "print the SQL, and ask nothing")
	s.add(cmd, w, o)
	o.dbFlag(cmd)
	return cmd
}

// question is one of the program's, or a file.
func (w *world) question(name string) (query.Question, []byte, error) {
	if slices.Contains(query.Names(), name) {
		return query.Of(name), query.Text(name), nil
	}
	text, err := w.read(name)
	if err != nil {
		return query.Question{}, nil, err
	}
	if name == "-" {
		name = "standard input"
	}
	q, err := query.Parse(name, text)
	return q, text, err
}
