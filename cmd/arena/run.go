package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/views"
	"contextarena.internal/llm"
	"contextarena.internal/scenarios"
	"contextarena.internal/store"
	"contextarena.internal/strategies"
)

// runFlags are the flags of arena run. Those that name a part of the plan override it.
type runFlags struct {
	suite, memoryModel, dialogue  string
	scenarios, strategies, models []string
	repeats, parallel, stretch    int
	seed                          int64
	budget                        float64
	dryRun                        bool
	record, replay                string
	rpm, tpm                      int
}

func runCommand(w *world, o *options) *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "run [PLAN.yaml]",
		Short: "Play a plan and print its leaderboard",
		Long: `Play a plan and print its leaderboard.

Without a plan: the original suite, every strategy, sim:nano, 5 repeats, live.
A flag narrows or overrides the plan. Trials are stored one by one: the same
command again goes on where it stopped, and never asks a model twice.`,
		Example: `  arena run
  arena run --scenario early-fact-recall --strategy "rlm(depth=2)"
  arena run --model openai:gpt-5-nano --repeats 1 --budget-usd 0.50
  arena run --model ollama:llama3.2:3b --dialogue scripted
  arena run --stretch 16000
  arena run nightly.yaml --dry-run`,
		Args: atLeast(0),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, w, o, args) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.suite, "suite", "", "play the scenarios of this suite (default original)")
	flags.StringArrayVar(&f.scenarios, "scenario", nil, "play this scenario only (again for more)")
	flags.IntVar(&f.stretch, "stretch", 0, "fill transcripts up with small talk to this many `TOKENS` (0: as they stand)")
	flags.StringArrayVar(&f.strategies, "strategy", nil, "play this strategy only, as `NAME` or NAME(setting=value) (again for more)")
	flags.StringArrayVar(&f.models, "model", nil, "ask this model: sim:nano, openai:NAME or ollama:NAME (again for more)")
	flags.StringVar(&f.memoryModel, "memory-model", "", "let this model write the memories (default: the one that answers)")
	flags.StringVar(&f.dialogue, "dialogue", "", "who replies in the conversation: live (the model) or scripted")
	flags.IntVar(&f.repeats, "repeats", 0, "play every trial this often (default 5)")
	flags.Int64Var(&f.seed, "seed", 0, "seed of every request, with the repeat (default 1)")
	flags.IntVar(&f.parallel, "parallel", 0, "trials, and calls, in flight at most (default: one per processor, 8 with openai)")
	flags.Float64Var(&f.budget, "budget-usd", 0, "stop before more than this is spent")
	flags.BoolVar(&f.dryRun, "dry-run", false, "print trials, calls and estimated cost, and ask no model")
	flags.StringVar(&f.record, "record", "", "record every exchange with a provider in `FILE`")
	flags.StringVar(&f.replay, "replay", "", "answer from the recording in `FILE` instead of a provider")
	flags.IntVar(&f.rpm, "rpm", 0, "requests per minute at most")
	flags.IntVar(&f.tpm, "tpm", 0, "tokens per minute at most")
	flags.DurationVar(&o.timeout, "timeout", 2*time.Minute, "longest time for one call")
	o.dbFlag(cmd)
	o.waitFlag(cmd)
	o.pricesFlag(cmd)
	o.scenariosFlag(cmd)
	completeFlags(cmd, map[string]func() []string{
		"strategy": strategyNames, "scenario": scenarioIDs, "model": modelNames, "memory-model": modelNames,
		"dialogue": func() []string { return []string{string(arena.Live), string(arena.Scripted)} },
	})
	return cmd
}

