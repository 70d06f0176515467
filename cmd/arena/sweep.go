package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/frontier"
	"contextarena.internal/lab/space"
	"contextarena.internal/lab/views"
	"contextarena.internal/llm/providers"
	"contextarena.internal/store"
)

// sweepFlags are the flags of arena sweep.
type sweepFlags struct {
	suite, model, dialogue, racing string
	scenarios, heldOut             []string
	repeats, parallel, adaptive    int
	seed                           int64
	budget                         float64
	exhaustive, dryRun, printSpace bool
	rpm, tpm                       int
}

func sweepCommand(w *world, o *options) *cobra.Command {
	var f sweepFlags
	cmd := &cobra.Command{
		Use:   "sweep [SPACE.yaml]",
		Short: "Play every configuration of a space and find the cost-retention frontier",
		Long: `Play every configuration of a declared space on the same scenarios and print
which of them no other beats in both cost and retention.

Without a file the space is that of 720 combinations of method, trigger, recent
window, depth and sub-model (arena sweep --print-space). Its size and cost are
printed first. The dialogue is scripted, so that every configuration hears the
same. Points that fall far behind the front are dropped while the sweep goes on,
by --racing halving or e-values; --exhaustive plays all of them to the end.

Trials are stored one by one: the same command again goes on where it stopped,
and never asks a model twice. arena report frontier has the whole report.`,
		Example: `  arena sweep
  arena sweep --exhaustive --repeats 4
  arena sweep --suite extended --held-out ext-clinic-intake
  arena sweep --adaptive 120
  arena sweep --print-space > my-space.yaml
  arena sweep my-space.yaml --model ollama:llama3.2:3b --repeats 2
  arena sweep --model openai:gpt-5-nano --budget-usd 20 --dry-run`,
		Args: atLeast(0),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, w, o, args) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.suite, "suite", "original", "play the scenarios of this suite")
	flags.StringArrayVar(&f.scenarios, "scenario", nil, "play this scenario only (again for more)")
	flags.StringArrayVar(&f.heldOut, "held-out", nil, "choose no point by this `SCENARIO`, but check the front on it (again for more)")
	flags.StringVar(&f.model, "model", "sim:nano", "ask this model")
	flags.StringVar(&f.dialogue, "dialogue", string(arena.Scripted), "who replies in the conversation: scripted or live (the model)")
	flags.IntVar(&f.repeats, "repeats", 2, "play every trial this often; with 1 nothing corrects for the luck of the best")
	flags.Int64Var(&f.seed, "seed", 1, "seed of every request, with the repeat")
	flags.StringVar(&f.racing, "racing", string(lab.Halving), "how points behind the front are dropped: "+racings())
	flags.BoolVar(&f.exhaustive, "exhaustive", false, "play every point on everything (--racing exhaustive)")
	flags.IntVar(&f.adaptive, "adaptive", 0, "play at most `N` points: each batch those a surface expects most of, by what is known")
	flags.IntVar(&f.parallel, "parallel", 0, "trials, and calls, in flight at most (default: one per processor, 8 with openai)")
	flags.Float64Var(&f.budget, "budget-usd", 0, "stop before more than this is spent")
	flags.BoolVar(&f.dryRun, "dry-run", false, "print size and estimated cost, and ask no model")
	flags.BoolVar(&f.printSpace, "print-space", false, "print the space as YAML and stop")
	flags.IntVar(&f.rpm, "rpm", 0, "requests per minute at most")
	flags.IntVar(&f.tpm, "tpm", 0, "tokens per minute at most")
	flags.DurationVar(&o.timeout, "timeout", 2*time.Minute, "longest time for one call")
	o.dbFlag(cmd)
	o.waitFlag(cmd)
	o.pricesFlag(cmd)
	o.scenariosFlag(cmd)
	completeFlags(cmd, map[string]func() []string{
		"scenario": scenarioIDs, "held-out": scenarioIDs, "model": modelNames,
		"dialogue": func() []string { return []string{string(arena.Live), string(arena.Scripted)} },
		"racing":   func() []string { return strings.Split(racings(), ", ") },
	})
	return cmd
}

// racings lists the ways of racing for people.
func racings() string {
	var names []string
	for _, r := range lab.Racings {
		names = append(names, string(r))
	}
	return strings.Join(names, ", ")
}

func (f *sweepFlags) run(cmd *cobra.Command, w *world, o *options, args []string) error {
	declared := space.Builtin()
	if len(args) == 1 {
		var err error
		if declared, err = space.Load(args[0]); err != nil {
			return usageError{err}
		}
	}
	if f.printSpace {
		_, err := fmt.Fprint(w.stdout, declared.Text)
		return err
	}
	models := w.models(o.timeout)
	models.RequestsPerMinute, models.TokensPerMinute = f.rpm, f.tpm
	models.Dry = f.dryRun
	sweep, err := f.sweep(cmd, o, models, declared)
	if err != nil {
		return usageError{err}
	}
	l, err := w.labFor(cmd, o, sweep.Plan, models, f.parallel, &f.budget)
	if err != nil {
		return err
	}
	if err := f.forecast(cmd.Context(), w, l, sweep); err != nil || f.dryRun {
		return err
	}
	return withDB(cmd, o, false, func(db *store.DB) error {
		l.DB = db
		return f.play(cmd.Context(), w, l, sweep)
	})
}

