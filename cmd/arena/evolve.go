package main

import (
	"context"
	"fmt"
	"strings"

	"contextarena.internal/lab"
	"contextarena.internal/lab/choice"
	"contextarena.internal/lab/evolution"
	"contextarena.internal/reports"
)

// evolveFlags are the flags of arena evolve.
type evolveFlags struct {
	*call
	demand
	inRounds
	set evolution.Settings
}

func evolveCommand(c *call) entry {
	f := &evolveFlags{call: c, set: evolution.Default()}
	s := &f.set
	c.flag(&s.Suite, "suite", "play the scenarios of this suite")
	c.flag(&s.Scenarios, "scenario", "play this scenario only (again for more)")
	c.flag(&s.Stretch, "stretch", "fill transcripts up with small talk to this many `TOKENS` (0: as they stand)")
	c.flag(&s.Model, "model", "ask this model")
	c.flag(&s.Evaluations, "evaluations", "evaluate this many pipelines, elites measured again included")
	c.flag(&s.Batch, "batch", "pipelines asked for at once")
	c.flag(&s.Again, "again", "how often an elite is evaluated in the end")
	c.Flags().StringSliceVar(&s.Descriptors, "descriptors", s.Descriptors, "the two that span the grid: cost, upkeep (its part), or the retention of: "+strings.Join(evolution.Descriptors(), ", "))
	c.flag(&s.Bins, "bins", "bins of each descriptor")
	c.flag(&s.Margin, "margin", "standard errors of the difference that a challenger must win by")
	c.flag(&s.HeldOut, "held-out", "scenarios that choose nothing (-1: three eighths)")
	c.flag(&s.Rotate, "rotate", "which are held out: the next ones of the suite for each step")
	c.flag(&s.Fresh, "fresh", "repeats by which elites are judged in the end (0: none)")
	c.flag(&s.Baseline, "baseline", "weight fact types by what this `STRATEGY` keeps of them")
	c.flag(&s.Tasks, "tasks", "share of full_context's final tasks that must be passed (0: none)")
	c.flag(&s.Random, "random", "searches of as many random pipelines to compare with, of twice as many in all (0: none)")
	c.flag(&c.Fresh, "anew", "measure trials anew that other code of their strategy measured (--fresh of run and sweep)")
	c.flag(&s.Repeats, "repeats", "trials of each scenario in one evaluation")
	c.flag(&s.Seed, "seed", "seed of the search and, with the repeat, of every request")
	return entry{
		use: "evolve", short: "Search the space of pipelines for the best of each kind",
		long: `Search the space of 4,320 memory pipelines for the best of each kind, and print
the grid of what was found.

The grid is spanned by two descriptors, cost and the part of it that upkeep
takes if nothing else is said; each of its cells keeps the fittest pipeline
there (MAP-Elites). Fitness is retention, in which a probe counts the more the
less the baseline keeps of its type, less a penalty for cost beyond 1.5 times
hybrid's; a pipeline that passes too few final tasks is out, and given up once
that is plain. Elites are measured again, then judged on fresh repeats and on
held-out scenarios that had no part in choosing them.

Random pipelines come first, twice as many as the search evaluates. They tell
where the axes run, and refuse one along which repeats of a pipeline differ by
more than a cell; as many as the search has, drawn from them again and again,
tell whether searching at random does as well (--random).

Dialogues are scripted. Of each trial the verdicts and costs are kept. The same
command again goes on where it stopped, asks no model twice and finds the same
archive. It says what to use (--floor, --require), an elite or full_context, by
trials that chose no elite, and prints the grid; --view has the rest (see arena
report evolution).`,
		example: `  arena lab evolve
  arena lab evolve --evaluations 160 --scenario clinic-intake
  arena lab evolve --descriptors cost,phone/id --bins 3
  arena lab evolve --shard 1/8 --round next --db s1.db
  arena lab evolve --model ollama:llama3.2:3b --evaluations 64 --dry-run`,
		flags: trials + "scenarios-dir quiet", own: f, things: "trials", views: evolution.Views, run: f.run,
	}
}

func (f *evolveFlags) run(context.Context) error {
	l, err := f.asking(f.models(), f.set.Model)
	if err != nil {
		return err
	}
	size, err := evolution.SizeOf(l, f.set)
	ask, err2 := f.ask(0)
	var err3 error
	l.Shard, err3 = f.rounds(f.call, true, "")
	if err := f.refuse(err, err2, err3); err != nil {
		return err
	}
	return f.spend(l, func() error { return f.forecast(l, size) }, func(ctx context.Context) error { return f.play(ctx, l, ask) })
}

// forecast prints what the evolution is going to do.
func (f *evolveFlags) forecast(l *lab.Lab, size evolution.Size) error {
	out := f.stderr
	fmt.Fprintf(out, "%d pipelines, %d cells; %d trials to search at most, %d of baselines\n", size.Genomes, size.Cells, size.Searching, size.Baselines)
	if size.Random > 0 {
		fmt.Fprintf(out, "%d random pipelines first\n", size.Random)
	}
	if len(size.Held) > 0 {
		fmt.Fprintf(out, "held out: %s\n", strings.Join(size.Held, ", "))
	}
	if strings.HasPrefix(f.set.Model, "sim:") && !f.DryRun {
		return nil
	}
	search, elite, err := evolution.Estimate(f.Context(), l, f.set)
	fmt.Fprintln(out, "Baselines and search, estimated from some of the pipelines:")
	if err := f.estimate(search, err); err != nil {
		return err
	}
	for _, m := range elite.ByModel {
		if m.Calls > 0 {
			fmt.Fprintf(out, "Fresh repeats: %s asks some %s calls more for each pipeline judged again ($%.4f): elites, %d at most, those of folds, and what random draws end with.\n",
				m.Model, reports.Thousands(float64(m.Calls)), m.USD, min(size.Cells, f.set.Evaluations))
		}
	}
	return nil
}

// play evolves with progress and prints the archive.
func (f *evolveFlags) play(ctx context.Context, l *lab.Lab, ask choice.Ask) error {
	ample()
	p := f.follow(l)
	ran, found, err := evolution.Evolve(ctx, l, f.set, p.say)
	if err := p.ended(ran.Progress, err); err != nil {
		return err
	}
	f.summary(ran)
	if found.Saved() && ran.Open == 0 { // the archive of a part would be none
		report, err := evolution.Analyse(ctx, l, ran.Experiment.ID)
		if err != nil {
			return err
		}
		report.Choose(ask)
		doc := report.Brief()
		if len(f.View) > 0 {
			doc = report.Document().Only(f.View...)
		}
		if err := f.print(doc); err != nil {
			return err
		}
	}
	return f.endShard(l.Shard, ran)
}
