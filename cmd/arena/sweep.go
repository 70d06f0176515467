package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"contextarena.internal/arena"
	"contextarena.internal/internal/input"
	"contextarena.internal/lab"
	"contextarena.internal/lab/frontier"
	"contextarena.internal/scenarios"
	"contextarena.internal/space"
)

// sweepFlags are the flags of arena sweep.
type sweepFlags struct {
	suite, model, dialogue, racing string
	scenarios, heldOut, views      []string
	repeats, adaptive, stretch     int
	seed                           int64
	exhaustive, printSpace         bool
	*spend
}

func sweepCommand(w *world, o *options) *cobra.Command {
	var f sweepFlags
	cmd := &cobra.Command{
		Use:   "sweep [SPACE.yaml]",
		Short: "Play every configuration of a space: the cost-retention frontier",
		Long: `Play every configuration of a declared space on the same scenarios and print
which of them no other beats in both cost and retention.

Without a file the space is that of 960 combinations of method, trigger, recent
window, depth and sub-model, with full_context, window and retrieval among the
methods (arena sweep --print-space). Its size and cost are printed first. The
dialogue is scripted, so that every configuration hears the same. Points that
fall far behind the front are dropped while the sweep goes on (--racing
halving); --exhaustive plays all of them to the end.

Trials are stored one by one: the same command again goes on where it stopped,
and never asks a model twice. It prints what was found, and one table; --view
has the rest (see arena report frontier).`,
		Example: `  arena sweep
  arena sweep --exhaustive --repeats 4
  arena sweep --suite extended --held-out clinic-intake
  arena sweep --adaptive 120
  arena sweep --stretch 16000
  arena sweep --print-space > my-space.yaml
  arena sweep my-space.yaml --model ollama:llama3.2:3b --repeats 2
  arena sweep --model openai:gpt-5-nano --budget-usd 20 --dry-run`,
		Args: atLeast(0),
		RunE: func(_ *cobra.Command, args []string) error { return f.run(args) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.suite, "suite", "original", "play the scenarios of this suite")
	flags.StringArrayVar(&f.scenarios, "scenario", nil, "play this scenario only (again for more)")
	flags.StringArrayVar(&f.heldOut, "held-out", nil, "choose no point by this `SCENARIO`, but check the front on it (again for more)")
	flags.StringVar(&f.model, "model", "sim:nano", "ask this model")
	dialogueFlag(cmd, &f.dialogue, string(arena.Scripted))
	flags.StringVar(&f.racing, "racing", string(frontier.Halving), "how points behind the front are dropped: "+oneOf(names(frontier.Racings)))
	flags.BoolVar(&f.exhaustive, "exhaustive", false, "play every point on everything (--racing exhaustive)")
	flags.IntVar(&f.adaptive, "adaptive", 0, "play at most `N` points: each batch those a surface expects most of, by what is known")
	flags.BoolVar(&f.printSpace, "print-space", false, "print the space as YAML and stop")
	f.spend = spendFlags(cmd, w, o, "trials").stored().trials().anew().stretched(&f.stretch).foretold(dryRunUsage).
		repeated(&f.repeats, 2, "play every trial this often; with 1 nothing corrects for the luck of the best").
		seeded(&f.seed, 1, "seed of every request, with the repeat")
	viewsFlag(cmd, &f.views, frontier.Views)
	o.scenariosFlag(cmd)
	w.quietFlag(cmd)
	return cmd
}

func (f *sweepFlags) run(args []string) error {
	declared := space.Builtin()
	if len(args) == 1 {
		text, err := input.ReadFile(args[0], input.Text)
		if err != nil {
			return usageError{fmt.Errorf("space: %w", err)}
		}
		if declared, err = space.Parse(args[0], text); err != nil {
			return usageError{err}
		}
	}
	if f.printSpace {
		_, err := fmt.Fprint(f.w.stdout, declared.Text)
		return err
	}
	models := f.providers()
	sweep, err := f.sweep(models, declared)
	if err != nil {
		return err
	}
	l, err := f.lab(models, f.model)
	if err != nil {
		return err
	}
	if err := f.forecast(l, sweep); err != nil || f.dryRun {
		return err
	}
	return f.open(l, func(ctx context.Context) error { return f.play(ctx, l, sweep) })
}

// sweep puts the flags together. Every mistake is reported at once.
func (f *sweepFlags) sweep(models lab.Models, declared *space.Declared) (frontier.Sweep, error) {
	plan := lab.DefaultPlan()
	plan.Name, plan.Suite, plan.Scenarios, plan.ScenariosDir = declared.Title, f.suite, f.scenarios, f.o.scenariosDir
	plan.Strategies, plan.Models = nil, []string{f.model}
	plan.Repeats, plan.Seed, plan.Dialogue = f.repeats, f.seed, arena.Dialogue(f.dialogue)
	plan.Stretch = min(max(f.stretch, 0), scenarios.MostStretch) // refuse says what is wrong with another
	s := frontier.Sweep{Plan: plan, Space: declared, HeldOut: f.heldOut, Racing: frontier.Racing(f.racing)}
	var errs []error
	if f.cmd.Flags().Changed("adaptive") {
		s.Adaptive, s.Racing = f.adaptive, frontier.Exhaustive
		if f.adaptive < frontier.AdaptiveStart || f.exhaustive || f.cmd.Flags().Changed("racing") {
			errs = append(errs, fmt.Errorf("--adaptive %d: want %d points or more, and neither --racing nor --exhaustive", f.adaptive, frontier.AdaptiveStart))
		}
	}
	if f.exhaustive {
		if f.cmd.Flags().Changed("racing") && s.Racing != frontier.Exhaustive {
			errs = append(errs, fmt.Errorf("--exhaustive and --racing %s: want one of them", f.racing))
		}
		s.Racing = frontier.Exhaustive
	}
	errs = append(errs, knownViews(f.views, frontier.Views), known("racing", string(s.Racing), names(frontier.Racings)), known("dialogue", f.dialogue, dialogues))
	return s, f.refuse(append(errs, s.Check(models))...)
}

// forecast prints what the sweep is going to do.
func (f *sweepFlags) forecast(l *lab.Lab, s frontier.Sweep) error {
	size, err := s.Size(l)
	if err != nil {
		return err
	}
	out := f.w.stderr
	if err := asTheyStand(out, l, s.Plan); err != nil {
		return err
	}
	fmt.Fprintf(out, "%s: %d combinations, %d of them different; %d trials at most\n", s.Space.Title, size.Declared, size.Points, size.Trials)
	if strings.HasPrefix(f.model, "sim:") && !f.dryRun {
		fmt.Fprintln(out, "simulated: nothing is paid (--dry-run estimates the nominal cost)")
		return nil
	}
	fmt.Fprintln(out, "Estimated from all points of a small sweep, or some of a larger one:")
	return f.estimate(s.Estimate(f.cmd.Context(), l))
}

// play sweeps with progress and prints the front.
func (f *sweepFlags) play(ctx context.Context, l *lab.Lab, s frontier.Sweep) error {
	p := f.w.follow(l)
	ran, err := s.Play(ctx, l)
	if err := p.ended(ran.Progress, err); err != nil {
		return err
	}
	f.summary(ran.Ran)
	front := new(frontier.Frontier)
	*front, err = frontier.Load(ctx, l, ran.Experiment.ID)
	if errors.Is(err, frontier.ErrNothing) {
		fmt.Fprintf(f.w.stderr, "arena: %v\n", err)
		front, err = nil, nil
	}
	if err != nil {
		return err
	}
	doc := ran.Document(front)
	if len(f.views) > 0 && front != nil {
		doc = front.Document().Only(f.views...)
	}
	if err := f.w.print(doc); err != nil {
		return err
	}
	return f.end(ran.Experiment)
}
