package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/lab"
	"contextarena.internal/lab/query"
)

func queryCommand(c *call) entry {
	own := &struct {
		In     string   `flag:"in" usage:"about this <EXPERIMENT> (default: the newest)"`
		Set    []string `flag:"set" usage:"give :name a value, as <NAME=VALUE> (again for more)"`
		Source bool     `flag:"source" usage:"print the SQL, and ask nothing"`
	}{}
	return entry{
		use: "query FILE", short: "Ask a database in SQL, by a file of yours or of the program",
		long: `Ask a database in SQL. FILE is a file, - for standard input, or one of the
program's own questions: ` + strings.Join(query.Names(), ", ") + `.
--source prints such a one, to begin your own with.

A query reads the views export_experiments, export_trials, export_verdicts and
so on; it can't write. share(scenario, value) is a mean with its interval over
scenarios, paired(scenario, a, b) that of a difference. :experiment is the
number of the experiment, and other names are those of --set.
docs/data-frames.md has the columns, and the comments by which a file says
title and notes.`,
		example: `  arena db query failures --set strategy=rlm
  arena db query loss --source > mine.sql
  arena db query mine.sql --in 3 --format csv --out mine.csv
  echo "SELECT count(*) FROM export_trials" | arena db query -`,
		flags: "db", own: own, forms: textForms, schema: query.Schema,
		run: func(ctx context.Context) error {
			q, text, err := c.question(c.first())
			if own.Source {
				_, err := c.stdout.Write(text)
				return err
			}
			values := map[string]any{}
			for _, one := range own.Set {
				name, value, ok := strings.Cut(one, "=")
				if !ok || name == "" {
					err = errors.Join(err, fmt.Errorf("--set %s: want NAME=VALUE", one))
				}
				values[name] = value
			}
			if err := refuse(err); err != nil {
				return err
			}
			return c.withLab(true, func(l *lab.Lab) error {
				e, err := l.Find(ctx, own.In)
				if err != nil {
					return err
				}
				values["experiment"] = e.Number
				a, err := q.Ask(ctx, l.DB, values)
				if err != nil {
					return err
				}
				return c.show(a.Document())
			})
		},
	}
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
