package main

import (
	"context"
	"errors"
	"path/filepath"
	"runtime"

	"contextarena.internal/internal/input"
	"contextarena.internal/lab"
	"contextarena.internal/lab/curve"
	"contextarena.internal/lab/simulate"
	"contextarena.internal/lab/simulate/compaction"
	"contextarena.internal/lab/simulate/eviction"
	"contextarena.internal/lab/simulate/pruning"
	"contextarena.internal/lab/simulate/selection"
	"contextarena.internal/reports"
)

// studies are the commands of arena lab.
var studies = []func(*call) entry{
	archiveCommand, evolveCommand, experimentCommand, learnCommand, policyCommand,
	readingCommand(curve.Budgets),
	readingCommand(curve.Ladder),
}

// readingCommand is the command of a study that reads experiments.
func readingCommand(study lab.Study) func(*call) entry {
	return func(c *call) entry {
		return entry{
			use: study.Use, short: study.Short, long: study.Long, example: study.Example,
			flags: reading, forms: reports.FormatsOf(study.Parts...), schema: study.Schema,
			read: func(ctx context.Context, l *lab.Lab) (reports.Document, error) { return study.Read(ctx, l, c.args) },
		}
	}
}

var simulateCommand = group("simulate", "Run what forgets under a budget, without a model",
	simulation(eviction.Study), simulation(pruning.Study), simulation(selection.Study), simulation(compaction.Study))

// simulation is the command of one simulation.
func simulation(study simulate.Study) func(*call) entry {
	return func(c *call) entry {
		s := simulate.Settings{Seed: 42, Seeds: 10, Cases: study.Cases, Parallel: runtime.NumCPU()}
		c.flag(&s.Seed, "seed", "the first `SEED`")
		c.flag(&s.Seeds, "seeds", "how many seeds, each one more than that before")
		c.flag(&s.Cases, "cases", "`N` of each seed: a case is a "+study.Case)
		c.flag(&s.Parallel, "parallel", "at most `N` cases at once; it changes no figure")
		trace := ""
		if study.Trace != nil {
			c.flag(&trace, "trace", "play the session in `FILE`, by every seed")
		}
		return entry{
			use: study.Use, short: study.Short, long: study.Long, example: study.Example,
			forms: pictureForms, charts: study.Charts, schema: simulate.Schema,
			check: func() error {
				if trace != "" && c.Flags().Changed("cases") {
					return errors.New("--cases is for generated sessions; --trace is one")
				}
				return s.Check()
			},
			run: func(ctx context.Context) error {
				study := study
				if trace != "" {
					data, err := input.ReadFile(trace, input.Data)
					if err == nil {
						study, err = study.Trace(study, filepath.Base(trace), data)
					}
					if err != nil {
						return usageError{err}
					}
					s.Cases = 1
				}
				p, done := newProgress(c.stderr), 0
				p.things = study.Case + "s"
				s.OnDone = func() {
					done++
					p.show(lab.Progress{Done: done, Total: s.Seeds * s.Cases})
				}
				found, err := study.Run(ctx, s)
				p.close()
				if err != nil {
					return startsAnew{err}
				}
				return c.show(found.Document())
			},
		}
	}
}
