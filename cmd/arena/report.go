package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"contextarena.internal/lab"
	"contextarena.internal/lab/catalogue"
	"contextarena.internal/lab/leaderboard"
	"contextarena.internal/lab/page"
	"contextarena.internal/lab/rescoring"
	"contextarena.internal/reports"
	"contextarena.internal/store"
)

func reportCommand(w *world, o *options) *cobra.Command {
	s := &show{formats: pictureForms, charts: leaderboard.Charts, schema: leaderboard.Schema}
	var a asked
	var only []string
	cmd := &cobra.Command{
		Use:   "report [EXPERIMENT]",
		Short: "Print the figures of an experiment",
		Long: `Print the figures of an experiment: the newest, or the one with this number,
name or beginning of its id (see arena experiments).

table and md begin with what was found, and have one table: what each strategy
keeps, how far that is from full_context, and what it costs. --type and
--scenario narrow it down, --by probe has every question with who kept it.
--view shows more instead: leaderboard (every level, size, cost and fact type),
survival (how long facts live in a memory), loss (where they go missing),
probes, all of these, variants (how far scores move between a scenario and its
variants) or legacy (the original benchmark's measures). svg and png draw a
chart: what strategies keep against what they cost, or, with --chart survival,
how long facts live in a memory.

html is one file for a browser that asks no network (docs/view.md): with --out
DIR/ a folder, for experiments that are too large for a file to send. A learning
run and an imported experiment are shown in their one view, and a sweep and an
evolution in a browser (as text: arena report frontier, arena report evolution).

csv has one row per verdict (trial, probe and level); json has every figure with
its interval, and its schema is printed by arena report --schema. Equal
experiments give equal bytes.`,
		Example: `  arena report
  arena report --type correction
  arena report --by probe --scenario early-fact-recall
  arena report --view loss --view survival
  arena report 2 --format md --view all --out report.md
  arena report --out cost.svg
  arena report --chart survival --out survival.png
  arena report --format csv --out verdicts.csv
  arena report --out report.html
  arena report --out report/`,
		Args: atLeast(0),
		RunE: func(cmd *cobra.Command, args []string) error {
			ask, err := a.ask()
			if err := refuse(s.check(), err, s.viewed(ask.Views)); err != nil {
				return err
			}
			return w.withLab(cmd, o, true, func(l *lab.Lab) error {
				whole, is, err := ofOneView(cmd.Context(), l, first(args), s.format == "html")
				switch {
				case err != nil:
					return err
				case is && len(ask.Views) > 0:
					return usageError{fmt.Errorf("--view: %s, and its report has one view", whole.is)}
				case is && len(only) > 0:
					return usageError{fmt.Errorf("--scenario: %s, and its report is of all scenarios", whole.is)}
				case is && !slices.Contains(whole.Formats(), s.format):
					return usageError{fmt.Errorf("--format %s: %s, which is shown as %s", s.format, whole.is, oneOf(whole.Formats()))}
				case is:
					return s.write(whole.Document)
				}
				result, err := l.Load(cmd.Context(), first(args))
				if err != nil {
					return err
				}
				if result, err = leaderboard.Narrow(result, only); err != nil {
					return err
				}
				switch {
				case s.format == "html":
					return s.write(page.Document(cmd.Context(), l, result, true))
				case s.draws(leaderboard.ChartSurvival):
					ask.Views = []string{"survival"}
				case s.format == "json":
					ask.Views = leaderboard.Computed()
				}
				rep, err := leaderboard.Read(cmd.Context(), l, result, ask)
				if err != nil {
					return err
				}
				return s.write(rep.Document())
			})
		},
	}
	cmd.Flags().StringArrayVar(&only, "scenario", nil, "of this scenario only (again for more)")
	a.add(cmd)
	s.add(cmd, w, o)
	o.readFlags(cmd)
	w.quietFlag(cmd)
	cmd.AddCommand(reportFrontierCommand(w, o), reportEvolutionCommand(w, o), reportNightsCommand(w, o))
	return cmd
}

// oneView is the report of an experiment that has one view.
type oneView struct {
	reports.Document
	is string // what the experiment is
}