func (f *runFlags) run(cmd *cobra.Command, w *world, o *options, args []string) (err error) {
	models := w.models(o.timeout)
	models.RequestsPerMinute, models.TokensPerMinute = f.rpm, f.tpm
	if f.replay != "" {
		if models.Replay, err = os.ReadFile(f.replay); err != nil {
			return usageError{err}
		}
		if _, err := llm.Replay(bytes.NewReader(models.Replay)); err != nil {
			return usageError{fmt.Errorf("--replay %s: %w", f.replay, err)}
		}
	}
	if f.record != "" {
		file, err := tape(f.record, o.db)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, file.Close()) }()
		models.Record = file
	}
	models.Dry = f.dryRun
	plan, err := f.plan(cmd, models, args)
	if err != nil {
		return err
	}
	l, err := w.labFor(cmd, o, plan, models, f.parallel, &f.budget)
	if err != nil {
		return err
	}
	if err := asTheyStand(w.stderr, l, plan); err != nil {
		return err
	}
	if f.dryRun {
		estimate, err := l.Estimate(cmd.Context(), plan)
		if err != nil {
			return usageError{err}
		}
		if err := views.Estimate(w.stdout, estimate); err != nil {
			return err
		}
		if len(plan.Strategies) < 2 {
			return nil
		}
		d, err := l.Detectable(cmd.Context(), plan)
		if err != nil {
			return err
		}
		return views.Detectable(w.stdout, d)
	}
	return withDB(cmd, o, false, func(db *store.DB) error {
		l.DB = db
		return f.play(cmd.Context(), w, l, plan)
	})
}

// asTheyStand says which scenarios are too long to be stretched.
func asTheyStand(to io.Writer, l *lab.Lab, plan lab.Plan) error {
	ids, err := l.Unstretched(plan)
	if len(ids) > 0 {
		fmt.Fprintf(to, "arena: not stretched to %d tokens, since they are as long already: %s\n", plan.Stretch, strings.Join(ids, ", "))
	}
	return err
}

// labFor is the lab that plays a plan. The budget counts only if --budget-usd was given.
func (w *world) labFor(cmd *cobra.Command, o *options, plan lab.Plan, models lab.Models, parallel int, budgetUSD *float64) (*lab.Lab, error) {
	o.scenariosDir = plan.ScenariosDir
	l, err := w.lab(cmd, o, nil)
	if err != nil {
		return nil, err
	}
	l.Models, l.Parallel = models, inFlight(parallel, plan.Models)
	if cmd.Flags().Changed("budget-usd") {
		l.BudgetUSD = budgetUSD
	}
	return l, nil
}

// inFlight is how many trials run at once: what was asked for, else one per processor, or more
// where all there is to do is wait for a server that serves many.
func inFlight(asked int, models []string) int {
	switch {
	case asked > 0:
		return asked
	case slices.ContainsFunc(models, func(m string) bool { return strings.HasPrefix(m, "openai:") }):
		return 8
	}
	return runtime.NumCPU()
}

// play runs the plan with progress and prints the report.
func (f *runFlags) play(ctx context.Context, w *world, l *lab.Lab, plan lab.Plan) error {
	ran, result, err := w.played(ctx, l, plan)
	if err != nil {
		return err
	}
	if err := views.New(result).Table(w.stdout); err != nil {
		return err
	}
	fmt.Fprintln(w.stderr, summary(ran, f.budget > 0))
	if bad := lab.Incomplete(result); len(bad) > 0 {
		for _, t := range bad[:min(len(bad), 5)] {
			fmt.Fprintf(w.stderr, "arena: trial %s (%s on %s) %s: %s\n", t.Key.Short(), t.Strategy, t.Scenario, outcomeWords[t.Outcome], printable(t.Reason))
		}
		if len(bad) > 5 {
			fmt.Fprintf(w.stderr, "arena: and %d more\n", len(bad)-5)
		}
	}
	if ran.Experiment.Status != store.Complete {
		fmt.Fprintf(w.stderr, "arena: %s\n", ran.Experiment.Note)
		return errIncomplete
	}
	return nil
}