// sweep puts the flags together. Every mistake is reported at once.
func (f *sweepFlags) sweep(cmd *cobra.Command, o *options, models lab.Models, declared *space.Space) (lab.Sweep, error) {
	plan := lab.DefaultPlan()
	plan.Name, plan.Suite, plan.Scenarios, plan.ScenariosDir = declared.Name, f.suite, f.scenarios, o.scenariosDir
	plan.Strategies, plan.Models = nil, []string{f.model}
	plan.Repeats, plan.Seed, plan.Dialogue = f.repeats, f.seed, arena.Dialogue(f.dialogue)
	s := lab.Sweep{Plan: plan, Space: declared, HeldOut: f.heldOut, Racing: lab.Racing(f.racing)}
	var errs []error
	if cmd.Flags().Changed("adaptive") {
		s.Adaptive, s.Racing = f.adaptive, lab.Exhaustive
		s.Next = func(soFar lab.Swept, left []int, n int) ([]int, error) {
			return frontier.Next(soFar, left, n, uint64(f.seed))
		}
		if f.adaptive < lab.AdaptiveStart || f.exhaustive || cmd.Flags().Changed("racing") {
			errs = append(errs, fmt.Errorf("--adaptive %d: want %d points or more, and neither --racing nor --exhaustive", f.adaptive, lab.AdaptiveStart))
		}
	}
	if f.exhaustive {
		if cmd.Flags().Changed("racing") && s.Racing != lab.Exhaustive {
			errs = append(errs, fmt.Errorf("--exhaustive and --racing %s: want one of them", f.racing))
		}
		s.Racing = lab.Exhaustive
	}
	if !slices.Contains(lab.Racings, s.Racing) {
		errs = append(errs, fmt.Errorf("--racing %s: want one of %s", f.racing, racings()))
	}
	if plan.Dialogue != arena.Live && plan.Dialogue != arena.Scripted {
		errs = append(errs, fmt.Errorf("--dialogue %s: want live or scripted", f.dialogue))
	}
	for _, n := range []struct {
		flag       string
		have, most int
	}{{"repeats", f.repeats, 1000}, {"parallel", f.parallel, 1024}, {"rpm", f.rpm, 1e9}, {"tpm", f.tpm, 1e9}} {
		if cmd.Flags().Changed(n.flag) && (n.have < 1 || n.have > n.most) {
			errs = append(errs, fmt.Errorf("--%s %d: want 1 to %d", n.flag, n.have, n.most))
		}
	}
	if f.seed < 0 {
		errs = append(errs, fmt.Errorf("--seed %d: want 0 or more", f.seed))
	}
	if cmd.Flags().Changed("budget-usd") && f.budget <= 0 {
		errs = append(errs, fmt.Errorf("--budget-usd %g: want more than 0", f.budget))
	}
	errs = append(errs, lab.CheckSweep(s, models))
	return s, errors.Join(errs...)
}

// forecast prints what the sweep is going to do.
func (f *sweepFlags) forecast(ctx context.Context, w *world, l *lab.Lab, s lab.Sweep) error {
	size, err := l.Size(s)
	if err != nil {
		return err
	}
	out := w.stderr
	fmt.Fprintf(out, "%s: %d combinations, %d of them different; %d trials at most\n", s.Space.Name, size.Declared, size.Points, size.Trials)
	m, err := providers.Parse(f.model)
	if err != nil {
		return err
	}
	if m.Provider == "sim" && !f.dryRun {
		fmt.Fprintln(out, "simulated: nothing is paid (--dry-run estimates the nominal cost)")
		return nil
	}
	estimate, err := l.EstimateSweep(ctx, s)
	if err != nil {
		return usageError{err}
	}
	fmt.Fprintln(out, "Without racing, estimated from some of the points:")
	if f.dryRun {
		return views.Estimate(w.stdout, estimate)
	}
	return views.Estimate(out, estimate)
}

// play sweeps with progress and prints the front.
func (f *sweepFlags) play(ctx context.Context, w *world, l *lab.Lab, s lab.Sweep) error {
	p := newProgress(w.stderr)
	l.OnProgress = p.show
	ran, err := l.Sweep(ctx, s)
	p.close()
	if err != nil {
		if ran.Total > 0 && errors.Is(err, context.Canceled) {
			fmt.Fprintf(w.stderr, "arena: stopped after %d of %d trials; what is finished is kept\n", ran.Done, ran.Total)
		}
		return err
	}
	fmt.Fprintln(w.stderr, summary(ran.Ran, f.budget > 0))
	if err := views.Sweep(w.stdout, ran); err != nil {
		return err
	}
	if err := f.front(ctx, w, l, ran.Experiment.ID); err != nil {
		return err
	}
	if ran.Experiment.Status != store.Complete {
		fmt.Fprintf(w.stderr, "arena: %s\n", ran.Experiment.Note)
		return errIncomplete
	}
	return nil
}

// front prints the front of what is finished, if any point is.
func (f *sweepFlags) front(ctx context.Context, w *world, l *lab.Lab, experiment string) error {
	swept, err := l.LoadSweep(ctx, experiment)
	if err != nil {
		return err
	}
	found, err := frontier.New(swept)
	if errors.Is(err, frontier.ErrNothing) {
		fmt.Fprintf(w.stderr, "arena: %v\n", err)
		return nil
	}
	if err != nil {
		return err
	}
	return views.NewFrontier(found).Short(w.stdout)
}
