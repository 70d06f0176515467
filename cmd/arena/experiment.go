package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/proposals"
	"contextarena.internal/store"
)

// experimentCommand groups the experiments that come with the program.
func experimentCommand(w *world, o *options) *cobra.Command {
	return group("experiment", "Play and judge an experiment that comes with the program", proposalsCommand(w, o), formatsCommand(w, o))
}

// studyFlags are the flags of both experiments.
type studyFlags struct {
	suites, scenarios         []string
	model, dialogue, estimand string
	show                      show
	repeats                   int
	seed                      int64
	*spend
}

func (f *studyFlags) add(cmd *cobra.Command, w *world, o *options, repeats int) {
	flags := cmd.Flags()
	flags.StringVar(&f.model, "model", "sim:nano", "ask this `MODEL`: sim:nano, openai:NAME or ollama:NAME")
	dialogueFlag(cmd, &f.dialogue, string(arena.Live))
	f.spend = spendFlags(cmd, w, o, "trials").stored().trials().foretold(dryRunUsage).
		repeated(&f.repeats, repeats, "play every trial this often").
		seeded(&f.seed, 1, "seed of every request, with the repeat")
	f.show.formats = textForms
	f.show.add(cmd, w, o)
}

// check finds the mistakes in the flags.
func (f *studyFlags) check() []error {
	return []error{known("dialogue", f.dialogue, dialogues), f.show.check()}
}

func proposalsCommand(w *world, o *options) *cobra.Command {
	var f studyFlags
	var ablate string
	cmd := &cobra.Command{
		Use:   "proposals",
		Short: "Test what the proposals predict of their strategies",
		Long: `Test what the research proposals predict of their strategies.

Each prediction is a gate: a strategy keeps so many points more than another, or
costs at most so many times as much, paired by scenario and repeat on all
scenarios of each suite, with intervals that hold together. With a simulated
model all is played again with its mechanisms off: all at once (sim:exact) and
each. A finding that is another without some of them is reported as assumed by
the simulator.

docs/proposals.md says how each verdict comes about. The same command again goes
on where it stopped.`,
		Example: `  arena lab experiment proposals --dialogue scripted
  arena lab experiment proposals --dialogue scripted --ablate exact
  arena lab experiment proposals --suite original --format md --out p.md
  arena lab experiment proposals --model openai:gpt-5-nano --dry-run`,
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error { return f.proposals(proposals.Ablation(ablate)) },
	}
	f.add(cmd, w, o, 10)
	cmd.Flags().StringVar(&ablate, "ablate", string(proposals.AblateSingle), "what of a simulated model to turn off: none, exact (all at once) or\nsingle (and each)")
	cmd.Flags().StringArrayVar(&f.suites, "suite", []string{"original", "extended"}, "play this suite only (again for more)")
	cmd.Flags().StringArrayVar(&f.scenarios, "scenario", nil, "play this scenario only (again for more)")
	cmd.Flags().StringVar(&f.estimand, "estimand", "sampled", "what claims about all scenarios are about: sampled (strategies) or fixed (these scenarios)")
	return cmd
}

func (f *studyFlags) proposals(ablate proposals.Ablation) error {
	errs := f.check()
	errs = append(errs, known("ablate", string(ablate), names(proposals.Ablations)), known("estimand", f.estimand, estimandNames))
	options := proposals.Options{
		Suites: f.suites, Scenarios: f.scenarios, Model: f.model, Repeats: f.repeats, Dialogue: arena.Dialogue(f.dialogue), Seed: f.seed,
		Estimand: estimands[f.estimand], Alpha: 0.05, Ablate: ablate,
	}
	for i, s := range f.suites {
		if slices.Contains(f.suites[:i], s) {
			errs = append(errs, fmt.Errorf("--suite %s is given twice", s))
		}
	}
	parts, err := proposals.Plans(options)
	switch {
	case err != nil:
		return f.refuse(append(errs, err)...)
	case len(parts) == 0:
		return f.refuse(append(errs, errors.New("no scenario named is of a suite named: nothing to play"))...)
	}
	plans := make([]lab.Plan, len(parts))
	for i, p := range parts {
		plans[i] = p.Plan
	}
	return f.play(plans, errs, func(ctx context.Context, each player) (document, error) {
		s, err := proposals.Run(ctx, options, each)
		return s.Document(), err
	})
}

