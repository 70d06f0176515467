package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/views"
	"contextarena.internal/store"
)

// experimentCommand groups the experiments that come with the program.
func experimentCommand(w *world, o *options) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "experiment",
		Short: "Play and judge an experiment that comes with the program",
		Args:  noArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(proposalsCommand(w, o), formatsCommand(w, o))
	return cmd
}

// studyFlags are the flags of both experiments.
type studyFlags struct {
	suites, scenarios                      []string
	model, dialogue, estimand, format, out string
	repeats, parallel                      int
	seed                                   int64
	budget                                 float64
	dryRun                                 bool
}

// studyForms are the forms a study is written in.
var studyForms = []string{"table", "md", "csv", "json"}

// study is a report that is written in any of studyForms.
type study interface {
	Table(w io.Writer) error
	Markdown(w io.Writer) error
	CSV(w io.Writer) error
	JSON(w io.Writer) error
}

func (f *studyFlags) add(cmd *cobra.Command, o *options, repeats int) {
	flags := cmd.Flags()
	flags.StringVar(&f.model, "model", "sim:nano", "ask this `MODEL`: sim:nano, openai:NAME or ollama:NAME")
	flags.StringVar(&f.dialogue, "dialogue", "live", "who replies in the conversation: live (the model) or scripted")
	flags.IntVar(&f.repeats, "repeats", repeats, "play every trial this often")
	flags.Int64Var(&f.seed, "seed", 1, "seed of every request, with the repeat")
	flags.IntVar(&f.parallel, "parallel", 0, "trials, and calls, in flight at most (default: one per processor, 8 with openai)")
	flags.Float64Var(&f.budget, "budget-usd", 0, "stop before more than this is spent")
	flags.BoolVar(&f.dryRun, "dry-run", false, "print trials, calls and estimated cost, and ask no model")
	flags.StringVar(&f.format, "format", "table", "`FORM` of the output: table, md, csv or json")
	flags.StringVar(&f.out, "out", "", "write to `FILE` instead of standard output")
	o.dbFlag(cmd)
	o.waitFlag(cmd)
	o.pricesFlag(cmd)
	completeFlags(cmd, map[string]func() []string{
		"model": modelNames, "format": func() []string { return studyForms },
		"dialogue": func() []string { return []string{string(arena.Live), string(arena.Scripted)} },
	})
}

// check finds the mistakes in the flags.
func (f *studyFlags) check(cmd *cobra.Command) []error {
	var errs []error
	if f.dialogue != string(arena.Live) && f.dialogue != string(arena.Scripted) {
		errs = append(errs, fmt.Errorf("--dialogue %s: want live or scripted", f.dialogue))
	}
	if f.repeats < 1 || f.repeats > 1000 {
		errs = append(errs, fmt.Errorf("--repeats %d: want 1 to 1000", f.repeats))
	}
	if cmd.Flags().Changed("parallel") && (f.parallel < 1 || f.parallel > 1024) {
		errs = append(errs, fmt.Errorf("--parallel %d: want 1 to 1024", f.parallel))
	}
	if cmd.Flags().Changed("budget-usd") && !(f.budget > 0) {
		errs = append(errs, fmt.Errorf("--budget-usd %g: want more than 0", f.budget))
	}
	if !slices.Contains(studyForms, f.format) {
		errs = append(errs, fmt.Errorf("--format %s: want one of %s", f.format, strings.Join(studyForms, ", ")))
	}
	return errs
}

