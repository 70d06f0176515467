package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"contextarena.internal/lab"
	"contextarena.internal/lab/check"
	"contextarena.internal/strategies/darlm"
)

// depthFlags are the flags of both commands on depths.
type depthFlags struct {
	study check.DepthStudy
	show  show
	*spend
}

// mostRounds is how often a guideline is revised at most.
const mostRounds = 100

func (f *depthFlags) add(cmd *cobra.Command, w *world, o *options) {
	flags := cmd.Flags()
	flags.StringVar(&f.study.Model, "model", "sim:nano", "measure on this `MODEL`: sim:nano, openai:NAME or ollama:NAME")
	flags.StringArrayVar(&f.study.Suites, "suite", []string{"extended"}, "take the scenarios of this suite (again for more)")
	f.show.add(cmd, w, o)
	f.spend = spendFlags(cmd, w, o, "scenarios").stored()
	cmd.Flags().Lookup("db").Usage = "keep the replies of models that aren't simulated in database `FILE`"
	o.scenariosFlag(cmd)
}

// measured measures depths, and has use work with them. Errs are mistakes of usage that were seen before.
func (f *depthFlags) measured(errs []error, use func(context.Context, *check.Depths) error) error {
	models := f.providers()
	_, err := f.study.Scenarios(f.o.scenariosDir, models)
	if err := f.refuse(append(errs, err)...); err != nil {
		return err
	}
	l, err := f.lab(models, f.study.Model)
	if err != nil {
		return err
	}
	if f.study.Simulated() { // replies are quicker made than looked up
		d, _, err := f.study.Measure(f.cmd.Context(), l)
		if err != nil {
			return err
		}
		return use(f.cmd.Context(), d)
	}
	return f.open(l, func(ctx context.Context) error {
		d, asked, err := f.study.Measure(ctx, l)
		if err == nil {
			err = use(ctx, d)
		}
		if asked != nil {
			f.paid(asked)
		}
		return err
	})
}

// paid says what was asked and paid.
func (f *depthFlags) paid(asked *lab.Asked) {
	cost := "an unknown price"
	if usd, priced := asked.Paid(); priced {
		cost = fmt.Sprintf("%.4f USD", usd)
	}
	fmt.Fprintf(f.w.stderr, "arena: %d calls, %s\n", asked.Calls(), cost)
}

func fitDepthCommand(w *world, o *options) *cobra.Command {
	var f depthFlags
	var method string
	var rounds, revision int
	cmd := &cobra.Command{
		Use:   "fit-depth",
		Short: "Fit what chooses the depth of da_rlm, and write it as a policy file",
		Long: `Fit what chooses how many passes da_rlm reads each segment with, and write it as
a policy file for da_rlm(policy=FILE).

Every scenario is played with every depth forced on each of its cycles in turn,
all others at one pass: that tells which depth keeps most of a segment with
these signals. A learned router is a multinomial logistic regression on the five
signals; a textual one is a guideline in words, which begins as the rules and
which the model revises from failures, round by round, as far as that keeps more
facts. The file has a fold for each scenario, fitted to all others.

Nothing in the file is of any conversation but its signals.`,
		Example: `  arena lab policy fit-depth --out depth.json
  arena lab policy fit-depth --method textual --rounds 5 --out guideline.json
  arena run --strategy "da_rlm(policy=depth.json)" --suite extended`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var errs []error
			errs = append(errs, known("method", method, check.DepthMethods()))
			switch {
			case rounds < 1 || rounds > mostRounds:
				errs = append(errs, fmt.Errorf("--rounds %d: want 1 to %d", rounds, mostRounds))
			case method == check.Learned && cmd.Flags().Changed("rounds"):
				errs = append(errs, errors.New("--rounds: a learned router is fitted at once: leave it out, or choose --method textual"))
			}
			if revision < 16 || revision > 32768 {
				errs = append(errs, fmt.Errorf("--max-tokens %d: want 16 to 32768", revision))
			}
			if f.show.out == "" {
				errs = append(errs, errors.New("--out is missing: name the file to write, such as depth.json"))
			}
			return f.measured(errs, func(ctx context.Context, d *check.Depths) error {
				fit, err := d.Fit(ctx, method, rounds, revision)
				if err != nil {
					return err
				}
				if err := writePolicy(&f.show, f.study.Policy(d, fit, method)); err != nil {
					return err
				}
				summary := w.stdout
				if f.show.out == "-" {
					summary = w.stderr
				}
				return tellFit(summary, d, fit)
			})
		},
	}
	f.add(cmd, w, o)
	cmd.Flags().StringVar(&method, "method", check.Learned, "learned (regression on the signals) or textual (a guideline the model revises)")
	cmd.Flags().Lookup("out").Usage = "write the policy to `FILE`; - for standard output"
	cmd.Flags().IntVar(&rounds, "rounds", 3, "revisions of each guideline")
	cmd.Flags().IntVar(&revision, "max-tokens", 2048, "cap of the reply that revises a guideline: 16 to 32768")
	completeFlags(cmd, map[string]func() []string{"model": modelNames, "method": check.DepthMethods})
	return cmd
}

// tellFit says what was fitted to what.
func tellFit(to io.Writer, d *check.Depths, fit check.DepthFit) error {
	fmt.Fprintf(to, "fitted to %d segments of %d scenarios, and to those of all but each\n", len(d.Cases), len(fit.Folds))
	p, err := darlm.ParsePolicy(fit.Whole)
	if err != nil || p.Guideline == "" {
		return err
	}
	fmt.Fprintf(to, "revisions of the %d guidelines: %d asked for, %d taken, %d unusable; that of all:\n\n", 1+len(fit.Folds), fit.Asked, fit.Taken, fit.Unusable)
	for line := range strings.Lines(p.Guideline) {
		fmt.Fprintln(to, printable(strings.TrimSpace(line)))
	}
	return nil
}

func checkDepthCommand(w *world, o *options) *cobra.Command {
	var f depthFlags
	f.show.formats = []string{"table", "md", "csv"}
	cmd := &cobra.Command{
		Use:   "check-depth [FILE...]",
		Short: "Compare depth policies with the rules and the best in hindsight",
		Long: `Compare what chooses the depth of da_rlm on the same segments: one pass, two, the
rules, the rules with the threshold of density fitted, the policy files, and the
best depth in hindsight. On a scenario a file was fitted to, its fold without it
decides. The file's name is how the table calls it.`,
		Example: `  arena lab policy check-depth depth.json guideline.json
  arena lab policy check-depth depth.json --suite original --format csv`,
		Args: cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			files, err := check.LoadDepthFiles(args)
			errs := []error{f.show.check(), err}
			return f.measured(errs, func(ctx context.Context, d *check.Depths) error {
				c, err := f.study.Compare(ctx, d, files)
				if err != nil {
					return err
				}
				return f.show.write(c.Document())
			})
		},
	}
	f.add(cmd, w, o)
	completeFlags(cmd, map[string]func() []string{"model": modelNames})
	return cmd
}
