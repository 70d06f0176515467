package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"contextarena.internal/lab"
	"contextarena.internal/lab/soundness"
	"contextarena.internal/reports"
	"contextarena.internal/store"
)

var dbCommand = group("db", "Query, check, back up, prune, compact and repair a database",
	queryCommand, dbCheck, dbBackup, dbPrune, dbCompact, dbRepair)

func dbCheck(c *call) entry {
	own := &struct {
		Quick    bool `flag:"quick" usage:"of trials, texts and contexts look at 500 each, the same ones each time"`
		ReadData bool `flag:"read-data" usage:"compute verdicts again from the stored evidence"`
		All      bool `flag:"all" usage:"with --read-data: of every trial"`
	}{}
	return entry{
		use: "check", short: "Look whether a database is what was written to it",
		long: `Look whether a database is what was written to it: the checksum of every page,
rows that name others, what trials consist of, the hash of every text and
context, and whether replies that were paid for are kept. With --read-data
verdicts are computed again from the stored evidence of up to 20 trials of each
experiment, or of all with --all. --quick looks at a sample, and says of how
many. Nothing is changed. Exit code 1 if there is a
fault; what to do is said beside it.`,
		example: `  arena db check
  arena db check --read-data --all --db nightly.db --format json`,
		flags: "db scenarios-dir", own: own, forms: textForms, schema: soundness.Schema,
		run: func(ctx context.Context) error {
			data := soundness.None
			switch {
			case own.All && !own.ReadData:
				return usageError{errors.New("--all is for --read-data")}
			case own.All:
				data = soundness.All
			case own.ReadData:
				data = soundness.Sample
			}
			return c.withLab(true, func(l *lab.Lab) error {
				p := c.follow(l)
				p.things = "trials, texts and contexts"
				found, err := soundness.Run(ctx, l, own.Quick, data)
				p.close()
				if err != nil {
					return err
				}
				if err := c.show(found.Document()); err != nil {
					return err
				}
				return faulty(c.DB, found.Faults)
			})
		},
	}
}

// faulty is an error for a database with faults.
func faulty(db string, faults int) error {
	if faults == 0 {
		return nil
	}
	return fmt.Errorf("database %s has %s", db, reports.Plural(faults, "fault"))
}

func dbBackup(c *call) entry {
	return entry{
		use: "backup OUT", short: "Copy a database, also while a run writes to it",
		long: `Copy a database as it is at this moment to the new file OUT, also while a run
writes to it. Every page is compared with its checksum on the way. OUT appears
when it is whole and on the disk; a file that is there is never replaced. Before
it takes the place of another database FILE, remove FILE-wal and FILE-shm.`,
		example: "  arena db backup arena-$(date +%F).db",
		flags:   "db",
		run: func(ctx context.Context) error {
			return c.withDB(true, func(db *store.DB) error {
				size, err := db.Backup(ctx, c.first())
				if err != nil {
					return err
				}
				return c.line("%s: %s bytes\nTo put it in the place of a database FILE, remove FILE-wal and FILE-shm first: they are another database's.", c.first(), reports.Thousands(float64(size)))
			})
		},
	}
}

func dbPrune(c *call) entry {
	own := &struct {
		Keep string `flag:"keep" usage:"keep all of trials younger than <AGE>: 30d, 12h"`
		Dry  bool   `flag:"dry-run" usage:"say what would go, and change nothing"`
	}{}
	return entry{
		use: "prune --keep AGE", short: "Take the texts that only old trials use",
		long: `Take the texts that only trials use whose experiments last ran longer ago than
--keep: conversations, memory texts, requests, their replies, and contexts.
Figures, verdicts, answers, baselines and every row stay, so that reports print
the same. arena show says what was pruned, and trials whose texts are gone can't
be judged again by other matchers. The file gets smaller by arena db compact.`,
		example: `  arena db prune --keep 30d --dry-run
  arena db prune --keep 12h --db nightly.db`,
		flags: "db", own: own,
		run: func(ctx context.Context) error {
			age, err := parseAge(own.Keep)
			if err := errors.Join(refuse(err), c.existing()); err != nil {
				return err
			}
			return c.withDB(false, func(db *store.DB) error { // and no wait: a run that goes on may need what would go
				p, err := db.Prune(ctx, c.now().Add(-age), own.Dry)
				if err != nil {
					return err
				}
				did := "pruned"
				if own.Dry {
					did = "would be pruned (--dry-run: nothing was changed)"
				}
				return c.line("%s, %s and %s: %s bytes %s", reports.Plural(p.Trials, "trial"), reports.Plural(p.Texts, "text"), reports.Plural(p.Contexts, "context"),
					reports.Thousands(float64(p.Bytes)), did)
			})
		},
	}
}

// parseAge reads 30d, 12h and their like.
func parseAge(s string) (time.Duration, error) {
	if s == "" {
		return 0, errors.New("say what is kept: --keep 30d")
	}
	if days, ok := strings.CutSuffix(s, "d"); ok {
		if n, err := strconv.ParseUint(days, 10, 16); err == nil {
			return time.Duration(n) * 24 * time.Hour, nil
		}
	}
	if d, err := time.ParseDuration(s); err == nil && d >= 0 {
		return d, nil
	}
	return 0, fmt.Errorf("--keep %q: want days or hours, such as 30d or 12h", s)
}

func dbCompact(c *call) entry {
	return entry{
		use: "compact", short: "Write a database anew without what is empty in it",
		long: `Write a database anew without what is empty in it, such as what a prune left.
That takes room for two more of the size it will have, and nobody else may write
meanwhile. Killed at any moment, the database is whole.`,
		example: "  arena db compact --db nightly.db",
		flags:   "db",
		run: func(ctx context.Context) error {
			if err := c.existing(); err != nil {
				return err
			}
			return c.withDB(false, func(db *store.DB) error {
				before, after, err := db.Compact(ctx)
				if err != nil {
					return err
				}
				return c.line("%s: %s bytes before, %s after", c.DB, reports.Thousands(float64(before)), reports.Thousands(float64(after)))
			})
		},
	}
}

func dbRepair(c *call) entry {
	return entry{
		use: "repair OUT", short: "Write what can be read of a damaged database to a new file",
		long: `Write what can be read of a damaged database to the new file OUT, without the
trials that lost something. The commands that played these trials play them
again with --db OUT, and nothing else; replies that can still be read aren't
paid for again. The damaged file is left as it is.`,
		example: "  arena db repair mended.db --db nightly.db",
		flags:   "db",
		run: func(ctx context.Context) error {
			return c.withDB(true, func(db *store.DB) error {
				tables, trials, err := db.Repair(ctx, c.first())
				if err != nil {
					return err
				}
				said := []string{fmt.Sprintf("%s: what can be read of %s; look at it with arena db check --db %s", c.first(), c.DB, c.first())}
				for _, t := range trials {
					said = append(said, "to be played again: "+t.Named())
				}
				if len(tables) > 0 {
					said = append(said, "rows are lost of: "+strings.Join(tables, ", "))
				}
				if slices.Contains(tables, "attempts") {
					said = append(said, "The ledger lost rows: budgets start from less than was spent. Lower them by what the provider's bill has more.")
				}
				return c.line("%s", strings.Join(said, "\n"))
			})
		},
	}
}

// line prints one line, or some.
func (c *call) line(format string, args ...any) error {
	_, err := fmt.Fprintln(c.stdout, printable(fmt.Sprintf(format, args...)))
	return err
}