func proposalsCommand(w *world, o *options) *cobra.Command {
	var f studyFlags
	var ablate string
	cmd := &cobra.Command{
		Use:   "proposals",
		Short: "Test what the research proposals predict of their strategies",
		Long: `Test what the research proposals predict of their strategies.

Every proposal is played against rlm, hybrid and full_context on all scenarios
of each suite, paired by scenario and repeat. Each prediction gets the baseline
as it is measured here, the gain with its interval, and a verdict; p values are
corrected for all predictions of a suite. With a simulated model all is played
again with its mechanisms off: all at once (sim:exact) and each, and with
--ablate pairs every two. A finding that is another without some of them is
reported as assumed by the simulator, with the fewest that it hangs on.

docs/proposals.md says how each verdict comes about. The same command again goes
on where it stopped.`,
		Example: `  arena experiment proposals --dialogue scripted
  arena experiment proposals --dialogue scripted --ablate pairs
  arena experiment proposals --suite original --format md --out p.md
  arena experiment proposals --model openai:gpt-5-nano --dry-run`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.proposals(cmd, w, o, lab.Ablation(ablate)) },
	}
	f.add(cmd, o, 10)
	cmd.Flags().StringVar(&ablate, "ablate", string(lab.AblateSingle), "what of a simulated model to turn off: none, exact (all at once), single (and\neach) or pairs (and every two)")
	cmd.Flags().StringArrayVar(&f.suites, "suite", []string{"original", "extended"}, "play this suite only (again for more)")
	cmd.Flags().StringArrayVar(&f.scenarios, "scenario", nil, "play this scenario only (again for more)")
	cmd.Flags().StringVar(&f.estimand, "estimand", "sampled", "what claims about all scenarios are about: sampled (strategies) or fixed (these scenarios)")
	completeFlags(cmd, map[string]func() []string{
		"ablate":   func() []string { return []string{"none", "exact", "single", "pairs"} },
		"estimand": func() []string { return []string{"sampled", "fixed"} },
		"suite":    func() []string { return []string{"original", "extended"} }, "scenario": scenarioIDs,
	})
	return cmd
}

func (f *studyFlags) proposals(cmd *cobra.Command, w *world, o *options, ablate lab.Ablation) error {
	errs := f.check(cmd)
	if !slices.Contains(lab.Ablations, ablate) {
		errs = append(errs, fmt.Errorf("--ablate %s: want none, exact, single or pairs", ablate))
	}
	estimand, ok := estimands[f.estimand]
	if !ok {
		errs = append(errs, fmt.Errorf("--estimand %s: want sampled or fixed", f.estimand))
	}
	options := lab.ProposalOptions{
		Suites: f.suites, Scenarios: f.scenarios, Model: f.model, Repeats: f.repeats, Dialogue: arena.Dialogue(f.dialogue), Seed: f.seed,
		Estimand: estimand, Alpha: 0.05, Ablate: ablate,
	}
	for i, s := range f.suites {
		if slices.Contains(f.suites[:i], s) {
			errs = append(errs, fmt.Errorf("--suite %s is given twice", s))
		}
	}
	parts, err := lab.ProposalPlans(options)
	switch {
	case err != nil:
		return errors.Join(append(errs, err)...)
	case len(parts) == 0:
		return usageError{errors.Join(append(errs, errors.New("no scenario named is of a suite named: nothing to play"))...)}
	}
	plans := make([]lab.Plan, len(parts))
	for i, p := range parts {
		plans[i] = p.Plan
	}
	return f.play(cmd, w, o, plans, errs, func(ctx context.Context, each player) (study, error) {
		s, err := lab.TestProposals(ctx, options, func(ctx context.Context, p lab.ProposalPlan) (lab.Result, error) {
			return each(ctx, p.Plan)
		})
		return views.NewProposals(s), err
	})
}

