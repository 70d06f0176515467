package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"contextarena.internal/lab"
	"contextarena.internal/lab/catalogue"
	"contextarena.internal/lab/evolution"
	"contextarena.internal/lab/frontier"
	"contextarena.internal/lab/leaderboard"
	"contextarena.internal/lab/page"
	"contextarena.internal/lab/rescoring"
	"contextarena.internal/reports"
	"contextarena.internal/store"
)

func reportCommand(c *call) entry {
	own := &struct {
		asked
		Only []string `flag:"scenario" usage:"of this scenario only (again for more)"`
	}{}
	return entry{
		use: "report [EXPERIMENT]", short: "Print the figures of an experiment",
		long: `Print the figures of an experiment: the newest, or the one with this number,
name or beginning of its id (see arena experiments).

table and md begin with what was found, and have one table: what each strategy
keeps, how far that is from full_context, and what it costs. --type and
--scenario narrow it down, --by probe has every question with who kept it.
--view shows more instead: leaderboard (every level, size, cost and fact type),
survival (how long facts live in a memory), loss (where they go missing),
probes, all of these, or variants (how far scores move between a scenario and
its variants). svg and png draw a chart: what strategies keep against what they
cost, or, with --chart survival, how long facts live in a memory.

html is one file for a browser that asks no network (docs/view.md): with --out
DIR/ a folder, for experiments that are too large for a file to send. A learning
run and an imported experiment are shown in their one view, and a sweep and an
evolution in a browser (as text: arena report frontier, arena report evolution).

csv has one row per verdict (trial, probe and level); json has every figure with
its interval, and its schema is printed by arena report --schema. Equal
experiments give equal bytes.`,
		example: `  arena report
  arena report --type correction
  arena report --by probe --scenario early-fact-recall
  arena report --view loss --view survival
  arena report 2 --format md --view all --out report.md
  arena report --out cost.svg
  arena report --chart survival --out survival.png
  arena report --format csv --out verdicts.csv
  arena report --out report.html
  arena report --out report/`,
		flags: reading + "quiet", own: own, forms: pictureForms, charts: leaderboard.Charts, schema: leaderboard.Schema,
		check: func() error {
			ask, err := own.ask()
			return errors.Join(err, c.viewed(ask.Views))
		},
		read: func(ctx context.Context, l *lab.Lab) (d reports.Document, err error) {
			ask, _ := own.ask() // it was checked
			whole, is, err := ofOneView(ctx, l, c.first(), c.Format == "html")
			switch {
			case err != nil:
				return d, err
			case is && len(ask.Views) > 0:
				return d, usageError{fmt.Errorf("--view: %s, and its report has one view", whole.is)}
			case is && len(own.Only) > 0:
				return d, usageError{fmt.Errorf("--scenario: %s, and its report is of all scenarios", whole.is)}
			case is && !slices.Contains(whole.Formats(), c.Format):
				return d, usageError{fmt.Errorf("--format %s: %s, which is shown as %s", c.Format, whole.is, oneOf(whole.Formats()))}
			case is:
				return whole.Document, nil
			}
			result, err := l.Load(ctx, c.first())
			if err != nil {
				return d, err
			}
			if result, err = leaderboard.Narrow(result, own.Only); err != nil {
				return d, err
			}
			switch {
			case c.Format == "html":
				return page.Document(ctx, l, result, true)
			case c.picture() && c.Chart == leaderboard.ChartSurvival:
				ask.Views = []string{"survival"}
			case c.Format == "json":
				ask.Views = leaderboard.Computed()
			}
			return documented(leaderboard.Read(ctx, l, result, ask))
		},
		commands: []func(*call) entry{reportFrontier, reportEvolution, reportNights},
	}
}

func reportFrontier(c *call) entry {
	var own questioned
	return entry{
		use: "frontier [EXPERIMENT]", short: "Print what a sweep found: the cost-retention frontier",
		long: `Print what a sweep found: the newest, or the experiment with this number, name
or beginning of its id. docs/frontier.md says how to read it.

It says first what to use: see --floor, --questions and --require. The front is
taken in cost, retention and tasks; --objective names others.

table and md have the front and the effect of each setting. csv has one row per
configuration; json has everything, and its schema is printed by arena report
frontier --schema. svg and png draw cost against retention.`,
		example: `  arena report frontier
  arena report frontier --floor 0.6 --questions 100
  arena report frontier --view effects
  arena report frontier --objective tasks --objective worst
  arena report frontier 2 --format md --out frontier.md
  arena report frontier --out frontier.svg
  arena report frontier --format csv --out points.csv`,
		flags: reading + "quiet", own: &own, forms: pictureForms, schema: frontier.Schema, views: frontier.Views,
		check: func() error {
			_, err := own.ask()
			return err
		},
		read: func(ctx context.Context, l *lab.Lab) (d reports.Document, err error) {
			f, err := frontier.Load(ctx, l, c.first(), own.Objectives...)
			if err != nil {
				return d, err
			}
			ask, err := own.ask()
			f.Choose(ask)
			return f.Document(), err
		},
	}
}

