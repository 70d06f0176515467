package main

import (
	"context"
	"errors"
	"fmt"

	"contextarena.internal/lab"
	"contextarena.internal/lab/certify"
	"contextarena.internal/lab/judge"
	"contextarena.internal/lab/review"
	"contextarena.internal/reports"
)

// judgeFlags are the shared flags of commands that ask a judge.
const judgeFlags = stored + "max-wait dry-run record replay scenarios-dir"

// dryJudge is what a dry run of them says.
const dryJudge = "how many calls and the estimated cost"

// judged has the judge judge cases, with progress. It reports whether all were judged; why not has been printed.
func (c *call) judged(ctx context.Context, l *lab.Lab, experimentID, name string, cases []judge.Case) (all bool, err error) {
	p := c.follow(l)
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
	fmt.Fprintln(c.stderr, "arena: "+said)
	if asking.Stopped != "" {
		fmt.Fprintln(c.stderr, "arena: "+asking.Stopped)
	}
	return asking.Stopped == "", nil
}

// askJudge opens recordings and the database for use, which asks the judge.
func (c *call) askJudge(models lab.Models, name string, use func(context.Context, *lab.Lab) error) error {
	return c.recorded(models, func(models lab.Models) error {
		l, err := c.asking(models, name)
		if err != nil {
			return err
		}
		return c.open(l, func(ctx context.Context) error { return use(ctx, l) })
	})
}

// foretell prints what asking about cases would cost.
func (c *call) foretell(ctx context.Context, l *lab.Lab, name string, cases []judge.Case) error {
	l.Models = c.models()
	forecast, err := judge.Foretell(ctx, l, name, cases)
	if err != nil {
		return err
	}
	return c.print(forecast.Document())
}

// secondOpinion is what has a judge judge the answers of an experiment, at the expense of another or of none, and shows what
// strategies keep by it. A judge that isn't certified is refused before anything is asked.
func (c *call) secondOpinion(ctx context.Context, l *lab.Lab, name string) (func(which, payer string, show func(reports.Document) error) error, error) {
	by, err := judge.Of(l.Models, name)
	if err != nil {
		return nil, err
	}
	certified, err := certify.Certified(ctx, l.DB, by)
	if err != nil {
		return nil, err
	}
	return func(which, payer string, show func(reports.Document) error) error {
		answers, err := review.Load(ctx, l, which)
		if err != nil {
			return err
		}
		all, err := c.judged(ctx, l, payer, name, answers.Cases())
		if err != nil {
			return err
		}
		said, err := judge.Stored(ctx, l.DB, by)
		if err != nil {
			return err
		}
		return whole(all, show(answers.NewReport(certified, said).Document()))
	}, nil
}

// whole is errIncomplete unless all was done, or why it couldn't be shown.
func whole(all bool, err error) error {
	if err == nil && !all {
		err = errIncomplete
	}
	return err
}

func judgeCommand(c *call) entry {
	own := &struct {
		Judge string `flag:"judge" usage:"ask this <MODEL>: openai:NAME or ollama:NAME"`
	}{}
	return entry{
		use: "judge [EXPERIMENT] --judge MODEL", short: "Ask a model for a second opinion on the answers of an experiment",
		long: `Ask a model of every stored answer of an experiment whether it gives the true
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
		example: `  arena judge --judge openai:gpt-5-nano --dry-run
  arena judge 3 --judge openai:gpt-5-nano --budget-usd 0.50
  arena judge 3 --judge openai:gpt-5-nano --format csv --out opinion.csv`,
		flags: judgeFlags, dry: dryJudge, own: own, things: "replies", forms: textForms, schema: review.Schema,
		run: func(ctx context.Context) error {
			models := c.models()
			_, err := judge.Of(models, own.Judge)
			if own.Judge == "" {
				err = errors.New("--judge is missing: name the model that judges, such as openai:gpt-5-nano")
			}
			if err := c.refuse(err); err != nil {
				return err
			}
			if c.DryRun {
				return c.withLab(true, func(l *lab.Lab) error {
					answers, err := review.Load(ctx, l, c.first())
					if err != nil {
						return err
					}
					return c.foretell(ctx, l, own.Judge, answers.Cases())
				})
			}
			return c.askJudge(models, own.Judge, func(ctx context.Context, l *lab.Lab) error {
				opinion, err := c.secondOpinion(ctx, l, own.Judge)
				if err != nil {
					return err
				}
				return opinion(c.first(), "", c.show)
			})
		},
	}
}