func formatsCommand(w *world, o *options) *cobra.Command {
	var f studyFlags
	cmd := &cobra.Command{
		Use:   "correction-formats",
		Short: "Test whether the form of a correction decides if it is taken up",
		Long: `Test whether the form in which a correction is presented decides if it is taken
up: seven formats, three strategies, three scenarios, five repeats (315 trials).
Four measures of each format with intervals over scenarios, and Page's L for the
order in which the proposal expects them.

docs/examples/correction-formats.yaml is the same as a plan for arena run: what
one of them has played the other finds finished.`,
		Example: `  arena experiment correction-formats
  arena experiment correction-formats --scenario clinic-intake --repeats 10
  arena experiment correction-formats --model openai:gpt-5-nano --dry-run`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.formats(cmd, w, o) },
	}
	f.add(cmd, o, 5)
	cmd.Flags().StringArrayVar(&f.scenarios, "scenario", nil, "play this scenario only, not the three (again for more)")
	completeFlags(cmd, map[string]func() []string{"scenario": scenarioIDs})
	return cmd
}

func (f *studyFlags) formats(cmd *cobra.Command, w *world, o *options) error {
	plan, err := lab.FormatsPlan()
	if err != nil {
		return err
	}
	plan.Models, plan.Repeats, plan.Dialogue, plan.Seed = []string{f.model}, f.repeats, arena.Dialogue(f.dialogue), f.seed
	if len(f.scenarios) > 0 {
		plan.Scenarios = f.scenarios
	}
	return f.play(cmd, w, o, []lab.Plan{plan}, f.check(cmd), func(ctx context.Context, each player) (study, error) {
		r, err := each(ctx, plan)
		if err != nil {
			return nil, err
		}
		s, err := lab.Formats(r, 0.05)
		return views.NewFormats(s), err
	})
}

// player plays one plan and reads it back.
type player func(context.Context, lab.Plan) (lab.Result, error)

// play says what the plans are and would cost, plays them as make asks for them, and writes what it
// makes of them. Errs are mistakes of usage that were seen before.
func (f *studyFlags) play(cmd *cobra.Command, w *world, o *options, plans []lab.Plan, errs []error, make func(context.Context, player) (study, error)) error {
	models := w.models(o.timeout)
	models.Dry = f.dryRun
	for _, p := range plans {
		err := lab.Check(p, models)
		if err != nil && !slices.ContainsFunc(errs, func(e error) bool { return e.Error() == err.Error() }) {
			errs = append(errs, err)
		}
	}
	if err := errors.Join(errs...); err != nil {
		return usageError{err}
	}
	l, err := w.labFor(cmd, o, plans[0], models, f.parallel, &f.budget)
	if err != nil {
		return err
	}
	size, err := estimated(cmd.Context(), l, plans)
	if err != nil {
		return err
	}
	if f.dryRun {
		return views.Estimate(w.stdout, size)
	}
	fmt.Fprintf(w.stderr, "arena: %s\n", sizeOf(size, len(plans)))
	incomplete := false
	err = withDB(cmd, o, false, func(db *store.DB) error {
		l.DB = db
		done := 0
		report, err := make(cmd.Context(), func(ctx context.Context, p lab.Plan) (lab.Result, error) {
			done++
			fmt.Fprintf(w.stderr, "arena: part %d of %d: %s\n", done, len(plans), p.Name)
			ran, result, err := w.watched(ctx, l, p, p.Models[0] == plans[0].Models[0])
			if l.BudgetUSD != nil { // what a part leaves is the next one's
				left := max(0, *l.BudgetUSD-ran.CappedUSD)
				l.BudgetUSD = &left
			}
			if err == nil {
				fmt.Fprintf(w.stderr, "arena: %s\n", summary(ran, f.budget > 0))
				incomplete = incomplete || ran.Experiment.Status != store.Complete
			}
			return result, err
		})
		if err != nil {
			return err
		}
		return w.write(f.out, o.db, func(b *bytes.Buffer) error { return f.render(report, b) })
	})
	if err == nil && incomplete {
		return errIncomplete
	}
	return err
}

func (f *studyFlags) render(s study, b *bytes.Buffer) error {
	switch f.format {
	case "md":
		return s.Markdown(b)
	case "csv":
		return s.CSV(b)
	case "json":
		return s.JSON(b)
	}
	return s.Table(b)
}
