package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"contextarena.internal/lab"
	"contextarena.internal/lab/soundness"
	"contextarena.internal/reports"
	"contextarena.internal/store"
)

func dbCommand(w *world, o *options) *cobra.Command {
	return group("db", "Query, check, back up, prune, compact and repair a database",
		dbQueryCommand(w, o), dbCheckCommand(w, o), dbBackupCommand(w, o), dbPruneCommand(w, o), dbCompactCommand(w, o), dbRepairCommand(w, o))
}

func dbCheckCommand(w *world, o *options) *cobra.Command {
	s := &show{formats: textForms, schema: soundness.Schema}
	var readData, all bool
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Look whether a database is what was written to it",
		Long: `Look whether a database is what was written to it: the checksum of every page,
rows that name others, what trials consist of, the hash of every text and
context, and whether replies that were paid for are kept. With --read-data
verdicts are computed again from the stored evidence of up to 20 trials of each
experiment, or of all with --all. Nothing is changed. Exit code 1 if there is a
fault; what to do is said beside it.`,
		Example: `  arena db check
  arena db check --read-data --all --db nightly.db --format json`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			data := soundness.None
			switch {
			case all && !readData:
				return usageError{errors.New("--all is for --read-data")}
			case all:
				data = soundness.All
			case readData:
				data = soundness.Sample
			}
			if err := refuse(s.check()); err != nil {
				return err
			}
			return w.withLab(cmd, o, true, func(l *lab.Lab) error {
				found, err := soundness.Run(cmd.Context(), l, data)
				if err != nil {
					return err
				}
				if err := s.write(found.Document()); err != nil {
					return err
				}
				if found.Faults > 0 {
					return fmt.Errorf("database %s has %s", o.db, reports.Plural(found.Faults, "fault"))
				}
				return nil
			})
		},
	}
	s.add(cmd, w, o)
	cmd.Flags().BoolVar(&readData, "read-data", false, "compute verdicts again from the stored evidence")
	cmd.Flags().BoolVar(&all, "all", false, "with --read-data: of every trial")
	o.dbFlag(cmd)
	o.scenariosFlag(cmd)
	return cmd
}

func dbBackupCommand(w *world, o *options) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "backup OUT",
		Short: "Copy a database, also while a run writes to it",
		Long: `Copy a database as it is at this moment to the new file OUT, also while a run
writes to it. Every page is compared with its checksum on the way. OUT appears
when it is whole and on the disk; a file that is there is never replaced.`,
		Example: "  arena db backup arena-$(date +%F).db",
		Args:    atLeast(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return withDB(cmd, o, true, func(db *store.DB) error {
				size, err := db.Backup(cmd.Context(), args[0])
				if err != nil {
					return err
				}
				return w.line("%s: %s bytes", args[0], reports.Thousands(float64(size)))
			})
		},
	}
	o.dbFlag(cmd)
	return cmd
}

func dbPruneCommand(w *world, o *options) *cobra.Command {
	var keep string
	var dry bool
	cmd := &cobra.Command{
		Use:   "prune --keep AGE",
		Short: "Take the texts that only old trials use",
		Long: `Take the texts that only trials use whose experiments last ran longer ago than
--keep: conversations, memory texts, requests, their replies, and contexts.
Figures, verdicts, answers, baselines and every row stay, so that reports print
the same. arena show says what was pruned, and trials whose texts are gone can't
be judged again by other matchers. The file gets smaller by arena db compact.`,
		Example: `  arena db prune --keep 30d --dry-run
  arena db prune --keep 12h --db nightly.db`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			age, err := parseAge(keep)
			if err := errors.Join(refuse(err), o.existing()); err != nil {
				return err
			}
			o.wait = 0 // a run that goes on may need what would go
			return withDB(cmd, o, false, func(db *store.DB) error {
				p, err := db.Prune(cmd.Context(), w.now().Add(-age), dry)
				if err != nil {
					return err
				}
				did := "pruned"
				if dry {
					did = "would be pruned (--dry-run: nothing was changed)"
				}
				return w.line("%s, %s and %s: %s bytes %s", reports.Plural(p.Trials, "trial"), reports.Plural(p.Texts, "text"), reports.Plural(p.Contexts, "context"),
					reports.Thousands(float64(p.Bytes)), did)
			})
		},
	}
	cmd.Flags().StringVar(&keep, "keep", "", "keep all of trials younger than `AGE`: 30d, 12h")
	cmd.Flags().BoolVar(&dry, "dry-run", false, "say what would go, and change nothing")
	o.dbFlag(cmd)
	return cmd
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

func dbCompactCommand(w *world, o *options) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "compact",
		Short: "Write a database anew without what is empty in it",
		Long: `Write a database anew without what is empty in it, such as what a prune left.
That takes room for two more of the size it will have, and nobody else may write
meanwhile. Killed at any moment, the database is whole.`,
		Example: "  arena db compact --db nightly.db",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := o.existing(); err != nil {
				return err
			}
			before, after, err := store.Compact(cmd.Context(), o.db)
			if err != nil {
				return err
			}
			return w.line("%s: %s bytes before, %s after", o.db, reports.Thousands(float64(before)), reports.Thousands(float64(after)))
		},
	}
	o.dbFlag(cmd)
	return cmd
}

func dbRepairCommand(w *world, o *options) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "repair",
		Short: "Take out of a database what is damaged",
		Long: `Write what can be read of a damaged database to a new file, without the trials
that lost something, and put it in the place of the old one, which is kept
beside it as FILE.damaged. The commands that played these trials then play them
again, and nothing else; replies that can still be read aren't paid for again.`,
		Example: "  arena db repair --db nightly.db",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := o.existing(); err != nil {
				return err
			}
			done, err := store.Repair(cmd.Context(), o.db)
			if err != nil {
				return err
			}
			said := []string{fmt.Sprintf("%s: what can be read was kept; the file as it was is %s", o.db, done.Damaged)}
			for _, t := range done.Trials {
				said = append(said, "to be played again: "+t.Named())
			}
			if len(done.Tables) > 0 {
				said = append(said, "rows are lost of: "+strings.Join(done.Tables, ", "))
			}
			if done.Attempts {
				said = append(said, "The ledger lost rows: budgets start from less than was spent. Lower them by what the provider's bill has more.")
			}
			return w.line("%s", strings.Join(said, "\n"))
		},
	}
	o.dbFlag(cmd)
	return cmd
}

// line prints one line, or some.
func (w *world) line(format string, args ...any) error {
	_, err := fmt.Fprintln(w.stdout, printable(fmt.Sprintf(format, args...)))
	return err
}
