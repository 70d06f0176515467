package main

import (
	"context"
	"fmt"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/learning"
	"contextarena.internal/store"
)

// learnFlags are the flags of arena learn. Those that name a part of the plan override it.
type learnFlags struct {
	*call
	sharded
	Seed int64 `flag:"seed" want:"0 or more" usage:"seed of orders and, with the chain, of every request"`
	plan learning.Curriculum
}

func learnCommand(c *call) entry {
	f := &learnFlags{call: c, plan: learning.DefaultPlan()}
	p := &f.plan
	c.Dialogue, f.Seed = string(p.Dialogue), p.Seed
	c.flag(&p.Strategy, "strategy", "the strategy that learns, as `NAME` or NAME(setting=value)")
	c.flag(&p.Train, "train", "train on this `SCENARIO` and its variants (again for more)")
	c.flag(&p.HeldOut, "held-out", "measure on this `SCENARIO`, which is never trained on (again for more)")
	c.flag(&p.Sessions, "sessions", "sessions of a chain")
	c.flag(&p.Chains, "chains", "chains, each with its own order and seed")
	c.flag(&p.Model, "model", "ask this model: sim:nano, openai:NAME or ollama:NAME")
	c.flag(&p.MemoryModel, "memory-model", "let this model write the memories (default: the one that answers)")
	c.flag(&p.Embedder, "embedder", "tell types of conversation apart by `MODEL`: local, openai:NAME or ollama:NAME")
	return entry{
		use: "learn", short: "Measure what a strategy learns from session to session",
		long: `Play chains of sessions, each of which begins with the experience of those
before it, and measure after every session what the memory keeps by then: on
paraphrases of the scenarios that are trained on, and on others that are held
out, never on a text that a session has played. The control is the same
conversations with the same seeds and no experience.
docs/research/learning.md explains the figures.

Without flags: 5 chains of 20 sessions of episodic, two scenarios trained on
(as they stand, then variants of them), two held out, sim:nano, scripted. The
same command goes on where it stopped, and never asks a model twice.`,
		example: `  arena lab learn
  arena lab learn --format svg --out learning.svg
  arena lab learn --strategy "episodic(type_threshold=0.1)"
  arena lab learn --train clinic-intake --held-out travel-desk \
    --sessions 10 --chains 3
  arena lab learn --chains 8 --shard 1/4 --db s1.db
  arena lab learn --model openai:gpt-5-nano --sessions 8 --budget-usd 2`,
		flags: trials + "scenarios-dir dialogue", own: f, things: "chains", forms: drawnForms, schema: learning.Schema, run: f.run,
	}
}

func (f *learnFlags) run(context.Context) error {
	f.plan.Dialogue, f.plan.ScenariosDir, f.plan.Seed = arena.Dialogue(f.Dialogue), f.ScenariosDir, f.Seed
	l, err := f.asking(f.models(), f.plan.Model)
	if err != nil {
		return err
	}
	shard, wrong := f.shard(f.env)
	l.Shard = shard
	if err := f.refuse(learning.Check(l, f.plan), wrong); err != nil {
		return err
	}
	return f.spend(l, func() error { return f.forecast(l) }, func(ctx context.Context) error { return f.learn(ctx, l) })
}

// forecast prints what a run is going to do.
func (f *learnFlags) forecast(l *lab.Lab) error {
	if strings.HasPrefix(f.plan.Model, "sim:") && !f.DryRun {
		return nil
	}
	fmt.Fprintln(f.stderr, "Estimated from one session of each scenario, without what experience adds to it:")
	return f.estimate(learning.Estimate(f.Context(), l, f.plan))
}

// learn plays the chains with progress on standard error and writes the report.
func (f *learnFlags) learn(ctx context.Context, l *lab.Lab) error {
	p := f.follow(l)
	learned, ran, err := learning.Run(ctx, l, f.plan)
	if err := p.ended(ran.Progress, err); err != nil {
		return err
	}
	f.summary(ran)
	if l.Shard.Of > 0 { // the curves are of all chains
		return f.endShard(l.Shard, ran)
	}
	if err := f.show(learned.Document()); err != nil {
		return err
	}
	if ran.Experiment.Status != store.Complete && ran.Reason != "" {
		fmt.Fprintf(f.stderr, "arena: a trial was not completed: %s\n", printable(ran.Reason))
	}
	return f.end(ran.Experiment)
}