// ofOneView is the report of an imported experiment or a learning run, and as a page that of a sweep or an evolution;
// false for an experiment of another kind.
func ofOneView(ctx context.Context, l *lab.Lab, which string, paged bool) (whole oneView, is bool, err error) {
	e, err := l.Find(ctx, which)
	if err != nil {
		return whole, false, err
	}
	switch e.Kind {
	case store.KindImport:
		whole.is = fmt.Sprintf("experiment %d was imported", e.Number)
	case store.KindLearning:
		whole.is = fmt.Sprintf("experiment %d is a learning run", e.Number)
	default:
		if !paged || e.Kind == store.KindRun {
			return whole, false, nil
		}
		whole.is = fmt.Sprintf("experiment %d is of kind %s", e.Number, e.Kind)
	}
	whole.Document, err = documentOf(ctx, l, e)
	return whole, true, err
}

// first is the first argument, if there is one.
func first(args []string) string {
	if len(args) == 0 {
		return ""
	}
	return args[0]
}

func experimentsCommand(w *world, o *options) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "experiments",
		Short:   "List the experiments of the database",
		Example: "  arena experiments --db nightly.db",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withDB(cmd, o, true, func(db *store.DB) error {
				all, err := db.Experiments(cmd.Context())
				if err != nil {
					return err
				}
				return w.print(catalogue.Experiments(all))
			})
		},
	}
	o.dbFlag(cmd)
	return cmd
}

// existing is a mistake of usage unless the database is there: opening it to write would make it.
func (o *options) existing() error {
	if _, err := os.Stat(o.db); errors.Is(err, fs.ErrNotExist) {
		return usageError{fmt.Errorf("database %s does not exist: run an experiment first or use --db OTHER", o.db)}
	}
	return nil
}

func rescoreCommand(w *world, o *options) *cobra.Command {
	s := &show{formats: textForms, schema: rescoring.Schema}
	cmd := &cobra.Command{
		Use:   "rescore [EXPERIMENT]",
		Short: "Judge stored evidence again; asks no model",
		Long: `Judge the stored evidence of an experiment with the matchers of this program,
where its scores are of others, and say which verdicts changed: by level, from
what to what, and the commonest reasons. Scores are replaced, so what changed is
said once; --format csv has every changed verdict, with both versions. A trial
that can't be judged keeps its score and is named; then the exit code is 3.`,
		Example: `  arena rescore
  arena rescore 3 --db nightly.db --format csv --out changes.csv`,
		Args: atLeast(0),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := errors.Join(refuse(s.check()), o.existing()); err != nil {
				return err
			}
			return w.withLab(cmd, o, false, func(l *lab.Lab) error {
				changes, err := rescoring.Run(cmd.Context(), l, first(args))
				if err != nil {
					return err
				}
				if err := s.write(changes.Document()); err != nil {
					return err
				}
				if len(changes.Broken) > 0 {
					return errIncomplete
				}
				return nil
			})
		},
	}
	s.add(cmd, w, o)
	o.dbFlag(cmd)
	o.waitFlag(cmd)
	o.scenariosFlag(cmd)
	return cmd
}

func scoreCommand(w *world, o *options) *cobra.Command {
	var scenario, level string
	var turn int
	cmd := &cobra.Command{
		Use:   "score FILE",
		Short: "Score any text against a scenario's probes",
		Long: `Score any text (a memory, a context, a final reply) against the probes of a
scenario, as JSON: by this program's matchers, and by the original benchmark's
rule. Probes whose fact is stated after --turn are listed as not stated. A
scenario of your own is found in its folder (--scenarios-dir), or in the
database once it was played. FILE - reads standard input.`,
		Example: `  arena score --scenario early-fact-recall --turn 20 --level memory notes.txt
  echo "budget: 347250" | arena score --scenario early-fact-recall --turn 1 -`,
		Args: atLeast(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if scenario == "" {
				return usageError{errors.New("name the scenario: --scenario ID (see arena scenarios list)")}
			}
			data, err := w.read(args[0])
			if err != nil {
				return usageError{err}
			}
			return w.withStored(cmd, o, func(l *lab.Lab) error {
				scored, err := l.ScoreText(cmd.Context(), scenario, turn, level, string(data))
				if err != nil {
					return err
				}
				return writeJSON(w.stdout, scored)
			})
		},
	}
	cmd.Flags().StringVar(&scenario, "scenario", "", "`ID` of the scenario")
	cmd.Flags().IntVar(&turn, "turn", 0, "the last turn the text can know of (0: the whole conversation)")
	cmd.Flags().StringVar(&level, "level", "memory", "how the text is read: memory, context, answer or final")
	o.dbFlag(cmd)
	o.scenariosFlag(cmd)
	return cmd
}
