package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"contextarena.internal/lab"
	"contextarena.internal/lab/evolution"
	"contextarena.internal/reports"
)

// evolveFlags are the flags of arena evolve.
type evolveFlags struct {
	evolution.Settings
	views []string
	*spend
}

func evolveCommand(w *world, o *options) *cobra.Command {
	f := evolveFlags{Settings: evolution.Default()}
	cmd := &cobra.Command{
		Use:   "evolve",
		Short: "Search the space of pipelines for the best of each kind",
		Long: `Search the space of 4,320 memory pipelines for the best of each kind, and print
the grid of what was found.

The grid is spanned by descriptors, such as the retention of corrections and of
identifiers; each of its cells keeps the fittest pipeline that lies there
(MAP-Elites). Fitness is retention, in which a probe counts the more the less
the baseline keeps of its type, less a penalty for cost beyond 1.5 times
hybrid's; a pipeline that passes too few final tasks is out. Elites are measured
again, then judged on fresh repeats and on held-out scenarios that had no part
in choosing them.

Dialogues are scripted. Of each trial the verdicts and costs are kept; arena
archive cell says how to play a pipeline in full. The same command again goes on
where it stopped, asks no model twice and finds the same archive. It prints the
grid; --view has the rest (see arena report evolution).`,
		Example: `  arena lab evolve
  arena lab evolve --evaluations 160 --scenario clinic-intake --held-out 0
  arena lab evolve --descriptors cost,bias --bins 6
  arena lab evolve --recheck sim:mini
  arena lab evolve --model ollama:llama3.2:3b --evaluations 64 --dry-run`,
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error { return f.run() },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.Suite, "suite", f.Suite, "play the scenarios of this suite")
	flags.StringArrayVar(&f.Scenarios, "scenario", nil, "play this scenario only (again for more)")
	stretchFlag(cmd, &f.Stretch)
	flags.StringVar(&f.Model, "model", f.Model, "ask this model")
	flags.IntVar(&f.Evaluations, "evaluations", f.Evaluations, "evaluate this many pipelines, elites measured again included")
	flags.IntVar(&f.Batch, "batch", f.Batch, "pipelines asked for at once")
	flags.IntVar(&f.Again, "again", f.Again, "how often an elite is evaluated in the end")
	flags.StringSliceVar(&f.Emitters, "emitters", f.Emitters, "who proposes pipelines: "+strings.Join(evolution.Emitters(), ", "))
	flags.StringSliceVar(&f.Descriptors, "descriptors", f.Descriptors, "what spans the grid: "+strings.Join(evolution.Descriptors(), ", "))
	flags.IntVar(&f.Bins, "bins", f.Bins, "bins of each descriptor")
	flags.Float64Var(&f.Margin, "margin", f.Margin, "standard errors of the difference that a challenger must win by")
	flags.StringArrayVar(&f.Layers, "layer", nil, "this layer, there or not, is a further gene (again for more)")
	flags.IntVar(&f.HeldOut, "held-out", f.HeldOut, "scenarios that choose nothing")
	flags.IntVar(&f.Rotate, "rotate", f.Rotate, "which are held out: the next ones of the suite for each step")
	flags.IntVar(&f.Fresh, "fresh", f.Fresh, "repeats by which elites are judged in the end (0: none)")
	flags.StringVar(&f.Baseline, "baseline", f.Baseline, "weight fact types by what this `STRATEGY` keeps of them")
	flags.Float64Var(&f.Tasks, "tasks", f.Tasks, "share of final tasks that must be passed, of full_context's where that passes fewer (0: none)")
	flags.StringVar(&f.Recheck, "recheck", "", "play the elites on this `MODEL` too")
	f.spend = spendFlags(cmd, w, o, "trials").stored().trials().foretold(dryRunUsage)
	flags.BoolVar(&f.fresh, "anew", false, "measure trials anew that other code of their strategy measured (--fresh of run and sweep)")
	flags.IntVar(&f.Repeats, "repeats", f.Repeats, "trials of each scenario in one evaluation")
	flags.Int64Var(&f.Seed, "seed", f.Seed, "seed of the search and, with the repeat, of every request")
	viewsFlag(cmd, &f.views, evolution.Views)
	o.scenariosFlag(cmd)
	w.quietFlag(cmd)
	return cmd
}

func (f *evolveFlags) run() error {
	l, err := f.lab(f.providers(), f.Model, f.Recheck)
	if err != nil {
		return err
	}
	size, err := evolution.SizeOf(l, f.Settings)
	if err := f.refuse(err, knownViews(f.views, evolution.Views)); err != nil {
		return err
	}
	if err := f.forecast(l, size); err != nil || f.dryRun {
		return err
	}
	return f.open(l, func(ctx context.Context) error { return f.play(ctx, l) })
}

// forecast prints what the evolution is going to do.
func (f *evolveFlags) forecast(l *lab.Lab, size evolution.Size) error {
	out := f.w.stderr
	fmt.Fprintf(out, "%d pipelines, %d cells; %d trials to search, %d of baselines\n", size.Genomes, size.Cells, size.Searching, size.Baselines)
	if len(size.Held) > 0 {
		fmt.Fprintf(out, "held out: %s\n", strings.Join(size.Held, ", "))
	}
	if strings.HasPrefix(f.Model, "sim:") && !f.dryRun {
		return nil
	}
	search, elite, err := evolution.Estimate(f.cmd.Context(), l, f.Settings)
	fmt.Fprintln(out, "Baselines and search, estimated from some of the pipelines:")
	if err := f.estimate(search, err); err != nil {
		return err
	}
	for _, m := range elite.ByModel {
		if m.Calls > 0 {
			fmt.Fprintf(out, "Fresh repeats: %s asks some %s calls more for each elite ($%.4f); there are %d at most.\n",
				m.Model, reports.Thousands(float64(m.Calls)), m.USD, min(size.Cells, f.Evaluations))
		}
	}
	return nil
}

// play evolves with progress and prints the archive.
func (f *evolveFlags) play(ctx context.Context, l *lab.Lab) error {
	p := f.w.follow(l)
	ran, found, err := evolution.Evolve(ctx, l, f.Settings, newCoverage(p).show)
	if err := p.ended(ran.Progress, err); err != nil {
		return err
	}
	f.summary(ran)
	if found.Saved() {
		report, err := evolution.Analyse(ctx, l, ran.Experiment.ID)
		if err != nil {
			return err
		}
		doc := report.Brief()
		if len(f.views) > 0 {
			doc = report.Document().Only(f.views...)
		}
		if err := f.w.print(doc); err != nil {
			return err
		}
	}
	return f.end(ran.Experiment)
}

// coverage shows how far a search is: a line above the bar at the beginning of each phase, and at every
// tenth of the search.
type coverage struct {
	progress *progress
	phase    string
	tenth    int
}

func newCoverage(p *progress) *coverage { return &coverage{progress: p, tenth: -1} }

// show takes the newest state. Calls don't overlap.
func (c *coverage) show(now evolution.Progress) {
	if now.Phase != c.phase {
		c.phase = now.Phase
		c.progress.say(now.Phase)
	}
	if now.Evaluations == 0 || now.Of == 0 {
		return
	}
	tenth := 10 * now.Evaluations / now.Of
	if tenth == c.tenth {
		return
	}
	c.tenth = tenth
	c.progress.say(fmt.Sprintf("%d/%d evaluations, %d of %d cells filled, QD score %.3f, best fitness %.3f",
		now.Evaluations, now.Of, now.Elites, now.Cells, now.QDScore, now.Max))
}