// summary says what the run did, on standard error.
func summary(ran lab.Ran, budget bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d trials: %d played now, %d found finished; %d calls asked", ran.Total, ran.Done-ran.Kept, ran.Kept, ran.Asked)
	switch {
	case !ran.PriceKnown:
		b.WriteString("; paid an unknown amount (a model has no price)")
	case ran.PaidUSD > 0 || budget:
		fmt.Fprintf(&b, "; paid %.4f USD", ran.PaidUSD)
	}
	return b.String()
}

// plan loads or makes the plan and applies the flags. Every mistake is reported at once.
func (f *runFlags) plan(cmd *cobra.Command, models lab.Models, args []string) (lab.Plan, error) {
	plan := lab.DefaultPlan()
	if len(args) == 1 {
		var err error
		if plan, err = lab.LoadPlan(args[0], models); err != nil {
			return plan, usageError{err}
		}
	}
	var errs []error
	changed := cmd.Flags().Changed
	if changed("suite") {
		plan.Suite, plan.Scenarios = f.suite, nil
	}
	if changed("scenario") {
		plan.Scenarios = f.scenarios
	}
	if changed("strategy") {
		plan.Strategies = nil
		for _, spec := range f.strategies {
			s, err := strategies.Parse(spec)
			errs = append(errs, err)
			plan.Strategies = append(plan.Strategies, s)
		}
	}
	if changed("model") {
		plan.Models = f.models
	}
	if changed("memory-model") {
		plan.MemoryModel = f.memoryModel
	}
	if changed("dialogue") {
		plan.Dialogue = arena.Dialogue(f.dialogue)
		if plan.Dialogue != arena.Live && plan.Dialogue != arena.Scripted {
			errs = append(errs, fmt.Errorf("--dialogue %s: want live or scripted", f.dialogue))
		}
	}
	for _, n := range []struct {
		flag       string
		have, most int
	}{{"repeats", f.repeats, 1000}, {"parallel", f.parallel, 1024}, {"rpm", f.rpm, 1e9}, {"tpm", f.tpm, 1e9}} {
		if changed(n.flag) && (n.have < 1 || n.have > n.most) {
			errs = append(errs, fmt.Errorf("--%s %d: want 1 to %d", n.flag, n.have, n.most))
		}
	}
	if changed("stretch") {
		plan.Stretch = min(max(f.stretch, 0), scenarios.MostStretch)
		if f.stretch != plan.Stretch {
			errs = append(errs, fmt.Errorf("--stretch %d: want 0 to %d", f.stretch, scenarios.MostStretch))
		}
	}
	if changed("repeats") {
		plan.Repeats = min(max(f.repeats, 1), 1000)
	}
	if t := cmd.Flags().Lookup("timeout"); t.Changed && strings.HasPrefix(t.Value.String(), "-") {
		errs = append(errs, fmt.Errorf("--timeout %s: want more than 0", t.Value))
	}
	if changed("seed") {
		plan.Seed = f.seed
	}
	if changed("budget-usd") && !(f.budget > 0) {
		errs = append(errs, fmt.Errorf("--budget-usd %g: want more than 0", f.budget))
	}
	if o := cmd.Flags().Lookup("scenarios-dir"); o.Changed {
		plan.ScenariosDir = o.Value.String()
	}
	errs = append(errs, lab.Check(plan, models))
	if err := errors.Join(errs...); err != nil {
		return plan, usageError{err}
	}
	return plan, nil
}

// tape opens a file to record in. Only a recording is added to.
func tape(name, db string) (*os.File, error) {
	if err := notTheDatabase("--record", name, db); err != nil {
		return nil, err
	}
	if old, err := os.ReadFile(name); err == nil && len(old) > 0 {
		if _, err := llm.Replay(bytes.NewReader(old)); err != nil {
			return nil, usageError{fmt.Errorf("--record %s: the file there is no recording: %w", name, err)}
		}
	}
	file, err := os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, usageError{err}
	}
	return file, nil
}
