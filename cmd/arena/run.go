package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/certify"
	"contextarena.internal/lab/judge"
	"contextarena.internal/lab/leaderboard"
	"contextarena.internal/lab/review"
	"contextarena.internal/scenarios"
	"contextarena.internal/store"
	"contextarena.internal/strategies"
)

// runFlags are the flags of arena run. Those that name a part of the plan override it.
type runFlags struct {
	suite, memoryModel, dialogue  string
	judge                         string
	scenarios, strategies, models []string
	repeats, stretch              int
	budgets                       []int
	seed                          int64
	tapes                         tapes
	asked
	*spend
}

func runCommand(w *world, o *options) *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "run [PLAN.yaml]",
		Short: "Play a plan and print its leaderboard",
		Long: `Play a plan and print its leaderboard.

Without a plan: the original suite, every strategy, sim:nano, 5 repeats, live.
A flag narrows or overrides the plan. Trials are stored one by one: the same
command again goes on where it stopped, and never asks a model twice.

It prints what was found, and one table; --view has the rest (see arena report).`,
		Example: `  arena run
  arena run --scenario early-fact-recall --strategy "rlm(depth=2)"
  arena run --model openai:gpt-5-nano --repeats 1 --budget-usd 0.50
  arena run --model ollama:llama3.2:3b --dialogue scripted
  arena run --stretch 16000
  arena run --budgets 500,1000,2000 --strategy rlm --strategy window
  arena run plan.yaml --dry-run`,
		Args: atLeast(0),
		RunE: func(_ *cobra.Command, args []string) error { return f.run(args) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.suite, "suite", "", "play the scenarios of this suite (default original)")
	flags.StringArrayVar(&f.scenarios, "scenario", nil, "play this scenario only (again for more)")
	flags.IntSliceVar(&f.budgets, "budgets", nil, "play each strategy at each of these budgets: the most `TOKENS` its memory may put into a context")
	flags.StringArrayVar(&f.strategies, "strategy", nil, "play this strategy only, as `NAME` or NAME(setting=value) (again for more)")
	flags.StringArrayVar(&f.models, "model", nil, "ask this model: sim:nano, openai:NAME or ollama:NAME (again for more)")
	flags.StringVar(&f.memoryModel, "memory-model", "", "let this model write the memories (default: the one that answers)")
	flags.StringVar(&f.judge, "judge", "", "ask this certified `MODEL` for a second opinion on the answers, too (see arena judge)")
	dialogueFlag(cmd, &f.dialogue, "")
	f.tapes.add(cmd)
	f.add(cmd)
	f.spend = spendFlags(cmd, w, o, "trials").stored().trials().anew().stretched(&f.stretch).foretold(dryRunUsage).
		repeated(&f.repeats, 0, "play every trial this often (default 5)").
		seeded(&f.seed, 0, "seed of every request, with the repeat (default 1)")
	o.scenariosFlag(cmd)
	w.quietFlag(cmd)
	return cmd
}

func (f *runFlags) run(args []string) (err error) {
	ctx, models := f.cmd.Context(), f.providers()
	ask, err := f.ask()
	if err != nil {
		return err
	}
	stop, err := f.tapes.open(f.w.stderr, &models, f.o.db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stop()) }()
	plan, err := f.plan(models, args)
	if err != nil {
		return err
	}
	f.o.scenariosDir = plan.ScenariosDir
	asks := plan.Models
	if f.judge != "" {
		asks = append(slices.Clone(asks), f.judge)
	}
	l, err := f.lab(models, asks...)
	if err != nil {
		return err
	}
	if err := asTheyStand(f.w.stderr, l, plan); err != nil {
		return err
	}
	if !f.dryRun {
		return f.open(l, func(ctx context.Context) error { return f.play(ctx, l, plan, ask) })
	}
	if err := f.estimate(l.Estimate(ctx, plan)); err != nil {
		return err
	}
	if f.judge != "" {
		fmt.Fprintln(f.w.stderr, "arena: what the judge will be asked isn't in it: two calls for each different answer, of the length of question, values and answer (arena judge --dry-run tells it once they are there)")
	}
	if len(plan.Strategies) < 2 {
		return nil
	}
	d, err := lab.DetectableOf(ctx, l, plan)
	if err != nil {
		return err
	}
	return f.w.print(d.Document())
}