func reportEvolution(c *call) entry {
	var own demand
	return entry{
		use: "evolution [EXPERIMENT]", short: "Print what a search of pipelines found, and how to use it",
		long: `Print what arena lab evolve found: the newest evolution, or the experiment with
this number, name or beginning of its id. docs/research/emas.md says how to read
it.

table and md have the grid, and the elites with what fresh repeats and held-out
scenarios make of them. csv has one row per elite; json has everything, and its
schema is printed by arena report evolution --schema. svg and png draw the
archive. No provider is asked.`,
		example: `  arena report evolution
  arena report evolution 2 --format md --out evolution.md
  arena report evolution --out archive.svg
  arena report evolution --format csv --out elites.csv`,
		flags: reading + "quiet", own: &own, forms: pictureForms, charts: evolution.Charts, schema: evolution.Schema, views: evolution.Views,
		check: func() error {
			_, err := own.ask(0)
			return err
		},
		read: func(ctx context.Context, l *lab.Lab) (d reports.Document, err error) {
			r, err := evolution.Analyse(ctx, l, c.first())
			if err != nil {
				return d, err
			}
			ask, err := own.ask(0)
			r.Choose(ask)
			return r.Document(), err
		},
	}
}

func reportNights(c *call) entry {
	return entry{
		use: "nights [EXPERIMENT]", short: "Print the nights of a nightly file, and where they changed",
		long: `Print what each strategy kept and cost in every night of a nightly file, the
oldest first, and the nights from which on its level differs from before. The
nights are those that share the file of the newest one, or of the experiment
with this number, name or beginning of its id.`,
		example: `  arena report nights
  arena report nights --format html --out nights.html`,
		flags: reading, forms: reportForms,
		read: func(ctx context.Context, l *lab.Lab) (reports.Document, error) {
			found, simulated, err := page.NightsOf(ctx, l, c.first())
			if err != nil {
				return reports.Document{}, err
			}
			return found.Document(simulated), nil
		},
	}
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

func experimentsCommand(*call) entry {
	return entry{
		use: "experiments", short: "List the experiments of the database",
		example: "  arena experiments --db nightly.db",
		flags:   "db",
		read: func(ctx context.Context, l *lab.Lab) (reports.Document, error) {
			all, err := l.DB.Experiments(ctx)
			return catalogue.Experiments(all), err
		},
	}
}

func rescoreCommand(c *call) entry {
	return entry{
		use: "rescore [EXPERIMENT]", short: "Judge stored evidence again; asks no model",
		long: `Judge the stored evidence of an experiment with the matchers of this program,
where its scores are of others, and say which verdicts changed: by level, from
what to what, each with one to look at. Scores are replaced, so what changed is
said once; --format csv has every changed verdict, with both versions. A trial
that can't be judged keeps its score and is named; then the exit code is 3.`,
		example: `  arena rescore
  arena rescore 3 --db nightly.db --format csv --out changes.csv`,
		flags: "db wait scenarios-dir", forms: textForms, schema: rescoring.Schema,
		run: func(ctx context.Context) error {
			if err := c.existing(); err != nil {
				return err
			}
			return c.withLab(false, func(l *lab.Lab) error {
				changes, err := rescoring.Run(ctx, l, c.first())
				if err != nil {
					return err
				}
				return whole(len(changes.Broken) == 0, c.show(changes.Document()))
			})
		},
	}
}

func scoreCommand(c *call) entry {
	own := &struct {
		Scenario string `flag:"scenario" usage:"<ID> of the scenario"`
		Turn     int    `flag:"turn" usage:"the last turn the text can know of (0: the whole conversation)"`
		Level    string `flag:"level" default:"memory" usage:"how the text is read: memory, context, answer or final"`
	}{}
	return entry{
		use: "score FILE", short: "Score any text against a scenario's probes",
		long: `Score any text (a memory, a context, a final reply) against the probes of a
scenario, as JSON: by this program's matchers, and by the original benchmark's
rule. Probes whose fact is stated after --turn are listed as not stated. A
scenario of your own is found in its folder (--scenarios-dir), or in the
database once it was played. FILE - reads standard input.`,
		example: `  arena score --scenario early-fact-recall --turn 20 --level memory notes.txt
  echo "budget: 347250" | arena score --scenario early-fact-recall --turn 1 -`,
		flags: "db scenarios-dir", own: own,
		run: func(ctx context.Context) error {
			if own.Scenario == "" {
				return usageError{errors.New("name the scenario: --scenario ID (see arena scenarios list)")}
			}
			data, err := c.read(c.first())
			if err != nil {
				return usageError{err}
			}
			return c.withStored(func(l *lab.Lab) error {
				scored, err := l.ScoreText(ctx, own.Scenario, own.Turn, own.Level, string(data))
				if err != nil {
					return err
				}
				return writeJSON(c.stdout, scored)
			})
		},
	}
}
