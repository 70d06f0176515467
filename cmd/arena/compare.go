package main

import (
	"context"
	"errors"
	"fmt"

	"contextarena.internal/lab"
	"contextarena.internal/lab/compare"
	"contextarena.internal/lab/contrast"
	"contextarena.internal/reports"
)

func compareCommand(c *call) entry {
	own := &struct {
		In       string  `flag:"in" usage:"A and B are strategies of this <EXPERIMENT>"`
		Estimand string  `flag:"estimand" default:"sampled" usage:"what the claim is about: sampled (strategies) or fixed (these scenarios; the default of fewer than 3)"`
		Primary  string  `flag:"primary" usage:"the <MEASURE> that is tested alone: answer, context, memory, final or tasks (default: the plans')"`
		Alpha    float64 `flag:"alpha" default:"0.05" usage:"chance of a false alarm in each family of tests"`
		Smallest float64 `flag:"smallest" default:"10" usage:"smallest difference that matters: <POINTS> of a share, percent of a cost"`
		View     string  `flag:"view" default:"answer" usage:"how much is printed: answer or all"`
	}{}
	return entry{
		use: "compare A B", short: "Say which of two experiments or strategies is better",
		long: `Say which of two experiments, or of two strategies, is better in each measure,
and how sure that is.

A and B are experiments (number, name or beginning of the id), compared strategy
by strategy, or one strategy of an experiment: 3:rlm, or 3:rlm@sim:nano where
there are several models. With --in, and where A and B are no experiments but
strategies of the newest one, they are strategies of one experiment.

Only trials that both sides completed are compared. Differences are A minus B.
--estimand sampled takes the scenarios as a sample, for claims about strategies;
fixed takes them as they are, so that only chance between repeats is left.
It prints what that shows in a sentence, and one table; --view all has every
test, and the probes that differ most.
docs/comparing.md explains each figure and the rule behind each judgement.`,
		example: `  arena compare 3 4
  arena compare --in 3 rlm "rlm(depth=2)"
  arena compare 3:rlm@sim:nano 4:rlm@openai:gpt-5-nano
  arena compare "mine 2026-11-22" "mine 2026-11-23" --estimand fixed`,
		flags: reading + "quiet", own: own, forms: textForms, schema: compare.Schema,
		check: func() error {
			errs := []error{known("view", own.View, wholes)}
			if !(own.Alpha > 0 && own.Alpha < 0.5) {
				errs = append(errs, fmt.Errorf("--alpha %g: want more than 0 and less than 0.5", own.Alpha))
			}
			if !(own.Smallest > 0 && own.Smallest <= 100) {
				errs = append(errs, fmt.Errorf("--smallest %g: want more than 0 and up to 100 points", own.Smallest))
			}
			return errors.Join(errs...)
		},
		read: func(ctx context.Context, l *lab.Lab) (reports.Document, error) {
			options := contrast.Options{Primary: own.Primary, Alpha: own.Alpha, Smallest: own.Smallest / 100}
			if c.Flags().Changed("estimand") {
				options.Estimand = estimands[own.Estimand]
			}
			found, err := compare.Run(ctx, l, c.args[0], c.args[1], own.In, options)
			if err != nil {
				return reports.Document{}, err
			}
			return found.Document(own.View == reports.AllViews), nil
		},
	}
}
