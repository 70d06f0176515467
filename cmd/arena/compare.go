package main

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"contextarena.internal/lab"
	"contextarena.internal/lab/compare"
	"contextarena.internal/lab/contrast"
	"contextarena.internal/reports"
)

// compareFlags are the flags of arena compare.
type compareFlags struct {
	in, estimand, primary, format, out string
	alpha, smallest                    float64
	details                            bool
}

// comparisonFormats are the forms of a comparison.
var comparisonFormats = []string{"table", "md", "csv", "json"}

// estimands are the claims a comparison can be about.
var estimands = map[string]reports.Estimand{"sampled": reports.Sampled, "fixed": reports.Fixed}

func compareCommand(w *world, o *options) *cobra.Command {
	var f compareFlags
	cmd := &cobra.Command{
		Use:   "compare A B",
		Short: "Say which of two experiments or strategies is better, and how sure that is",
		Long: `Say which of two experiments, or of two strategies, is better in each measure,
and how sure that is.

A and B are experiments (number, name or beginning of the id), compared strategy
by strategy, or one strategy of an experiment: 3:rlm, or 3:rlm@sim:nano where
there are several models. With --in, and where A and B are no experiments but
strategies of the newest one, they are strategies of one experiment.

Only trials that both sides completed are compared. Differences are A minus B.
--estimand sampled takes the scenarios as a sample, for claims about strategies;
fixed takes them as they are, so that only chance between repeats is left.
docs/comparing.md explains each figure and the rule behind each judgement.`,
		Example: `  arena compare 3 4
  arena compare --in 3 rlm "rlm(depth=2)"
  arena compare 3:rlm@sim:nano 4:rlm@openai:gpt-5-nano
  arena compare nightly-1 nightly-2 --estimand fixed --format md --out diff.md`,
		Args: func(cmd *cobra.Command, args []string) error {
			if want := 2; len(args) != want && !cmd.Flags().Changed("schema") {
				return usageError{fmt.Errorf("arena compare: name what to compare, A and B (usage: %s)", cmd.UseLine())}
			}
			return nil
		},
	}
	schema := cmd.Flags().Bool("schema", false, "print the JSON schema of --format json and stop")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if *schema {
			_, err := w.stdout.Write(compare.Schema)
			return err
		}
		options, err := f.options()
		if err != nil {
			return usageError{err}
		}
		return w.withLab(cmd, o, true, func(l *lab.Lab) error {
			c, err := compare.Run(cmd.Context(), l, args[0], args[1], f.in, options)
			if err != nil {
				return err
			}
			return w.write(f.out, o.db, func(b *bytes.Buffer) error { return c.Document(f.details).Write(b, f.format, "") })
		})
	}
	flags := cmd.Flags()
	flags.StringVar(&f.in, "in", "", "A and B are strategies of this `EXPERIMENT`")
	flags.StringVar(&f.estimand, "estimand", "sampled", "what the claim is about: sampled (strategies) or fixed (these scenarios)")
	flags.StringVar(&f.primary, "primary", "", "the `MEASURE` that is tested alone: answer, context, memory, final or tasks (default: the plans')")
	flags.Float64Var(&f.alpha, "alpha", 0.05, "chance of a false alarm in each family of tests")
	flags.Float64Var(&f.smallest, "smallest", 10, "smallest difference that matters: `POINTS` of a share, percent of a cost")
	flags.BoolVar(&f.details, "details", false, "print every measure of every pair, where several are compared")
	flags.StringVar(&f.format, "format", "table", "`FORM` of the output: table, md, csv or json")
	flags.StringVar(&f.out, "out", "", "write to `FILE` instead of standard output")
	o.dbFlag(cmd)
	o.pricesFlag(cmd)
	o.scenariosFlag(cmd)
	completeFlags(cmd, map[string]func() []string{
		"format":   func() []string { return comparisonFormats },
		"estimand": func() []string { return []string{"sampled", "fixed"} },
		"primary":  func() []string { return contrast.Primaries },
	})
	return cmd
}

// options checks the flags. Every mistake is reported at once.
func (f compareFlags) options() (contrast.Options, error) {
	var errs []error
	estimand, ok := estimands[f.estimand]
	if !ok {
		errs = append(errs, fmt.Errorf("--estimand %s: want sampled or fixed", f.estimand))
	}
	if f.primary != "" && !slices.Contains(contrast.Primaries, f.primary) {
		errs = append(errs, fmt.Errorf("--primary %s: want one of %s", f.primary, strings.Join(contrast.Primaries, ", ")))
	}
	if !(f.alpha > 0 && f.alpha < 0.5) {
		errs = append(errs, fmt.Errorf("--alpha %g: want more than 0 and less than 0.5", f.alpha))
	}
	if !(f.smallest > 0 && f.smallest <= 100) {
		errs = append(errs, fmt.Errorf("--smallest %g: want more than 0 and up to 100 points", f.smallest))
	}
	if !slices.Contains(comparisonFormats, f.format) {
		errs = append(errs, fmt.Errorf("--format %s: want one of %s", f.format, strings.Join(comparisonFormats, ", ")))
	}
	return contrast.Options{Estimand: estimand, Primary: f.primary, Alpha: f.alpha, Smallest: f.smallest / 100}, errors.Join(errs...)
}
