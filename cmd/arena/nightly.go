package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"contextarena.internal/lab"
	"contextarena.internal/lab/nightly"
	"contextarena.internal/stats"
	"contextarena.internal/store"
)

// errGate says that a night's gates didn't let it pass. Which and why has been printed.
var errGate = errors.New("a gate failed")

// nightlyFlags are the flags of arena nightly.
type nightlyFlags struct {
	night, out     string
	update, accept bool
	*spend
}

func nightlyCommand(w *world, o *options) *cobra.Command {
	var f nightlyFlags
	cmd := &cobra.Command{
		Use:   "nightly FILE.yaml",
		Short: "Play a plan again and stop a regression",
		Long: `Play a plan again, compare it with a baseline, and exit 4 if a gate failed.

FILE names a plan, a baseline and the gates. Every night asks anew: its label
goes into the seed. The same night again goes on where it stopped.

Before anything is asked, gates that the plan's repeats can't decide are refused.
A gate passes only if the interval keeps its limit; where it doesn't and no
regression is shown either, it is inconclusive, which exits 4 too unless FILE
says otherwise. Exit 4 goes before 3 (trials not completed).

With a sealed: block the scenarios are drawn from a secret seed whose hash was
published (arena scenarios seal). The seed is printed when every trial is done.`,
		Example: `  arena nightly nightly.yaml --update-baseline     the first night
  arena nightly nightly.yaml --out out
  arena nightly nightly.yaml --dry-run`,
		Args: atLeast(1),
		RunE: func(_ *cobra.Command, args []string) error { return f.run(args[0]) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.night, "night", "", "`LABEL` of the night (default: today's date, UTC)")
	flags.StringVar(&f.out, "out", "", "write nightly.md, nightly.json and nightly.xml (JUnit) in `FOLDER`")
	flags.BoolVar(&f.update, "update-baseline", false, "if the gates pass, make this night the baseline; the old one goes to the history beside it")
	flags.BoolVar(&f.accept, "accept-regression", false, "with --update-baseline: whatever the gates say")
	f.spend = spendFlags(cmd, w, o, "trials").stored().foretold("print what the gates can detect, and ask no model")
	return cmd
}

func (f *nightlyFlags) run(path string) error {
	var err error
	if f.accept && !f.update {
		err = errors.New("--accept-regression goes with --update-baseline")
	}
	if err := f.refuse(err); err != nil {
		return err
	}
	models := f.providers()
	n, err := nightly.Load(path, models)
	if err != nil {
		return usageError{err}
	}
	if f.night == "" {
		f.night = f.w.now().UTC().Format(time.DateOnly)
	}
	plan, err := n.Night(f.night)
	if err == nil {
		err = lab.Check(plan, models)
	}
	if err == nil && f.update {
		if err = n.CheckRenewal(path, plan); err != nil {
			err = fmt.Errorf("--update-baseline: %w", err)
		}
	}
	if err != nil {
		return usageError{err}
	}
	f.o.scenariosDir = plan.ScenariosDir
	l, err := f.lab(models, plan.Models...)
	if err != nil {
		return err
	}
	l.Drawn = plan.Drawn
	if err := f.folder(); err != nil { // before a cent is spent
		return err
	}
	if f.dryRun && (n.InFile() || n.Sealed != nil) { // no database is made for it
		_, _, err := f.forecast(f.cmd.Context(), l, n, plan)
		return err
	}
	return withDB(f.cmd, f.o, f.dryRun, func(db *store.DB) error {
		l.DB = db
		ctx := f.cmd.Context()
		if err := nightly.Unspent(ctx, l, plan); err != nil {
			return usageError{err}
		}
		baseline, forecasts, err := f.forecast(ctx, l, n, plan)
		if err != nil || f.dryRun {
			return err
		}
		return f.play(ctx, l, n, plan, baseline, forecasts)
	})
}

// forecast reads the baseline and prints what each gate can detect. A gate that can't be decided
// is refused, unless the baseline is being replaced whatever the gates say.
func (f *nightlyFlags) forecast(ctx context.Context, l *lab.Lab, n nightly.Nightly, plan lab.Plan) (*nightly.Baseline, []nightly.Forecast, error) {
	var baseline *nightly.Baseline
	if n.Sealed == nil {
		var err error
		baseline, err = n.LoadBaseline(ctx, l)
		if errors.Is(err, fs.ErrNotExist) {
			fmt.Fprintf(f.w.stderr, "arena: there is no baseline yet: %s doesn't exist\n", printable(n.Baseline))
		} else if err != nil {
			return nil, nil, usageError{err}
		}
	}
	forecasts, err := n.Foresee(l, plan, baseline)
	if err != nil {
		return nil, nil, usageError{err}
	}
	to := f.w.stderr
	if f.dryRun {
		to = f.w.stdout
	}
	if err := nightly.ForecastDocument(forecasts).Write(to, "table", ""); err != nil {
		return nil, nil, err
	}
	refused := nightly.Refusals(forecasts)
	if baseline == nil || len(refused) == 0 || f.accept {
		return baseline, forecasts, nil
	}
	for _, line := range refused {
		fmt.Fprintln(f.w.stderr, "arena: gate refused: "+printable(line))
	}
	return nil, nil, usageError{fmt.Errorf("gates refused: %d; nothing was run (allow_underpowered: true runs a gate below its MDE; --update-baseline --accept-regression begins a new baseline)", len(refused))}
}

// play runs the night, judges it, writes its reports and renews the baseline.
func (f *nightlyFlags) play(ctx context.Context, l *lab.Lab, n nightly.Nightly, plan lab.Plan, baseline *nightly.Baseline, forecasts []nightly.Forecast) error {
	ran, result, err := f.w.played(ctx, l, plan)
	if err != nil {
		return err
	}
	night := n.Judge(f.night, baseline, forecasts, result)
	undrawn := nextSeed(n.Sealed, night.Sealed) // what goes wrong with it must not cost tonight's report
	if err := night.Document().Write(f.w.stdout, "table", ""); err != nil {
		return err
	}
	f.summary(ran)
	if err := errors.Join(f.write(night), undrawn); err != nil {
		return err
	}
	if f.update {
		if err := f.renew(n, night, baseline, result); err != nil {
			return err
		}
	} else if !night.Passed {
		return errGate
	}
	return f.end(ran.Experiment)
}

// nextSeed draws the seed of the night after one that has been revealed, and adds its hash.
func nextSeed(s *nightly.Sealed, u *nightly.Unsealed) error {
	if s == nil || s.Next == "" || u.Seed == "" {
		return nil
	}
	var err error
	if u.Next, err = newSeed(s.Next); err != nil {
		return fmt.Errorf("the next night's seed: %w", err)
	}
	return nil
}

// folder makes the folder of --out, if one is asked for and something will be written.
func (f *nightlyFlags) folder() error {
	if f.out == "" || f.dryRun {
		return nil
	}
	if err := os.MkdirAll(f.out, 0o755); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	return nil
}

// write writes the reports in --out.
func (f *nightlyFlags) write(night nightly.Night) error {
	if f.out == "" {
		return nil
	}
	d := night.Document()
	for _, file := range []struct{ name, format string }{{"nightly.md", "md"}, {"nightly.json", "json"}, {"nightly.xml", "junit"}} {
		if err := f.w.write(filepath.Join(f.out, file.name), "", func(b *bytes.Buffer) error { return d.Write(b, file.format, "") }); err != nil {
			return err
		}
	}
	return nil
}

// renew makes the night the baseline. A first night has nothing to compare with: it is enough
// that no gate failed. The old baseline is kept in the history before the new one takes its place.
func (f *nightlyFlags) renew(n nightly.Nightly, night nightly.Night, old *nightly.Baseline, result lab.Result) error {
	failed := slices.ContainsFunc(night.Gates, func(g nightly.Gated) bool { return g.Result == stats.Fail })
	if !f.accept && (failed || old != nil && !night.Passed) {
		fmt.Fprintln(f.w.stderr, "arena: the baseline stays as it is, because the gates didn't pass (--accept-regression takes this night nevertheless)")
		return errGate
	}
	text, kept, err := n.Renew(f.night, old, result)
	if kept != "" {
		fmt.Fprintf(f.w.stderr, "arena: the old baseline is kept as %s\n", kept)
	}
	if err != nil {
		return err
	}
	if err := f.w.write(n.Baseline, "", func(b *bytes.Buffer) error { _, err := b.Write(text); return err }); err != nil {
		return err
	}
	fmt.Fprintf(f.w.stderr, "arena: %s is the baseline now, in %s\n", f.night, n.Baseline)
	return nil
}
