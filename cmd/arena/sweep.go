package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/internal/input"
	"contextarena.internal/lab"
	"contextarena.internal/lab/choice"
	"contextarena.internal/lab/frontier"
	"contextarena.internal/scenarios"
	"contextarena.internal/space"
)

// sweptTokens is how long conversations are made if nothing is said: what is much shorter needs no memory.
const sweptTokens = 16_000

// sweepFlags are the flags of arena sweep.
type sweepFlags struct {
	*call
	questioned
	inRounds
	Suite      string `flag:"suite" default:"original" usage:"play the scenarios of this suite"`
	Model      string `flag:"model" default:"sim:nano" usage:"ask this model"`
	Exhaustive bool   `flag:"exhaustive" usage:"play every point on everything: none is dropped"`
	PrintSpace bool   `flag:"print-space" usage:"print the space as YAML and stop"`
	Repeats    int    `flag:"repeats" default:"2" want:"1 to 1000" usage:"play every trial this often"`
	Seed       int64  `flag:"seed" default:"1" want:"0 or more" usage:"seed of every request, with the repeat"`
}

func sweepCommand(c *call) entry {
	c.Dialogue, c.Stretch = string(arena.Scripted), sweptTokens
	f := &sweepFlags{call: c}
	return entry{
		use: "sweep [SPACE.yaml]", short: "Play every configuration of a space: the cost-retention frontier",
		long: `Play every configuration of a declared space on the same scenarios and print
which of them no other beats in both cost and retention.

Without a file the space is that of 3,840 combinations of method, trigger,
recent window, depth, k and sub-model (arena sweep --print-space). Every sweep
plays none, full_context, retrieval by words and by vectors besides, where its
space has none of them, and oracle: the ceiling, which is told what matters and
is no choice. The size and the cost are printed first. The dialogue is scripted,
so that every configuration hears the same. Points that fall far behind the
front are dropped while the sweep goes on, but for these and window;
--exhaustive plays all of them to the end.

Conversations are filled up to 16,000 tokens, where a memory is needed; shorter
ones are a sweep of their own (--stretch 0: as they stand).

It says first what to use: the cheapest configuration that keeps --floor, with
--questions to be answered, and passes the tasks that --require asks for, by
bounds that hold for all at once.

Trials are stored one by one: the same command again goes on where it stopped,
and never asks a model twice. It prints what was found, and one table; --view
has the rest (see arena report frontier).`,
		example: `  arena sweep
  arena sweep --exhaustive --repeats 4
  arena sweep --exhaustive --shard 1/8 --db s1.db
  arena sweep --shard 1/8 --round next --db s1.db
  arena sweep --floor 0.9 --questions 50 --require 'tasks>=0.5'
  arena sweep --suite extended --objective tasks --objective worst
  arena sweep --stretch 0
  arena sweep --print-space > my-space.yaml
  arena sweep my-space.yaml --model ollama:llama3.2:3b --repeats 2
  arena sweep --model openai:gpt-5-nano --budget-usd 20 --dry-run`,
		flags: trials + "scenarios-dir scenario stretch dialogue fresh quiet", own: f, things: "trials", views: frontier.Views, run: f.run,
	}
}

func (f *sweepFlags) run(context.Context) error {
	declared := space.Builtin()
	if file := f.first(); file != "" {
		text, err := input.ReadFile(file, input.Text)
		if err != nil {
			return usageError{fmt.Errorf("space: %w", err)}
		}
		if declared, err = space.Parse(file, text); err != nil {
			return usageError{err}
		}
	}
	if f.PrintSpace {
		_, err := fmt.Fprint(f.stdout, declared.Text)
		return err
	}
	models := f.models()
	sweep, ask, err := f.sweep(models, declared)
	if err != nil {
		return err
	}
	l, err := f.asking(models, f.Model)
	if err != nil {
		return err
	}
	l.Shard, _ = f.part() // a mistake in it was one of f.sweep's
	return f.spend(l, func() error { return f.forecast(l, sweep) }, func(ctx context.Context) error { return f.play(ctx, l, sweep, ask) })
}

// sweep puts the flags together. Every mistake is reported at once.
func (f *sweepFlags) sweep(models lab.Models, declared *space.Declared) (frontier.Sweep, choice.Ask, error) {
	plan := lab.DefaultPlan()
	plan.Name, plan.Suite, plan.Scenarios, plan.ScenariosDir = declared.Title, f.Suite, f.Scenarios, f.ScenariosDir
	plan.Strategies, plan.Models = nil, []string{f.Model}
	plan.Repeats, plan.Seed, plan.Dialogue = f.Repeats, f.Seed, arena.Dialogue(f.Dialogue)
	plan.Stretch = min(max(f.Stretch, 0), scenarios.MostStretch) // refuse says what is wrong with another
	s := frontier.Sweep{Plan: plan, Space: declared, Exhaustive: f.Exhaustive}
	_, wrong := f.part()
	ask, err := f.ask()
	return s, ask, f.refuse(err, wrong, s.Check(models))
}

// part is which of the points' trials are played here.
func (f *sweepFlags) part() (lab.Shard, error) {
	return f.rounds(f.call, !f.Exhaustive, ", or every point, with --exhaustive")
}

// forecast prints what the sweep is going to do.
func (f *sweepFlags) forecast(l *lab.Lab, s frontier.Sweep) error {
	size, err := s.Size(l)
	if err != nil {
		return err
	}
	out := f.stderr
	if err := asTheyStand(out, l, s.Plan); err != nil {
		return err
	}
	fmt.Fprintf(out, "%s: %d combinations, with the rivals of every sweep %d different points; %d trials at most\n", s.Space.Title, size.Declared, size.Points, size.Trials)
	if strings.HasPrefix(f.Model, "sim:") && !f.DryRun {
		fmt.Fprintln(out, "simulated: nothing is paid (--dry-run estimates the nominal cost)")
		return nil
	}
	fmt.Fprintln(out, "Estimated from all points of a small sweep, or some of a larger one:")
	return f.estimate(s.Estimate(f.Context(), l))
}

// play sweeps with progress and prints the front.
func (f *sweepFlags) play(ctx context.Context, l *lab.Lab, s frontier.Sweep, ask choice.Ask) error {
	ample()
	p := f.follow(l)
	ran, err := s.Play(ctx, l)
	if err := p.ended(ran.Progress, err); err != nil {
		return err
	}
	f.summary(ran.Ran)
	if ran.Open > 0 { // a front of a part would be none
		return f.endShard(l.Shard, ran.Ran)
	}
	front := new(frontier.Frontier)
	*front, err = frontier.Load(ctx, l, ran.Experiment.ID, f.Objectives...)
	if errors.Is(err, frontier.ErrNothing) {
		fmt.Fprintf(f.stderr, "arena: %v\n", err)
		front, err = nil, nil
	}
	if err != nil {
		return err
	}
	if front != nil {
		front.Choose(ask)
	}
	doc := ran.Document(front)
	if len(f.View) > 0 && front != nil {
		doc = front.Document().Only(f.View...)
	}
	if err := f.print(doc); err != nil {
		return err
	}
	return f.endShard(l.Shard, ran.Ran)
}
