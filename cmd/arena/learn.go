package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/views"
	"contextarena.internal/store"
	"contextarena.internal/strategies"
)

// learnFlags are the flags of arena learn. Those that name a part of the plan override it.
type learnFlags struct {
	strategy, dialogue, format, out string
	plan                            lab.LearnPlan
	*spend
}

func learnCommand(w *world, o *options) *cobra.Command {
	f := learnFlags{plan: lab.DefaultLearnPlan()}
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
		Example: `  arena learn
  arena learn --format svg --out learning.svg
  arena learn --strategy "episodic(type_threshold=0.1)"
  arena learn --train clinic-intake --held-out travel-desk --sessions 10 --chains 3
  arena learn --model openai:gpt-5-nano --sessions 8 --chains 3 --budget-usd 2`,
		Args: noArgs,
	}
	flags := cmd.Flags()
	schema := flags.Bool("schema", false, "print the JSON schema of --format json and stop")
	flags.StringVar(&f.strategy, "strategy", "episodic", "the strategy that learns, as `NAME` or NAME(setting=value)")
	flags.StringArrayVar(&f.plan.Train, "train", f.plan.Train, "train on this `SCENARIO` and its variants (again for more)")
	flags.StringArrayVar(&f.plan.HeldOut, "held-out", f.plan.HeldOut, "measure on this `SCENARIO`, which is never trained on (again for more)")
	flags.IntVar(&f.plan.Sessions, "sessions", f.plan.Sessions, "sessions of a chain")
	flags.IntVar(&f.plan.Chains, "chains", f.plan.Chains, "chains, each with its own order and seed")
	flags.StringVar(&f.plan.Model, "model", f.plan.Model, "ask this model: sim:nano, openai:NAME or ollama:NAME")
	flags.StringVar(&f.plan.MemoryModel, "memory-model", "", "let this model write the memories (default: the one that answers)")
	flags.StringVar(&f.plan.Embedder, "embedder", f.plan.Embedder, "tell types of conversation apart by `MODEL`: local, openai:NAME or ollama:NAME")
	flags.StringVar(&f.dialogue, "dialogue", string(f.plan.Dialogue), "who replies in the conversations: live (the model) or scripted")
	flags.StringVar(&f.format, "format", "table", "`FORM` of the report: table, md, csv, json or svg")
	flags.StringVar(&f.out, "out", "", "write the report to `FILE` instead of standard output")
	f.spend = spendFlags(cmd, w, o, "chains").stored().foretold(dryRunUsage).
		seeded(&f.plan.Seed, f.plan.Seed, "seed of orders and, with the chain, of every request")
	o.scenariosFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if *schema {
			_, err := w.stdout.Write(views.LearningSchema)
			return err
		}
		return f.run()
	}
	completeFlags(cmd, map[string]func() []string{
		"strategy": strategyNames, "train": scenarioIDs, "held-out": scenarioIDs, "model": modelNames, "memory-model": modelNames,
		"dialogue": func() []string { return []string{string(arena.Live), string(arena.Scripted)} },
		"format":   func() []string { return formats },
	})
	return cmd
}

func (f *learnFlags) run() error {
	var err error
	f.plan.Strategy, err = strategies.Parse(f.strategy)
	f.plan.Dialogue, f.plan.ScenariosDir = arena.Dialogue(f.dialogue), f.o.scenariosDir
	if !slices.Contains(formats, f.format) {
		err = errors.Join(err, fmt.Errorf("--format %s: want one of %s", f.format, strings.Join(formats, ", ")))
	}
	l, labErr := f.lab(f.providers(), f.plan.Model)
	if labErr != nil {
		return labErr
	}
	if err := f.refuse(err, l.CheckLearning(f.plan)); err != nil {
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
	size, err := l.LearningSize(f.plan)
	if err != nil {
		return err
	}
	fmt.Fprintf(f.w.stderr, "%d chains of %d sessions, %d conversations measured before and after each: %d trials\n", f.plan.Chains, f.plan.Sessions, size.Exams, size.Trials)
	fmt.Fprintln(f.w.stderr, "Estimated from one session of each scenario, without what experience adds to it:")
	return f.estimate(l.EstimateLearning(f.cmd.Context(), f.plan))
}

// learn plays the chains with progress on standard error and writes the report.
func (f *learnFlags) learn(ctx context.Context, l *lab.Lab) error {
	p := f.w.follow(l)
	learned, err := l.Learn(ctx, f.plan)
	if err := p.ended(learned.Progress, err); err != nil {
		return err
	}
	report := views.NewLearning(learned)
	if err := f.w.write(f.out, f.o.db, func(b *bytes.Buffer) error { return renderLearning(report, f.format, b) }); err != nil {
		return err
	}
	f.summary(lab.Ran{Progress: learned.Progress})
	if learned.Experiment.Status != store.Complete && learned.Reason != "" {
		fmt.Fprintf(f.w.stderr, "arena: a trial was not completed: %s\n", printable(learned.Reason))
	}
	return f.end(learned.Experiment)
}

func renderLearning(l views.Learning, format string, b *bytes.Buffer) error {
	switch format {
	case "svg":
		return l.SVG(b)
	case "csv":
		return l.CSV(b)
	case "json":
		return l.JSON(b)
	case "md":
		return l.Markdown(b)
	}
	return l.Table(b)
}
