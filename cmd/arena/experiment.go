package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/proposals"
	"contextarena.internal/reports"
)

// experimentCommand groups the experiments that come with the program.
var experimentCommand = group("experiment", "Play and judge an experiment that comes with the program", proposalsCommand, formatsCommand)

// studyFlags are the flags of both experiments.
type studyFlags struct {
	*call
	sharded
	Model   string `flag:"model" default:"sim:nano" usage:"ask this <MODEL>: sim:nano, openai:NAME or ollama:NAME"`
	Repeats int    `flag:"repeats" want:"1 to 1000" usage:"play every trial this often"`
	Seed    int64  `flag:"seed" default:"1" want:"0 or more" usage:"seed of every request, with the repeat"`
}

// studied are the shared flags of both.
const studied = trials + "dialogue "

func proposalsCommand(c *call) entry {
	c.Dialogue = string(arena.Live)
	own := &struct {
		studyFlags
		Suites    []string `flag:"suite" usage:"play this suite only (again for more)"`
		Ablate    string   `flag:"ablate" default:"single" usage:"what of a simulated model to turn off: none, exact (all at once) or\nsingle (and each)"`
		Delivered float64  `flag:"delivered" default:"0.8" want:"0 to 1" usage:"judge a claim only if at least this share of what is to reach the reader does"`
		Estimand  string   `flag:"estimand" default:"sampled" usage:"what claims about all scenarios are about: sampled (strategies) or fixed (these scenarios)"`
	}{studyFlags: studyFlags{call: c, Repeats: 10}, Suites: []string{"original", "extended"}}
	return entry{
		use: "proposals", short: "Test what the proposals predict of their strategies",
		long: `Test what the research proposals predict of their strategies.

Each prediction is a gate: a strategy keeps so many points more than another, or
costs at most so many times as much, paired by scenario and repeat on all
scenarios of each suite, with intervals that hold together. With a simulated
model all is played again with its mechanisms off: all at once (sim:exact) and
each. A finding that is another without some of them is reported as assumed by
the simulator.

docs/research/proposals.md says how each verdict comes about. The same command
again goes on where it stopped. With --shard nothing is judged: that does the
same command without it, on the merged database.`,
		example: `  arena lab experiment proposals --dialogue scripted
  arena lab experiment proposals --dialogue scripted --ablate exact
  arena lab experiment proposals --suite original --format md --out p.md
  arena lab experiment proposals --model openai:gpt-5-nano --dry-run`,
		flags: studied + "scenario", own: own, things: "trials", forms: textForms,
		run: func(context.Context) error {
			var errs []error
			options := proposals.Options{
				Suites: own.Suites, Scenarios: c.Scenarios, Model: own.Model, Repeats: own.Repeats, Dialogue: arena.Dialogue(c.Dialogue), Seed: own.Seed,
				Estimand: estimands[own.Estimand], Alpha: 0.05, Delivered: own.Delivered, Ablate: proposals.Ablation(own.Ablate),
			}
			for i, s := range own.Suites {
				if slices.Contains(own.Suites[:i], s) {
					errs = append(errs, fmt.Errorf("--suite %s is given twice", s))
				}
			}
			parts, err := proposals.Plans(options)
			if err == nil && len(parts) == 0 {
				err = errors.New("no scenario named is of a suite named: nothing to play")
			}
			if err != nil {
				return c.refuse(append(errs, err)...)
			}
			plans := make([]lab.Plan, len(parts))
			for i, p := range parts {
				plans[i] = p.Plan
			}
			return own.play(plans, errs, func(ctx context.Context, each player) (reports.Document, error) {
				return documented(proposals.Run(ctx, options, each))
			})
		},
	}
}

func formatsCommand(c *call) entry {
	c.Dialogue = string(arena.Live)
	own := &struct {
		studyFlags
		Scenarios []string `flag:"scenario" usage:"play this scenario only, not the three (again for more)"`
	}{studyFlags: studyFlags{call: c, Repeats: 5}}
	return entry{
		use: "correction-formats", short: "Test whether a correction's form decides if it is taken",
		long: `Test whether the form in which a correction is presented decides if it is taken
up: seven formats, three strategies, three scenarios, five repeats (315 trials).
Four measures of each format with intervals over scenarios, and how many pairs
of formats stand in the order in which the proposal expects them.

docs/examples/correction-formats.yaml is the same as a plan for arena run: what
one of them has played the other finds finished.`,
		example: `  arena lab experiment correction-formats
  arena lab experiment correction-formats --dialogue scripted --repeats 10
  arena lab experiment correction-formats --model openai:gpt-5-nano --dry-run`,
		flags: studied, own: own, things: "trials", forms: textForms,
		run: func(context.Context) error {
			plan, err := proposals.FormatsPlan()
			if err != nil {
				return err
			}
			plan.Models, plan.Repeats, plan.Dialogue, plan.Seed = []string{own.Model}, own.Repeats, arena.Dialogue(c.Dialogue), own.Seed
			if len(own.Scenarios) > 0 {
				plan.Scenarios = own.Scenarios
			}
			return own.play([]lab.Plan{plan}, nil, func(ctx context.Context, each player) (reports.Document, error) {
				r, err := each(ctx, plan)
				if err != nil {
					return reports.Document{}, err
				}
				return documented(proposals.Formats(r, 0.05))
			})
		},
	}
}

// player plays one plan and reads it back.
type player func(context.Context, lab.Plan) (lab.Result, error)

// play says what the plans are and would cost, plays them as make asks for them, and writes what it
// makes of them. A shard plays its part of each, and nothing is made of that. Errs are mistakes of usage that were seen before.
func (f *studyFlags) play(plans lab.Parts, errs []error, make func(context.Context, player) (reports.Document, error)) error {
	models := f.models()
	shard, wrong := f.shard(f.env)
	if err := f.refuse(append(errs, wrong, plans.Check(models))...); err != nil {
		return err
	}
	l, err := f.asking(models, plans[0].Models...)
	if err != nil {
		return err
	}
	l.Shard = shard
	incomplete := false
	err = f.spend(l, func() error { return f.forecast(l, plans) }, func(ctx context.Context) error {
		done := 0
		part := func(ctx context.Context, p lab.Plan) (lab.Result, error) {
			done++
			fmt.Fprintf(f.stderr, "arena: part %d of %d: %s\n", done, len(plans), p.Name)
			ran, result, err := f.watched(ctx, l, p, p.Models[0] == plans[0].Models[0])
			if err == nil {
				f.summary(ran)
				incomplete, err = f.endShard(shard, ran) != nil || incomplete, result.ReadRequests(ctx, l)
			}
			return result, err
		}
		if shard.Of > 0 {
			for _, p := range plans {
				if _, err := part(ctx, p); err != nil {
					return err
				}
			}
			return nil
		}
		report, err := make(ctx, part)
		if err != nil {
			return err
		}
		return f.show(report)
	})
	return whole(!incomplete, err)
}

// forecast says in a line what the plans are and would cost; in a dry run, in full.
func (f *studyFlags) forecast(l *lab.Lab, plans lab.Parts) error {
	size, err := plans.Estimate(f.Context(), l)
	if err != nil || f.DryRun {
		return f.estimate(size, err)
	}
	calls, usd, priced := size.Total()
	cost := fmt.Sprintf("nominally %.2f USD", usd)
	if !priced {
		cost = "at an unknown price"
	}
	fmt.Fprintf(f.stderr, "arena: %d trials in %d parts, about %d calls, %s\n", size.Trials, len(plans), calls, cost)
	return nil
}
