package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"contextarena.internal/lab"
	"contextarena.internal/llm"
	"contextarena.internal/reports"
	"contextarena.internal/store"
)

// mergeFlags are the flags of arena merge.
type mergeFlags struct {
	*call
	Watch string        `flag:"watch" usage:"merge the databases of this <FOLDER> as they arrive and change, until nothing is missing"`
	Every time.Duration `flag:"every" default:"30s" want:"more than 0" usage:"how often --watch looks"`
}

func mergeCommand(c *call) entry {
	f := &mergeFlags{call: c}
	return entry{
		use: "merge OUT.db [FILE.db...]", short: "Merge what shards of a run have played",
		long: `Merge the experiments of databases into OUT.db, which is made if it isn't there:
trials, replies, and what was paid. What shards (--shard) played on several
machines is then reported and exported as one machine's. In any order, and
again: a merge that was killed goes on, and one file given twice changes
nothing. Files that have no experiment in common are refused, and so is an
experiment of another program, or with a trial that was played otherwise:
nothing of it is merged.

With --watch a file that can't be read yet, or is still being played, is tried
again when it has changed.

Exit 3 if trials of an experiment are still missing, or weren't completed.`,
		example: `  arena run --shard 1/2 --scenario early-fact-recall --db s1.db
  arena run --shard 2/2 --scenario early-fact-recall --db s2.db
  arena merge all.db s1.db s2.db
  arena merge all.db --watch shards`,
		flags: "wait", own: f,
		check: func() error {
			switch {
			case f.Watch == "" && f.Flags().Changed("every"):
				return errors.New("--every is for --watch: name the folder that the shards come to")
			case f.Watch != "" && len(c.args) == 1:
				return nil
			}
			if f.Watch != "" || len(c.args) < 2 {
				return errors.New("name the new database and those to merge, or the folder that they come to: arena merge all.db s1.db s2.db, arena merge all.db --watch shards")
			}
			return nil
		},
		run: func(ctx context.Context) error {
			c.DB = c.args[0]
			done := merged{last: map[string]lab.Merged{}, played: map[string][2]string{}}
			if f.Watch != "" {
				return c.withLab(false, func(l *lab.Lab) error { return f.watch(ctx, l, &done) })
			}
			from, closeAll, err := mergeable(ctx, c.args[0], c.args[1:], &done)
			defer closeAll()
			if err != nil {
				return err
			}
			return c.withLab(false, func(l *lab.Lab) error {
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
	// played says in which file an experiment is first, and by which program.
	played map[string][2]string
}

// whole reports whether nothing of them is missing.
func (m *merged) whole() bool {
	return len(m.order) > 0 && !slices.ContainsFunc(m.order, func(id string) bool { return m.last[id].Experiment.Status != store.Complete })
}

// watch merges what stands in a folder, and again what has changed since, until nothing is missing.
func (f *mergeFlags) watch(ctx context.Context, l *lab.Lab, done *merged) error {
	tried := map[string]string{}
	for {
		names, err := filepath.Glob(filepath.Join(f.Watch, "*.db"))
		if _, missing := os.Stat(f.Watch); err != nil || missing != nil {
			return refuse(errors.Join(err, missing))
		}
		news := false
		for _, name := range names {
			info, err := os.Stat(name)
			if err != nil || sameFile(info, f.DB) {
				continue
			}
			state := fmt.Sprint(info.Size(), info.ModTime())
			if tried[name] == state {
				continue
			}
			tried[name] = state
			from, closeAll, err := mergeable(ctx, f.DB, []string{name}, done)
			if err == nil {
				err = f.merge(ctx, l, from, done)
				closeAll()
				if err != nil {
					return err
				}
				news = true
				continue
			}
			closeAll()
			fmt.Fprintf(f.stderr, "arena: %v: tried again when it has changed\n", err)
		}
		if done.whole() {
			return f.mergedAll(done)
		}
		for _, id := range done.order {
			if news {
				fmt.Fprintf(f.stderr, "arena: experiment %.8s: %d of %d trials\n", id, done.last[id].Trials, done.last[id].Planned)
			}
		}
		if err := llm.Wait(ctx, f.Every); err != nil {
			return err
		}
	}
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

// mergeable opens the databases to merge. Each has to share an experiment with one before it, or one that was merged.
func mergeable(ctx context.Context, out string, names []string, done *merged) (all []source, closeAll func(), err error) {
	var errs []error
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
		common := len(done.played) == 0
		for _, e := range s.experiments {
			first, shared := done.played[e.ID]
			if shared && first[1] != e.Program {
				errs = append(errs, fmt.Errorf("experiment %.12s was played by arena %s in %s and by %s in %s: play both with one program", e.ID, first[1], first[0], e.Program, name))
			}
			common = common || shared
		}
		for _, e := range s.experiments {
			if _, shared := done.played[e.ID]; common && !shared { // what a file that is refused has is nobody's
				done.played[e.ID] = [2]string{name, e.Program}
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
	if !done.whole() {
		return errIncomplete
	}
	return nil
}
