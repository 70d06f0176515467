package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/check"
	"contextarena.internal/store"
	"contextarena.internal/strategies/layers"
)

// depthFlags are the flags of both commands on depths.
type depthFlags struct {
	model, out string
	suites     []string
	parallel   int
	revision   int
	budget     float64
}

// mostRounds is how often a guideline is revised at most.
const mostRounds = 100

func (f *depthFlags) add(cmd *cobra.Command, o *options) {
	flags := cmd.Flags()
	flags.StringVar(&f.model, "model", "sim:nano", "measure on this `MODEL`: sim:nano, openai:NAME or ollama:NAME")
	flags.StringArrayVar(&f.suites, "suite", []string{"extended"}, "take the scenarios of this suite (again for more)")
	flags.IntVar(&f.parallel, "parallel", 0, "scenarios, and calls, in flight at most (default: one per processor, 8 with openai)")
	flags.Float64Var(&f.budget, "budget-usd", 0, "stop before more than this is spent")
	flags.DurationVar(&o.timeout, "timeout", 2*time.Minute, "longest time for one call")
	o.dbFlag(cmd)
	cmd.Flags().Lookup("db").Usage = "keep the replies of models that aren't simulated in database `FILE`"
	o.waitFlag(cmd)
	o.pricesFlag(cmd)
	o.scenariosFlag(cmd)
}

// check finds the mistakes in the flags.
func (f *depthFlags) check(cmd *cobra.Command) []error {
	var errs []error
	if cmd.Flags().Changed("parallel") && (f.parallel < 1 || f.parallel > 1024) {
		errs = append(errs, fmt.Errorf("--parallel %d: want 1 to 1024", f.parallel))
	}
	if cmd.Flags().Changed("budget-usd") && !(f.budget > 0) {
		errs = append(errs, fmt.Errorf("--budget-usd %g: want more than 0", f.budget))
	}
	return errs
}

func (f *depthFlags) simulated() bool { return strings.HasPrefix(f.model, "sim:") }

// measured measures depths, and has use work with them. Errs are mistakes of usage that were seen before.
func (f *depthFlags) measured(cmd *cobra.Command, w *world, o *options, errs []error, use func(context.Context, *check.Depths) error) error {
	known, err := lab.Scenarios(o.scenariosDir)
	errs = append(errs, err)
	var chosen []*arena.Scenario
	for _, s := range known {
		if slices.Contains(f.suites, s.Suite) {
			chosen = append(chosen, s)
		}
	}
	for _, suite := range f.suites {
		if !slices.ContainsFunc(known, func(s *arena.Scenario) bool { return s.Suite == suite }) {
			errs = append(errs, fmt.Errorf("unknown suite %q (see arena scenarios list)", suite))
		}
	}
	models := w.models(o.timeout)
	_, err = models.Resolve(f.model)
	if err := joinFaults(present(append(errs, err))); err != nil {
		return usageError{err}
	}
	l, err := w.labFor(cmd, o, lab.Plan{ScenariosDir: o.scenariosDir, Models: []string{f.model}}, models, f.parallel, &f.budget)
	if err != nil {
		return err
	}
	work := func(db *store.DB) error {
		l.DB = db
		asked, err := l.Ask(f.model, chosen...)
		if err != nil {
			return usageError{err}
		}
		d, err := check.MeasureDepths(cmd.Context(), l, chosen, asked.Model, asked)
		if err == nil {
			err = use(cmd.Context(), d)
		}
		if usd, priced := asked.Paid(); !f.simulated() {
			cost := fmt.Sprintf("%.4f USD", usd)
			if !priced {
				cost = "an unknown price"
			}
			fmt.Fprintf(w.stderr, "arena: %d calls, %s\n", asked.Calls(), cost)
		}
		return err
	}
	if f.simulated() {
		return work(nil) // replies are quicker made than looked up
	}
	return withDB(cmd, o, false, work)
}

