package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"contextarena.internal/lab"
	"contextarena.internal/lab/check"
)

// depthFlags are the flags of both commands on depths.
type depthFlags struct {
	study check.DepthStudy
	show  show
	*spend
}

func (f *depthFlags) add(cmd *cobra.Command, w *world, o *options) {
	flags := cmd.Flags()
	flags.StringVar(&f.study.Model, "model", "sim:nano", "measure on this `MODEL`: sim:nano, openai:NAME or ollama:NAME")
	flags.StringArrayVar(&f.study.Suites, "suite", []string{"extended"}, "take the scenarios of this suite (again for more)")
	f.show.add(cmd, w, o)
	f.spend = spendFlags(cmd, w, o, "scenarios").stored().patient().foretold(dryRunUsage)
	cmd.Flags().Lookup("db").Usage = "keep the replies of models that aren't simulated in database `FILE`"
	o.scenariosFlag(cmd)
}

// measured measures depths, has conclude make something of them, and shows that. Errs are mistakes of
// usage that were seen before.
func (f *depthFlags) measured(errs []error, conclude func(context.Context, *check.Depths) (show func() error, err error)) error {
	models := f.providers()
	_, err := f.study.Scenarios(f.o.scenariosDir, models)
	if err := f.refuse(append(errs, err)...); err != nil {
		return err
	}
	l, err := f.lab(models, f.study.Model)
	if err != nil {
		return err
	}
	study := func(ctx context.Context) error {
		d, asked, err := f.study.Measure(ctx, l)
		var show func() error
		if err == nil {
			show, err = conclude(ctx, d)
		}
		switch {
		case err == nil && f.dryRun:
			return f.estimate(d.Estimate(asked), nil)
		case err == nil:
			err = show()
		}
		if asked != nil && !f.study.Simulated() && !f.dryRun {
			f.paid(asked)
		}
		return err
	}
	if f.dryRun || f.study.Simulated() { // replies are quicker made than looked up
		return study(f.cmd.Context())
	}
	return f.open(l, study)
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
	var fitting check.DepthFitting
	cmd := &cobra.Command{
		Use:   "fit-depth",
		Short: "Fit what chooses the depth of da_rlm, as a policy file",
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
			errs := append([]error{known("method", fitting.Method, check.DepthMethods())}, fitting.Check(cmd.Flags().Changed("rounds"))...)
			if f.show.out == "" && !f.dryRun {
				errs = append(errs, errors.New("--out is missing: name the file to write, such as depth.json"))
			}
			return f.measured(errs, func(ctx context.Context, d *check.Depths) (func() error, error) {
				fit, err := d.Fit(ctx, fitting)
				return func() error {
					if err := writePolicy(&f.show, f.study.Policy(fit, fitting.Method)); err != nil {
						return err
					}
					var summary io.Writer = w.stdout
					if f.show.out == "-" {
						summary = w.stderr
					}
					says, err := fit.Summary()
					fmt.Fprint(summary, printable(says))
					return err
				}, err
			})
		},
	}
	f.add(cmd, w, o)
	cmd.Flags().StringVar(&fitting.Method, "method", check.Learned, "learned (regression on the signals) or textual (a guideline the model revises)")
	cmd.Flags().Lookup("out").Usage = "write the policy to `FILE`; - for standard output"
	cmd.Flags().IntVar(&fitting.Rounds, "rounds", 3, "revisions of each guideline")
	cmd.Flags().IntVar(&fitting.MaxTokens, "max-tokens", 2048, "cap of the reply that revises a guideline: 16 to 32768")
	completeFlags(cmd, map[string]func() []string{"model": modelNames, "method": check.DepthMethods})
	return cmd
}

func checkDepthCommand(w *world, o *options) *cobra.Command {
	var f depthFlags
	f.show.formats = []string{"table", "md", "csv"}
	cmd := &cobra.Command{
		Use:   "check-depth [FILE...]",
		Short: "Compare depth policies with the rules and the best in hindsight",
		Long: `Compare what chooses the depth of da_rlm on the same segments: one pass, two,
the rules, the rules with the threshold of density fitted, the policy files, and
the best depth in hindsight. On a scenario a file was fitted to, its fold
without it decides. The file's name is how the table calls it.`,
		Example: `  arena lab policy check-depth depth.json guideline.json
  arena lab policy check-depth depth.json --suite original --format csv`,
		Args: cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			files, err := check.LoadDepthFiles(args)
			errs := []error{f.show.check(), err}
			return f.measured(errs, func(ctx context.Context, d *check.Depths) (func() error, error) {
				c, err := f.study.Compare(ctx, d, files)
				return func() error { return f.show.write(c.Document()) }, err
			})
		},
	}
	f.add(cmd, w, o)
	completeFlags(cmd, map[string]func() []string{"model": modelNames})
	return cmd
}
