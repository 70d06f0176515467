package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"contextarena.internal/lab"
	"contextarena.internal/lab/compare"
	"contextarena.internal/lab/contrast"
	"contextarena.internal/reports"
)

// compareFlags are the flags of arena compare.
type compareFlags struct {
	show
	in, estimand, primary string
	alpha, smallest       float64
	details               bool
	view                  string
}

// estimands are the claims a comparison can be about.
var (
	estimands     = map[string]reports.Estimand{"sampled": reports.Sampled, "fixed": reports.Fixed}
	estimandNames = []string{"sampled", "fixed"}
)

func compareCommand(w *world, o *options) *cobra.Command {
	f := compareFlags{show: show{formats: textForms, schema: compare.Schema}}
	cmd := &cobra.Command{
		Use:   "compare A B",
		Short: "Say which of two experiments or strategies is better",
		Long: `Say which of two experiments, or of two strategies, is better in each measure,
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
		Example: `  arena compare 3 4
  arena compare --in 3 rlm "rlm(depth=2)"
  arena compare 3:rlm@sim:nano 4:rlm@openai:gpt-5-nano
  arena compare "mine 2026-11-22" "mine 2026-11-23" --estimand fixed`,
		Args: func(cmd *cobra.Command, args []string) error {
			if want := 2; len(args) != want {
				return usageError{fmt.Errorf("arena compare: name what to compare, A and B (usage: %s)", cmd.UseLine())}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			options, err := f.options()
			if err != nil {
				return err
			}
			return w.withLab(cmd, o, true, func(l *lab.Lab) error {
				c, err := compare.Run(cmd.Context(), l, args[0], args[1], f.in, options)
				if err != nil {
					return err
				}
				return f.write(c.Document(f.details || f.view == reports.AllViews))
			})
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.in, "in", "", "A and B are strategies of this `EXPERIMENT`")
	flags.StringVar(&f.estimand, "estimand", "sampled", "what the claim is about: sampled (strategies) or fixed (these scenarios)")
	flags.StringVar(&f.primary, "primary", "", "the `MEASURE` that is tested alone: answer, context, memory, final or tasks (default: the plans')")
	flags.Float64Var(&f.alpha, "alpha", 0.05, "chance of a false alarm in each family of tests")
	flags.Float64Var(&f.smallest, "smallest", 10, "smallest difference that matters: `POINTS` of a share, percent of a cost")
	flags.BoolVar(&f.details, "details", false, "the same as --view all")
	viewFlag(cmd, &f.view)
	f.add(cmd, w, o)
	o.readFlags(cmd)
	w.quietFlag(cmd)
	return cmd
}

// options checks the flags. Every mistake is reported at once.
func (f compareFlags) options() (contrast.Options, error) {
	errs := []error{f.check(), known("view", f.view, wholes), known("estimand", f.estimand, estimandNames)}
	if f.primary != "" {
		errs = append(errs, known("primary", f.primary, contrast.Primaries))
	}
	if !(f.alpha > 0 && f.alpha < 0.5) {
		errs = append(errs, fmt.Errorf("--alpha %g: want more than 0 and less than 0.5", f.alpha))
	}
	if !(f.smallest > 0 && f.smallest <= 100) {
		errs = append(errs, fmt.Errorf("--smallest %g: want more than 0 and up to 100 points", f.smallest))
	}
	return contrast.Options{Estimand: estimands[f.estimand], Primary: f.primary, Alpha: f.alpha, Smallest: f.smallest / 100}, refuse(errs...)
}