func fitDepthCommand(w *world, o *options) *cobra.Command {
	var f depthFlags
	var method string
	var rounds int
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
		Example: `  arena policy fit-depth --out depth.json
  arena policy fit-depth --method textual --rounds 5 --out guideline.json
  arena run --strategy "da_rlm(policy=depth.json)" --suite extended`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			errs := f.check(cmd)
			if !slices.Contains(check.DepthMethods(), method) {
				errs = append(errs, fmt.Errorf("--method %s: want one of %s", method, strings.Join(check.DepthMethods(), ", ")))
			}
			switch {
			case rounds < 1 || rounds > mostRounds:
				errs = append(errs, fmt.Errorf("--rounds %d: want 1 to %d", rounds, mostRounds))
			case method == check.Learned && cmd.Flags().Changed("rounds"):
				errs = append(errs, errors.New("--rounds: a learned router is fitted at once: leave it out, or choose --method textual"))
			}
			if f.revision < 16 || f.revision > 32768 {
				errs = append(errs, fmt.Errorf("--max-tokens %d: want 16 to 32768", f.revision))
			}
			if f.out == "" {
				errs = append(errs, errors.New("--out is missing: name the file to write, such as depth.json"))
			}
			return f.measured(cmd, w, o, errs, func(ctx context.Context, d *check.Depths) error {
				fit, err := d.Fit(ctx, method, rounds, f.revision)
				if err != nil {
					return err
				}
				from := fmt.Sprintf("fit-depth --method %s: %d segments of %d scenarios (%s), each depth of each forced on %s", method, len(d.Cases), len(fit.Folds), strings.Join(f.suites, ", "), f.model)
				file := lab.PolicyFile{Kind: layers.DepthPolicyKind, From: from, Simulated: f.simulated(), Models: []string{}, Whole: fit.Whole, Folds: fit.Folds}
				text, err := file.Write()
				if err != nil {
					return err
				}
				if err := w.write(f.out, o.db, func(b *bytes.Buffer) error { _, err := b.Write(text); return err }); err != nil {
					return err
				}
				summary := w.stdout
				if f.out == "-" {
					summary = w.stderr
				}
				return tellFit(summary, d, fit)
			})
		},
	}
	f.add(cmd, o)
	cmd.Flags().StringVar(&method, "method", check.Learned, "learned (regression on the signals) or textual (a guideline the model revises)")
	cmd.Flags().IntVar(&rounds, "rounds", 3, "revisions of each guideline")
	cmd.Flags().IntVar(&f.revision, "max-tokens", 2048, "cap of the reply that revises a guideline: 16 to 32768")
	cmd.Flags().StringVar(&f.out, "out", "", "write the policy to `FILE`; - for standard output")
	completeFlags(cmd, map[string]func() []string{"model": modelNames, "method": check.DepthMethods})
	return cmd
}

// tellFit says what was fitted to what.
func tellFit(to io.Writer, d *check.Depths, fit check.DepthFit) error {
	fmt.Fprintf(to, "fitted to %d segments of %d scenarios, and to those of all but each\n", len(d.Cases), len(fit.Folds))
	p, err := layers.ParseDepthPolicy(fit.Whole)
	if err != nil || p.Guideline == "" {
		return err
	}
	fmt.Fprintf(to, "revisions of the %d guidelines: %d asked for, %d taken, %d unusable; that of all:\n\n", 1+len(fit.Folds), fit.Asked, fit.Taken, fit.Unusable)
	for line := range strings.Lines(p.Guideline) {
		fmt.Fprintln(to, printable(strings.TrimSpace(line)))
	}
	return nil
}

// depthForms are the forms in which ways to choose depths are compared.
var depthForms = []string{"table", "md", "csv"}

func checkDepthCommand(w *world, o *options) *cobra.Command {
	var f depthFlags
	var format string
	cmd := &cobra.Command{
		Use:   "check-depth [FILE...]",
		Short: "Compare depth policies with the rules and the best in hindsight",
		Long: `Compare what chooses the depth of da_rlm on the same segments: one pass, two, the
rules, the rules with the threshold of density fitted, the policy files, and the
best depth in hindsight. On a scenario a file was fitted to, its fold without it
decides. The file's name is how the table calls it.`,
		Example: `  arena policy check-depth depth.json guideline.json
  arena policy check-depth depth.json --suite original --format csv`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			errs := f.check(cmd)
			if !slices.Contains(depthForms, format) {
				errs = append(errs, fmt.Errorf("--format %s: want one of %s", format, strings.Join(depthForms, ", ")))
			}
			files := make([]check.DepthFile, len(args))
			for i, path := range args {
				p, err := lab.LoadPolicy(path)
				errs = append(errs, err)
				files[i] = check.DepthFile{Name: path, For: func(id string) arena.Policy { return p.For(&arena.Scenario{ID: id}) }}
			}
			return f.measured(cmd, w, o, errs, func(ctx context.Context, d *check.Depths) error {
				c, err := d.Compare(ctx, files)
				if err != nil {
					return err
				}
				c.Suites, c.Model = f.suites, f.model
				return w.write(f.out, o.db, func(b *bytes.Buffer) error { return c.Document().Write(b, format, "") })
			})
		},
	}
	f.add(cmd, o)
	cmd.Flags().StringVar(&format, "format", "table", "`FORM` of the comparison: table, md or csv")
	cmd.Flags().StringVar(&f.out, "out", "", "write to `FILE` instead of standard output")
	completeFlags(cmd, map[string]func() []string{"model": modelNames, "format": func() []string { return depthForms }})
	return cmd
}
