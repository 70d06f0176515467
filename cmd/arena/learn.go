package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/learning"
	"contextarena.internal/store"
	"contextarena.internal/strategies"
)

// learnFlags are the flags of arena learn. Those that name a part of the plan override it.
type learnFlags struct {
	strategy, dialogue, format, out string
	plan                            learning.Plan
	parallel                        int
	budget                          float64
}

func learnCommand(w *world, o *options) *cobra.Command {
	f := learnFlags{plan: learning.DefaultPlan()}
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
	flags.Int64Var(&f.plan.Seed, "seed", f.plan.Seed, "seed of orders and, with the chain, of every request")
	flags.IntVar(&f.parallel, "parallel", 0, "chains, and calls, in flight at most (default: one per processor, 8 with openai)")
	flags.Float64Var(&f.budget, "budget-usd", 0, "stop before more than this is spent")
	flags.DurationVar(&o.timeout, "timeout", 2*time.Minute, "longest time for one call")
	flags.StringVar(&f.format, "format", "table", "`FORM` of the report: table, md, csv, json or svg")
	flags.StringVar(&f.out, "out", "", "write the report to `FILE` instead of standard output")
	o.dbFlag(cmd)
	o.waitFlag(cmd)
	o.pricesFlag(cmd)
	o.scenariosFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if *schema {
			_, err := w.stdout.Write(learning.Schema)
			return err
		}
		return f.run(cmd, w, o)
	}
	completeFlags(cmd, map[string]func() []string{
		"strategy": strategyNames, "train": scenarioIDs, "held-out": scenarioIDs, "model": modelNames, "memory-model": modelNames,
		"dialogue": func() []string { return []string{string(arena.Live), string(arena.Scripted)} },
		"format":   func() []string { return formats },
	})
	return cmd
}

func (f *learnFlags) run(cmd *cobra.Command, w *world, o *options) error {
	if err := f.check(cmd); err != nil {
		return usageError{err}
	}
	f.plan.ScenariosDir = o.scenariosDir
	l, err := w.labFor(cmd, o, lab.Plan{ScenariosDir: f.plan.ScenariosDir, Models: []string{f.plan.Model}}, w.models(o.timeout), f.parallel, &f.budget)
	if err != nil {
		return err
	}
	return withDB(cmd, o, false, func(db *store.DB) error {
		l.DB = db
		return f.learn(cmd.Context(), w, o, l)
	})
}

// check completes the plan and reports every mistake that can be seen in the flags alone.
func (f *learnFlags) check(cmd *cobra.Command) error {
	var errs []error
	var err error
	f.plan.Strategy, err = strategies.Parse(f.strategy)
	errs = append(errs, err)
	f.plan.Dialogue = arena.Dialogue(f.dialogue)
	if !slices.Contains(formats, f.format) {
		errs = append(errs, fmt.Errorf("--format %s: want one of %s", f.format, strings.Join(formats, ", ")))
	}
	if cmd.Flags().Changed("parallel") && (f.parallel < 1 || f.parallel > 1024) {
		errs = append(errs, fmt.Errorf("--parallel %d: want 1 to 1024", f.parallel))
	}
	if cmd.Flags().Changed("budget-usd") && !(f.budget > 0) {
		errs = append(errs, fmt.Errorf("--budget-usd %g: want more than 0", f.budget))
	}
	if f.plan.Seed < 0 {
		errs = append(errs, fmt.Errorf("--seed %d: want 0 or more", f.plan.Seed))
	}
	return joinFaults(present(errs))
}

// learn plays the chains with progress on standard error and writes the report.
func (f *learnFlags) learn(ctx context.Context, w *world, o *options, l *lab.Lab) error {
	p := newProgress(w.stderr)
	l.OnProgress = p.show
	learned, ran, err := learning.Run(ctx, l, f.plan)
	p.close()
	if err != nil {
		if ran.Total > 0 && errors.Is(err, context.Canceled) {
			fmt.Fprintf(w.stderr, "arena: stopped after %d of %d trials; what is finished is kept\n", ran.Done, ran.Total)
		}
		return err
	}
	if err := w.write(f.out, o.db, func(b *bytes.Buffer) error { return learned.Document().Write(b, f.format, "") }); err != nil {
		return err
	}
	fmt.Fprintln(w.stderr, summary(lab.Ran{Progress: ran.Progress}, f.budget > 0))
	if ran.Experiment.Status != store.Complete {
		if ran.Reason != "" {
			fmt.Fprintf(w.stderr, "arena: a trial was not completed: %s\n", printable(ran.Reason))
		}
		fmt.Fprintf(w.stderr, "arena: %s\n", ran.Experiment.Note)
		return errIncomplete
	}
	return nil
}