// asTheyStand says which scenarios are too long to be stretched.
func asTheyStand(to io.Writer, l *lab.Lab, plan lab.Plan) error {
	ids, err := plan.Unstretched(l)
	if len(ids) > 0 {
		fmt.Fprintf(to, "arena: not stretched to %d tokens, since they are as long already: %s\n", plan.Stretch, strings.Join(ids, ", "))
	}
	return err
}

// play runs the plan with progress and prints the report.
func (f *runFlags) play(ctx context.Context, l *lab.Lab, plan lab.Plan, ask leaderboard.Ask) error {
	opinion, err := f.secondOpinion(ctx, l)
	if err != nil {
		return err
	}
	ran, result, err := f.w.played(ctx, l, plan)
	if err != nil {
		return err
	}
	rep, err := leaderboard.Read(ctx, l, result, ask)
	if err == nil {
		err = f.w.print(rep.Document())
	}
	if err != nil {
		return err
	}
	f.summary(ran)
	bad := lab.Incomplete(result)
	for _, t := range bad[:min(len(bad), 5)] {
		fmt.Fprintf(f.w.stderr, "arena: trial %s (%s on %s) %s: %s\n", t.Key.Short(), t.Strategy, t.Scenario, outcomeWords[t.Outcome], printable(arena.Brief(t.Reason)))
	}
	if len(bad) > 5 {
		fmt.Fprintf(f.w.stderr, "arena: and %d more\n", len(bad)-5)
	}
	if err := f.end(ran.Experiment); err != nil || opinion == nil {
		return err
	}
	return opinion(ran.Experiment)
}

// secondOpinion is what has the judge judge the answers of an experiment and prints what strategies keep by it; nil without a judge.
// One that isn't certified is refused before anything is played.
func (f *runFlags) secondOpinion(ctx context.Context, l *lab.Lab) (func(store.Experiment) error, error) {
	if f.judge == "" {
		return nil, nil
	}
	by, err := judge.Of(l.Models, f.judge)
	if err != nil {
		return nil, err
	}
	certified, err := certify.Certified(ctx, l.DB, by)
	if err != nil {
		return nil, err
	}
	return func(e store.Experiment) error {
		answers, err := review.Load(ctx, l, e.ID)
		if err != nil {
			return err
		}
		all, err := f.w.judged(ctx, l, e.ID, f.judge, answers.Cases())
		if err != nil {
			return err
		}
		said, err := judge.Stored(ctx, l.DB, by)
		if err != nil {
			return err
		}
		if err := f.w.print(answers.NewReport(certified, said).Document()); err != nil {
			return err
		}
		if !all {
			return errIncomplete
		}
		return nil
	}, nil
}

// plan loads or makes the plan and applies the flags. Every mistake is reported at once.
func (f *runFlags) plan(models lab.Models, args []string) (lab.Plan, error) {
	plan := lab.DefaultPlan()
	if len(args) == 1 {
		var err error
		if plan, err = lab.LoadPlan(args[0], models); err != nil {
			return plan, usageError{err}
		}
	}
	var errs []error
	changed := f.cmd.Flags().Changed
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
		errs = append(errs, known("dialogue", f.dialogue, dialogues))
	}
	if changed("stretch") {
		plan.Stretch = min(max(f.stretch, 0), scenarios.MostStretch) // refuse says what is wrong with another
	}
	if changed("budgets") {
		plan.Budgets = f.budgets
	}
	if changed("repeats") {
		plan.Repeats = min(max(f.repeats, 1), 1000)
	}
	if changed("seed") {
		plan.Seed = f.seed
	}
	if changed("scenarios-dir") {
		plan.ScenariosDir = f.o.scenariosDir
	}
	if f.judge != "" {
		_, err := judge.Of(models, f.judge)
		errs = append(errs, err)
	}
	return plan, f.refuse(append(errs, lab.Check(plan, models))...)
}