func formatsCommand(w *world, o *options) *cobra.Command {
	var f studyFlags
	cmd := &cobra.Command{
		Use:   "correction-formats",
		Short: "Test whether a correction's form decides if it is taken",
		Long: `Test whether the form in which a correction is presented decides if it is taken
up: seven formats, three strategies, three scenarios, five repeats (315 trials).
Four measures of each format with intervals over scenarios, and Page's L for the
order in which the proposal expects them.

docs/examples/correction-formats.yaml is the same as a plan for arena run: what
one of them has played the other finds finished.`,
		Example: `  arena lab experiment correction-formats
  arena lab experiment correction-formats --dialogue scripted --repeats 10
  arena lab experiment correction-formats --model openai:gpt-5-nano --dry-run`,
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error { return f.formats() },
	}
	f.add(cmd, w, o, 5)
	cmd.Flags().StringArrayVar(&f.scenarios, "scenario", nil, "play this scenario only, not the three (again for more)")
	return cmd
}

func (f *studyFlags) formats() error {
	plan, err := proposals.FormatsPlan()
	if err != nil {
		return err
	}
	plan.Models, plan.Repeats, plan.Dialogue, plan.Seed = []string{f.model}, f.repeats, arena.Dialogue(f.dialogue), f.seed
	if len(f.scenarios) > 0 {
		plan.Scenarios = f.scenarios
	}
	return f.play([]lab.Plan{plan}, f.check(), func(ctx context.Context, each player) (document, error) {
		r, err := each(ctx, plan)
		if err != nil {
			return nil, err
		}
		s, err := proposals.Formats(r, 0.05)
		return s.Document(), err
	})
}

// player plays one plan and reads it back.
type player func(context.Context, lab.Plan) (lab.Result, error)

// play says what the plans are and would cost, plays them as make asks for them, and writes what it
// makes of them. Errs are mistakes of usage that were seen before.
func (f *studyFlags) play(plans lab.Parts, errs []error, make func(context.Context, player) (document, error)) error {
	models := f.providers()
	if err := f.refuse(append(errs, plans.Check(models))...); err != nil {
		return err
	}
	l, err := f.lab(models, plans[0].Models...)
	if err != nil {
		return err
	}
	size, err := plans.Estimate(f.cmd.Context(), l)
	if err != nil || f.dryRun {
		return f.estimate(size, err)
	}
	calls, usd, priced := size.Total()
	cost := fmt.Sprintf("nominally %.2f USD", usd)
	if !priced {
		cost = "at an unknown price"
	}
	fmt.Fprintf(f.w.stderr, "arena: %d trials in %d parts, about %d calls, %s\n", size.Trials, len(plans), calls, cost)
	incomplete := false
	err = f.open(l, func(ctx context.Context) error {
		done := 0
		report, err := make(ctx, func(ctx context.Context, p lab.Plan) (lab.Result, error) {
			done++
			fmt.Fprintf(f.w.stderr, "arena: part %d of %d: %s\n", done, len(plans), p.Name)
			ran, result, err := f.w.watched(ctx, l, p, p.Models[0] == plans[0].Models[0])
			if err == nil {
				f.summary(ran)
				incomplete = incomplete || ran.Experiment.Status != store.Complete
			}
			return result, err
		})
		if err != nil {
			return err
		}
		return f.show.write(report)
	})
	if err == nil && incomplete {
		return errIncomplete
	}
	return err
}
