package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/judge"
	"contextarena.internal/lab/leaderboard"
	"contextarena.internal/reports"
	"contextarena.internal/scenarios"
	"contextarena.internal/strategies"
)

// runFlags are the flags of arena run. Those that name a part of the plan override it.
type runFlags struct {
	*call
	asked
	sharded
	Suite       string   `flag:"suite" usage:"play the scenarios of this suite as they stand: original or extended, or mine of your own"`
	Probes      int      `flag:"probes" want:"0 to 1000000" usage:"ask a sample of this many <PROBES> of each scenario, drawn by the seed (0: all)"`
	Budgets     []int    `flag:"budgets" usage:"play each strategy at each of these budgets: the most <TOKENS> its memory may put into a context"`
	Strategies  []string `flag:"strategy" usage:"play this strategy only, as <NAME> or NAME(setting=value) (again for more)"`
	Models      []string `flag:"model" usage:"ask this model: sim:nano, openai:NAME or ollama:NAME (again for more)"`
	MemoryModel string   `flag:"memory-model" usage:"let this model write the memories (default: the one that answers)"`
	Judge       string   `flag:"judge" usage:"ask this certified <MODEL> for a second opinion on the answers, too (see arena judge)"`
	Repeats     int      `flag:"repeats" want:"1 to 1000" usage:"play every trial this often"`
	Seed        int64    `flag:"seed" want:"0 or more" usage:"seed of every request, with the repeat (default 1)"`
}

func runCommand(c *call) entry {
	f := &runFlags{call: c}
	return entry{
		use: "run [PLAN.yaml]", short: "Play a plan and print its leaderboard",
		long: `Play a plan and print its leaderboard.

Without a plan: every strategy on the extended suite, stretched to 8,000 tokens,
scripted, once, by sim:nano. With a suite or a scenario: as it stands, live, 5
repeats. A flag narrows or overrides the plan. Trials are stored one by one: the
same command again goes on where it stopped, and never asks a model twice.

It prints what was found, and one table; --view has the rest (see arena report).`,
		example: `  arena run
  arena run --suite original
  arena run --scenario early-fact-recall --strategy "rlm(depth=2)"
  arena run --model openai:gpt-5-nano --budget-usd 3
  arena run --model ollama:llama3.2:3b --suite original --dialogue scripted
  arena run --stretch 16000
  arena run --budgets 500,1000,2000 --strategy rlm --strategy window
  arena run plan.yaml --dry-run`,
		flags: trials + "scenarios-dir scenario stretch dialogue fresh record replay quiet", own: f, things: "trials", run: f.run,
	}
}

func (f *runFlags) run(context.Context) error {
	ask, err := f.ask()
	shard, wrong := f.shard(f.env)
	if shard.Of > 0 && f.Judge != "" {
		wrong = errors.New("--judge is asked about all shards together: arena judge, when they are merged")
	}
	if err := refuse(err, wrong); err != nil {
		return err
	}
	return f.recorded(f.models(), func(models lab.Models) error {
		plan, err := f.plan(models)
		if err != nil {
			return err
		}
		f.ScenariosDir = plan.ScenariosDir
		asks := plan.Models
		if f.Judge != "" {
			asks = append(slices.Clone(asks), f.Judge)
		}
		l, err := f.asking(models, asks...)
		if err != nil {
			return err
		}
		l.Shard = shard
		if err := asTheyStand(f.stderr, l, plan); err != nil {
			return err
		}
		return f.spend(l, func() error { return f.forecast(l, plan) }, func(ctx context.Context) error { return f.play(ctx, l, plan, ask) })
	})
}

