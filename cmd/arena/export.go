package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"contextarena.internal/lab"
	"contextarena.internal/lab/frames"
	"contextarena.internal/lab/original"
	"contextarena.internal/reports"
)

func exportCommand(c *call) entry {
	own := &struct {
		All bool   `flag:"all" usage:"of all experiments"`
		Out string `flag:"out" usage:"write the tables to <FOLDER>, as DIR does"`
	}{}
	return entry{
		use: "export [DIR]", short: "Write trials, verdicts, cycles, calls and the ledger as CSV tables",
		long: `Write the tables trials, verdicts (with question, answer, what was expected, and
the reason), cycles (with the memory), calls, and attempts (the ledger of what
was sent to real models and paid) of an experiment to DIR, as tidy CSV:
trials.csv, verdicts.csv, cycles.csv, calls.csv and attempts.csv. Files of these
names are replaced. The database has the same as views, export_trials and so on.
docs/data-frames.md shows them in pandas.

Cells are exactly what is stored. A spreadsheet may take one that begins with =
for a formula: import it as text.`,
		example: `  arena export tables
  arena export --out tables --in 3
  arena export tables --all`,
		flags: "db in", own: own,
		check: func() error {
			switch {
			case own.All && c.In != "":
				return errors.New("--all and --in exclude each other")
			case own.Out != "" && c.first() != "":
				return fmt.Errorf("--out %s and %s name a folder each: leave one out", own.Out, c.first())
			case own.Out != "":
				c.args = []string{own.Out}
			case c.first() == "":
				return errors.New("name the folder for the tables: arena export --out tables")
			}
			return nil
		},
		run: func(ctx context.Context) error {
			return c.withLab(true, func(l *lab.Lab) error {
				var number int64
				if !own.All {
					e, err := l.Find(ctx, c.In)
					if err != nil {
						return err
					}
					number = e.Number
				}
				if err := os.MkdirAll(c.first(), 0o755); err != nil {
					return usageError{err}
				}
				written, err := frames.Write(ctx, l, number, func(file string, write func(io.Writer) error) error {
					return replaceBy(filepath.Join(c.first(), file), write)
				})
				if err != nil {
					return err
				}
				var said []string
				for _, t := range written {
					said = append(said, fmt.Sprintf("%s.csv (%s)", t.Name, reports.Plural(t.Rows, "row")))
				}
				fmt.Fprintf(c.stderr, "arena: wrote %s to %s\n", strings.Join(said, ", "), c.first())
				return nil
			})
		},
	}
}

func importCommand(c *call) entry {
	return entry{
		use: "context-arena FILE...", short: "Read result files of the original Context Arena",
		long: `Read result files of the original Context Arena as one experiment and print what
it published, what its own rule says of the stored texts, and what today's
matchers say, side by side: the same as arena report prints later.

Known are its files named benchmark, final-leaderboard, qpb-leaderboard,
rlm-loss, rllm-extraction, qtd-qpb-experiment, rlm-nano-baseline and rlm-depth.
A file that is cut, edited or something else is refused with what is wrong and
where, and then nothing of any file is imported. The same files again change
nothing.`,
		example: `  arena import context-arena results/rlm-loss-1771975745614.json
  arena import context-arena results/benchmark-*.json --db old.db`,
		flags: "db wait",
		run: func(ctx context.Context) error {
			files, err := original.Read(c.args...)
			if err != nil {
				return err
			}
			return c.withLab(false, func(l *lab.Lab) error {
				in, there, err := files.Store(ctx, l)
				if err != nil {
					return err
				}
				if there {
					fmt.Fprintf(c.stderr, "arena: these files are experiment %d already; nothing was changed\n", in.Experiment.Number)
				}
				return c.show(in.Document())
			})
		},
	}
}
