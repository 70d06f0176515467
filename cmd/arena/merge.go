package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"contextarena.internal/lab"
	"contextarena.internal/reports"
	"contextarena.internal/store"
)

func mergeCommand(c *call) entry {
	return entry{
		use: "merge OUT.db FILE.db...", short: "Merge what shards of a run have played",
		long: `Merge the experiments of databases into OUT.db, which is made if it isn't there:
trials, replies, and what was paid. What shards (--shard) played on several
machines is then reported and exported as one machine's. In any order, and
again: a merge that was killed goes on, and one file given twice changes
nothing. Files that have no experiment in common are refused, and so is an
experiment of another program, or with a trial that was played otherwise:
nothing of it is merged.

Exit 3 if trials of an experiment are still missing, or weren't completed, so
that files are merged as they arrive, until nothing is missing, by
  until arena merge all.db shards/*.db; do sleep 30; done`,
		example: `  arena run --shard 1/2 --scenario early-fact-recall --db s1.db
  arena run --shard 2/2 --scenario early-fact-recall --db s2.db
  arena merge all.db s1.db s2.db`,
		flags: "wait",
		check: func() error {
			if len(c.args) < 2 {
				return errors.New("name the new database and those to merge: arena merge all.db s1.db s2.db")
			}
			return nil
		},
		run: func(ctx context.Context) error {
			c.DB = c.args[0]
			from, closeAll, err := mergeable(ctx, c.args[0], c.args[1:])
			defer closeAll()
			if err != nil {
				return err
			}
			return c.withLab(false, func(l *lab.Lab) error {
				done := merged{last: map[string]lab.Merged{}}
				if err := c.merge(ctx, l, from, &done); err != nil {
					return err
				}
				return c.mergedAll(&done)
			})
		},
	}
}

// merged are the experiments that were merged, in the order in which they came, with what was made of each last.
type merged struct {
	order []string
	last  map[string]lab.Merged
}

// sameFile reports whether a file is the one with this name.
func sameFile(info os.FileInfo, name string) bool {
	other, err := os.Stat(name)
	return err == nil && os.SameFile(info, other)
}

// source is a database to merge.
type source struct {
	name        string
	db          *store.DB
	experiments []store.Experiment
}

// mergeable opens the databases to merge. Each has to share an experiment with one before it.
func mergeable(ctx context.Context, out string, names []string) (all []source, closeAll func(), err error) {
	var errs []error
	played := map[string][2]string{} // in which file an experiment is first, and by which program
	for _, name := range names {
		if info, err := os.Stat(name); err == nil && sameFile(info, out) {
			errs = append(errs, fmt.Errorf("%s is what the others are merged into: name it once", name))
			continue
		}
		db, err := store.Open(ctx, name, store.Options{ReadOnly: true})
		if err != nil {
			errs = append(errs, err)
			continue
		}
		s := source{name: name, db: db}
		s.experiments, err = lab.Mergeable(ctx, db)
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", name, err))
		}
		common := len(played) == 0
		for _, e := range s.experiments {
			first, shared := played[e.ID]
			if shared && first[1] != e.Program {
				errs = append(errs, fmt.Errorf("experiment %.12s was played by arena %s in %s and by %s in %s: play both with one program", e.ID, first[1], first[0], e.Program, name))
			}
			common = common || shared
		}
		for _, e := range s.experiments {
			if _, shared := played[e.ID]; common && !shared { // what a file that is refused has is nobody's
				played[e.ID] = [2]string{name, e.Program}
			}
		}
		if err == nil && !common {
			errs = append(errs, fmt.Errorf("%s has no experiment that the others have: they are of other plans, seeds or versions", name))
		}
		all = append(all, s)
	}
	return all, func() {
		for _, s := range all {
			_ = s.db.Close() // it was only read
		}
	}, refuse(errs...)
}

// merge merges each in turn.
func (c *call) merge(ctx context.Context, l *lab.Lab, from []source, done *merged) error {
	for _, s := range from {
		for _, e := range s.experiments {
			m, err := l.Merge(ctx, s.db, e)
			if err != nil {
				return err
			}
			fmt.Fprintf(c.stderr, "arena: %s: %s of experiment %.8s new\n", s.name, reports.Plural(m.Taken, "trial"), e.ID)
			if _, known := done.last[e.ID]; !known {
				done.order = append(done.order, e.ID)
			}
			done.last[e.ID] = m
		}
	}
	return nil
}

// mergedAll says what came of every experiment.
func (c *call) mergedAll(done *merged) error {
	for _, id := range done.order {
		m := done.last[id]
		note := m.Experiment.Note
		if note != "" {
			note = ": " + note
		}
		trials := ""
		if m.Planned > 0 {
			trials = fmt.Sprintf("%d of %d trials, ", m.Trials, m.Planned)
		}
		if err := c.line("experiment %d (%.8s): %s%s%s", m.Experiment.Number, id, trials, m.Experiment.Status, note); err != nil {
			return err
		}
	}
	return whole(!slices.ContainsFunc(done.order, func(id string) bool { return done.last[id].Experiment.Status != store.Complete }), nil)
}