// forecast prints, in a dry run, what the plan would cost and tell.
func (f *runFlags) forecast(l *lab.Lab, plan lab.Plan) error {
	if !f.DryRun {
		return nil
	}
	if err := f.estimate(l.Estimate(f.Context(), plan)); err != nil {
		return err
	}
	if f.Judge != "" {
		err := fmt.Errorf("%s isn't certified in a database that isn't there: arena certify --judge %[1]s", f.Judge)
		if l.DB != nil {
			_, err = f.secondOpinion(f.Context(), l, f.Judge)
		}
		f.foretold(err)
		fmt.Fprintln(f.stderr, "arena: what the judge will be asked isn't in it: two calls for each different answer, of the length of question, values and answer (arena judge --dry-run tells it once they are there)")
	}
	if len(plan.Strategies) < 2 {
		return nil
	}
	d, err := lab.DetectableOf(f.Context(), l, plan)
	if err != nil {
		return err
	}
	return f.print(d.Document())
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
	var opinion func(string, string, func(reports.Document) error) error
	if f.Judge != "" { // one that isn't certified is refused before anything is played
		var err error
		if opinion, err = f.secondOpinion(ctx, l, f.Judge); err != nil {
			return err
		}
	}
	ran, result, err := f.played(ctx, l, plan)
	if err != nil {
		return err
	}
	rep, err := leaderboard.Read(ctx, l, result, ask)
	if err == nil {
		err = f.print(rep.Document())
	}
	if err != nil {
		return err
	}
	f.summary(ran)
	bad := lab.Incomplete(result)
	for _, t := range bad[:min(len(bad), 5)] {
		fmt.Fprintf(f.stderr, "arena: trial %s (%s on %s) %s: %s\n", t.Key.Short(), t.Strategy, t.Scenario, outcomeWords[t.Outcome], printable(arena.Brief(t.Reason)))
	}
	if len(bad) > 5 {
		fmt.Fprintf(f.stderr, "arena: and %d more\n", len(bad)-5)
	}
	if err := f.endShard(l.Shard, ran); err != nil || opinion == nil {
		return err
	}
	return opinion(ran.Experiment.ID, ran.Experiment.ID, f.print)
}

// plan loads or makes the plan and applies the flags. Every mistake is reported at once.
func (f *runFlags) plan(models lab.Models) (lab.Plan, error) {
	plan := lab.DefaultPlan()
	if f.first() != "" {
		var err error
		if plan, err = lab.LoadPlan(f.first(), models); err != nil {
			if _, not := strategies.Parse(f.first()); not == nil && errors.Is(err, fs.ErrNotExist) {
				err = fmt.Errorf("%s is a strategy and no plan file: arena run --strategy %[1]s", f.first())
			}
			return plan, usageError{err}
		}
	}
	var errs []error
	changed := f.Flags().Changed
	if f.first() == "" && !changed("suite") && !changed("scenario") {
		plan = lab.FirstPlan()
	}
	if changed("suite") {
		plan.Suite, plan.Scenarios = f.Suite, nil
	}
	if changed("scenario") {
		plan.Scenarios = f.Scenarios
	}
	if changed("strategy") {
		plan.Strategies, plan.Dir = nil, ""
		for _, spec := range f.Strategies {
			s, alias, err := strategies.ParseAs(spec)
			plan.Strategies = append(plan.Strategies, s)
			if err == nil && alias != "" {
				err = plan.Alias(s, alias)
			}
			errs = append(errs, err)
		}
	}
	if changed("model") {
		plan.Models = f.Models
	}
	if changed("memory-model") {
		plan.MemoryModel = f.MemoryModel
	}
	if changed("dialogue") {
		plan.Dialogue = arena.Dialogue(f.Dialogue)
	}
	if changed("stretch") {
		plan.Stretch = min(max(f.Stretch, 0), scenarios.MostStretch) // refuse says what is wrong with another
	}
	if changed("probes") {
		plan.Probes = max(f.Probes, 0)
	}
	if changed("budgets") {
		plan.Budgets = f.Budgets
	}
	if changed("repeats") {
		plan.Repeats = min(max(f.Repeats, 1), 1000)
	}
	if changed("seed") {
		plan.Seed = f.Seed
	}
	if changed("scenarios-dir") {
		plan.ScenariosDir = f.ScenariosDir
	}
	if f.Judge != "" {
		_, err := judge.Of(models, f.Judge)
		errs = append(errs, err)
	}
	return plan, f.refuse(append(errs, lab.Check(plan, models))...)
}
