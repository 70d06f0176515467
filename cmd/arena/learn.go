package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/learning"
	"contextarena.internal/store"
)

// learnFlags are the flags of arena learn. Those that name a part of the plan override it.
type learnFlags struct {
	show     show
	dialogue string
	plan     learning.Curriculum
	*spend
}

func learnCommand(w *world, o *options) *cobra.Command {
	f := learnFlags{show: show{formats: drawnForms, schema: learning.Schema}, plan: learning.DefaultPlan()}
	cmd := &cobra.Command{
		Use:   "learn",
		Short: "Measure what a strategy learns from session to session",
		Long: `Play chains of sessions, each of which begins with the experience of those
before it, and measure after every session what the memory keeps by then: on
paraphrases of the scenarios that are trained on, and on others that are held
out, never on a text that a session has played. The control is the same
conversations with the same seeds and no experience. docs/learning.md explains
the figures.

Without flags: 5 chains of 20 sessions of episodic, two scenarios trained on
(as they stand, then variants of them), two held out, sim:nano, scripted. The
same command goes on where it stopped, and never asks a model twice.`,
		Example: `  arena lab learn
  arena lab learn --format svg --out learning.svg
  arena lab learn --strategy "episodic(type_threshold=0.1)"
  arena lab learn --train clinic-intake --held-out travel-desk \
    --sessions 10 --chains 3
  arena lab learn --model openai:gpt-5-nano --sessions 8 --budget-usd 2`,
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error { return f.run() },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.plan.Strategy, "strategy", f.plan.Strategy, "the strategy that learns, as `NAME` or NAME(setting=value)")
	flags.StringArrayVar(&f.plan.Train, "train", f.plan.Train, "train on this `SCENARIO` and its variants (again for more)")
	flags.StringArrayVar(&f.plan.HeldOut, "held-out", f.plan.HeldOut, "measure on this `SCENARIO`, which is never trained on (again for more)")
	flags.IntVar(&f.plan.Sessions, "sessions", f.plan.Sessions, "sessions of a chain")
	flags.IntVar(&f.plan.Chains, "chains", f.plan.Chains, "chains, each with its own order and seed")
	flags.StringVar(&f.plan.Model, "model", f.plan.Model, "ask this model: sim:nano, openai:NAME or ollama:NAME")
	flags.StringVar(&f.plan.MemoryModel, "memory-model", "", "let this model write the memories (default: the one that answers)")
	flags.StringVar(&f.plan.Embedder, "embedder", f.plan.Embedder, "tell types of conversation apart by `MODEL`: local, openai:NAME or ollama:NAME")
	dialogueFlag(cmd, &f.dialogue, string(f.plan.Dialogue))
	f.spend = spendFlags(cmd, w, o, "chains").stored().trials().foretold(dryRunUsage).
		seeded(&f.plan.Seed, f.plan.Seed, "seed of orders and, with the chain, of every request")
	o.scenariosFlag(cmd)
	f.show.add(cmd, w, o)
	return cmd
}

func (f *learnFlags) run() error {
	f.plan.Dialogue, f.plan.ScenariosDir = arena.Dialogue(f.dialogue), f.o.scenariosDir
	l, labErr := f.lab(f.providers(), f.plan.Model)
	if labErr != nil {
		return labErr
	}
	if err := f.refuse(f.show.check(), learning.Check(l, f.plan)); err != nil {
		return err
	}
	if err := f.forecast(l); err != nil || f.dryRun {
		return err
	}
	return f.open(l, func(ctx context.Context) error { return f.learn(ctx, l) })
}

// forecast prints what a run is going to do.
func (f *learnFlags) forecast(l *lab.Lab) error {
	if strings.HasPrefix(f.plan.Model, "sim:") && !f.dryRun {
		return nil
	}
	fmt.Fprintln(f.w.stderr, "Estimated from one session of each scenario, without what experience adds to it:")
	return f.estimate(learning.Estimate(f.cmd.Context(), l, f.plan))
}

// learn plays the chains with progress on standard error and writes the report.
func (f *learnFlags) learn(ctx context.Context, l *lab.Lab) error {
	p := f.w.follow(l)
	learned, ran, err := learning.Run(ctx, l, f.plan)
	if err := p.ended(ran.Progress, err); err != nil {
		return err
	}
	if err := f.show.write(learned.Document()); err != nil {
		return err
	}
	f.summary(ran)
	if ran.Experiment.Status != store.Complete && ran.Reason != "" {
		fmt.Fprintf(f.w.stderr, "arena: a trial was not completed: %s\n", printable(ran.Reason))
	}
	return f.end(ran.Experiment)
}
