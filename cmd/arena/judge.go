package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"contextarena.internal/lab"
	"contextarena.internal/lab/certify"
	"contextarena.internal/lab/judge"
	"contextarena.internal/lab/review"
	"contextarena.internal/store"
)

// judgeFlags are the flags of the commands that ask a judge.
type judgeFlags struct {
	judge string
	show  show
	tapes tapes
	*spend
}

func (f *judgeFlags) add(cmd *cobra.Command, w *world, o *options, usage string) {
	cmd.Flags().StringVar(&f.judge, "judge", "", usage)
	f.spend = spendFlags(cmd, w, o, "replies").stored().patient().foretold("print how many calls and the estimated cost, and ask no model")
	f.tapes.add(cmd)
	f.show.add(cmd, w, o)
	o.scenariosFlag(cmd)
}

// judged has the judge judge cases, with progress. It reports whether all were judged; why not has been printed.
func (w *world) judged(ctx context.Context, l *lab.Lab, experimentID, name string, cases []judge.Case) (all bool, err error) {
	p := w.follow(l)
	p.things = "replies"
	asking, err := judge.Ask(ctx, l, experimentID, name, cases)
	if err := p.ended(asking.Progress, err); err != nil {
		return false, err
	}
	said := fmt.Sprintf("%d replies: %d judged now, %d found judged; %d calls asked", asking.Total, asking.Done-asking.Kept, asking.Kept, asking.Asked)
	switch {
	case asking.Asked == 0:
	case !asking.PriceKnown:
		said += "; paid an unknown amount (the model has no price)"
	default:
		said += fmt.Sprintf("; paid %.4f USD", asking.PaidUSD)
	}
	fmt.Fprintln(w.stderr, "arena: "+said)
	if asking.Stopped != "" {
		fmt.Fprintln(w.stderr, "arena: "+asking.Stopped)
	}
	return asking.Stopped == "", nil
}

// asking opens recordings and the database for f, which asks the judge.
func (f *judgeFlags) asking(models lab.Models, use func(ctx context.Context, l *lab.Lab) error) (err error) {
	stop, err := f.tapes.open(f.w.stderr, &models, f.o.db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stop()) }()
	l, err := f.lab(models, f.judge)
	if err != nil {
		return err
	}
	return f.open(l, func(ctx context.Context) error { return use(ctx, l) })
}

// foretell prints what asking about cases would cost.
func (f *judgeFlags) foretell(l *lab.Lab, cases []judge.Case) error {
	l.Models = f.providers()
	forecast, err := judge.Foretell(f.cmd.Context(), l, f.judge, cases)
	if err != nil {
		return err
	}
	return f.w.print(forecast.Document())
}

func judgeCommand(w *world, o *options) *cobra.Command {
	f := judgeFlags{show: show{formats: textForms, schema: review.Schema}}
	cmd := &cobra.Command{
		Use:   "judge [EXPERIMENT] --judge MODEL",
		Short: "Ask a model for a second opinion on the answers of an experiment",
		Long: `Ask a model of every stored answer of an experiment whether it gives the true
value, an old one or neither, and say what each strategy keeps by the matchers
and by this judge. Its verdicts are stored beside the matchers', never in their
place.

Each answer is asked about twice, with the verdicts offered in opposite orders;
where the two differ the judge is unsure. Equal replies to a probe are asked
about once, and what was judged before isn't asked again: the same command goes
on where it stopped, or just prints the report. Answers that were cut or
refused, and those of trials that weren't completed, aren't judged.

The judge has to be certified first: arena certify --judge MODEL. Simulated
models can't judge. docs/judging.md tells how to read the figures. Exit code 3:
the budget was used up before all were judged.`,
		Example: `  arena judge --judge openai:gpt-5-nano --dry-run
  arena judge 3 --judge openai:gpt-5-nano --budget-usd 0.50
  arena judge 3 --judge openai:gpt-5-nano --format csv --out opinion.csv`,
		Args: atLeast(0),
		RunE: func(_ *cobra.Command, args []string) error { return f.run(args) },
	}
	f.add(cmd, w, o, "ask this `MODEL`: openai:NAME or ollama:NAME")
	return cmd
}

func (f *judgeFlags) run(args []string) error {
	models, which := f.providers(), ""
	if len(args) == 1 {
		which = args[0]
	}
	by, err := judge.Of(models, f.judge)
	if f.judge == "" {
		err = errors.New("--judge is missing: name the model that judges, such as openai:gpt-5-nano")
	}
	if err := f.refuse(f.show.check(), err); err != nil {
		return err
	}
	if f.dryRun {
		return f.w.withLab(f.cmd, f.o, true, func(l *lab.Lab) error {
			answers, err := review.Load(f.cmd.Context(), l, which)
			if err != nil {
				return err
			}
			return f.foretell(l, answers.Cases())
		})
	}
	return f.asking(models, func(ctx context.Context, l *lab.Lab) error { return f.opinion(ctx, l, by, which) })
}

// opinion judges an experiment and prints the report.
func (f *judgeFlags) opinion(ctx context.Context, l *lab.Lab, by store.Judge, which string) error {
	certified, err := certify.Certified(ctx, l.DB, by)
	if err != nil {
		return err
	}
	answers, err := review.Load(ctx, l, which)
	if err != nil {
		return err
	}
	all, err := f.w.judged(ctx, l, "", f.judge, answers.Cases())
	if err != nil {
		return err
	}
	said, err := judge.Stored(ctx, l.DB, by)
	if err != nil {
		return err
	}
	if err := f.show.write(answers.NewReport(certified, said).Document()); err != nil {
		return err
	}
	if !all {
		return errIncomplete
	}
	return nil
}
