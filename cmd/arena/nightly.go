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
	"strings"
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
	dryRun         bool
	parallel       int
	budget         float64
	rpm, tpm       int
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
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, w, o, args[0]) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.night, "night", "", "`LABEL` of the night (default: today's date, UTC)")
	flags.StringVar(&f.out, "out", "", "write nightly.md, nightly.json and nightly.xml (JUnit) in `FOLDER`")
	flags.BoolVar(&f.update, "update-baseline", false, "if the gates pass, make this night the baseline; the old one goes to the history beside it")
	flags.BoolVar(&f.accept, "accept-regression", false, "with --update-baseline: whatever the gates say")
	flags.BoolVar(&f.dryRun, "dry-run", false, "print what the gates can detect, and ask no model")
	flags.IntVar(&f.parallel, "parallel", 0, "trials, and calls, in flight at most (default: one per processor, 8 with openai)")
	flags.Float64Var(&f.budget, "budget-usd", 0, "stop before more than this is spent")
	flags.IntVar(&f.rpm, "rpm", 0, "requests per minute at most")
	flags.IntVar(&f.tpm, "tpm", 0, "tokens per minute at most")
	flags.DurationVar(&o.timeout, "timeout", 2*time.Minute, "longest time for one call")
	o.dbFlag(cmd)
	o.waitFlag(cmd)
	o.pricesFlag(cmd)
	return cmd
}

func (f *nightlyFlags) run(cmd *cobra.Command, w *world, o *options, path string) error {
	if err := f.check(cmd, o.timeout); err != nil {
		return usageError{err}
	}
	models := w.models(o.timeout)
	models.RequestsPerMinute, models.TokensPerMinute = f.rpm, f.tpm
	if f.dryRun && models.OpenAIKey == "" {
		models.OpenAIKey = "none" // nothing is asked
	}
	n, err := nightly.Load(path, models)
	if err != nil {
		return usageError{err}
	}
	if f.night == "" {
		f.night = w.now().UTC().Format(time.DateOnly)
	}
	plan, err := n.Night(f.night)
	if err == nil {
		err = lab.Check(plan, models)
	}
	if err == nil && f.update && n.Sealed != nil {
		err = errors.New("--update-baseline: a sealed night is no baseline, since no other night has its scenarios")
	}
	if err == nil && f.update && !n.InFile() {
		err = fmt.Errorf("--update-baseline: the baseline is experiment %s: name another one in %s, or a .json file", n.Baseline, path)
	}
	if err == nil && f.update && plan.Repeats < 2 {
		err = errors.New("--update-baseline: the plan plays 1 repeat, and a baseline needs 2 or more to show a variance")
	}
	if err != nil {
		return usageError{err}
	}
	l, err := w.labFor(cmd, o, plan, models, f.parallel, &f.budget)
	if err != nil {
		return err
	}
	l.Drawn = plan.Drawn
	if err := f.folder(); err != nil { // before a cent is spent
		return err
	}
	if f.dryRun && (n.InFile() || n.Sealed != nil) { // no database is made for it
		_, _, err := f.forecast(cmd.Context(), w, l, n, plan)
		return err
	}
	return withDB(cmd, o, f.dryRun, func(db *store.DB) error {
		l.DB = db
		if err := nightly.Unspent(cmd.Context(), l, plan); err != nil {
			return usageError{err}
		}
		baseline, forecasts, err := f.forecast(cmd.Context(), w, l, n, plan)
		if err != nil || f.dryRun {
			return err
		}
		return f.play(cmd.Context(), w, l, n, plan, baseline, forecasts)
	})
}

// check finds flags that make no sense.
func (f *nightlyFlags) check(cmd *cobra.Command, timeout time.Duration) error {
	var errs []error
	for _, n := range []struct {
		flag       string
		have, most int
	}{{"parallel", f.parallel, 1024}, {"rpm", f.rpm, 1e9}, {"tpm", f.tpm, 1e9}} {
		if cmd.Flags().Changed(n.flag) && (n.have < 1 || n.have > n.most) {
			errs = append(errs, fmt.Errorf("--%s %d: want 1 to %d", n.flag, n.have, n.most))
		}
	}
	if cmd.Flags().Changed("budget-usd") && !(f.budget > 0) {
		errs = append(errs, fmt.Errorf("--budget-usd %g: want more than 0", f.budget))
	}
	if timeout <= 0 {
		errs = append(errs, fmt.Errorf("--timeout %s: want more than 0", timeout))
	}
	if f.accept && !f.update {
		errs = append(errs, errors.New("--accept-regression goes with --update-baseline"))
	}
	return errors.Join(errs...)
}

// forecast reads the baseline and prints what each gate can detect. A gate that can't be decided
// is refused, unless the baseline is being replaced whatever the gates say.
func (f *nightlyFlags) forecast(ctx context.Context, w *world, l *lab.Lab, n nightly.Nightly, plan lab.Plan) (*nightly.Baseline, []nightly.Forecast, error) {
	var baseline *nightly.Baseline
	if n.Sealed == nil {
		var err error
		baseline, err = n.LoadBaseline(ctx, l)
		if errors.Is(err, fs.ErrNotExist) {
			fmt.Fprintf(w.stderr, "arena: there is no baseline yet: %s doesn't exist\n", printable(n.Baseline))
		} else if err != nil {
			return nil, nil, usageError{err}
		}
	}
	forecasts, err := n.Foresee(l, plan, baseline)
	if err != nil {
		return nil, nil, usageError{err}
	}
	to := w.stderr
	if f.dryRun {
		to = w.stdout
	}
	if err := nightly.ForecastDocument(forecasts).Write(to, "table", ""); err != nil {
		return nil, nil, err
	}
	refused := nightly.Refusals(forecasts)
	if baseline == nil || len(refused) == 0 || f.accept {
		return baseline, forecasts, nil
	}
	for _, line := range refused {
		fmt.Fprintln(w.stderr, "arena: gate refused: "+printable(line))
	}
	return nil, nil, usageError{fmt.Errorf("gates refused: %d; nothing was run (allow_underpowered: true runs a gate below its MDE; --update-baseline --accept-regression begins a new baseline)", len(refused))}
}

// play runs the night, judges it, writes its reports and renews the baseline.
func (f *nightlyFlags) play(ctx context.Context, w *world, l *lab.Lab, n nightly.Nightly, plan lab.Plan, baseline *nightly.Baseline, forecasts []nightly.Forecast) error {
	ran, result, err := w.played(ctx, l, plan)
	if err != nil {
		return err
	}
	night := n.Judge(f.night, baseline, forecasts, result)
	undrawn := nextSeed(n.Sealed, night.Sealed) // what goes wrong with it must not cost tonight's report
	if err := night.Document().Write(w.stdout, "table", ""); err != nil {
		return err
	}
	fmt.Fprintln(w.stderr, summary(ran, f.budget > 0))
	if err := errors.Join(f.write(w, night), undrawn); err != nil {
		return err
	}
	if f.update {
		if err := f.renew(w, n, night, baseline, result); err != nil {
			return err
		}
	} else if !night.Passed {
		return errGate
	}
	if ran.Experiment.Status != store.Complete {
		fmt.Fprintf(w.stderr, "arena: %s\n", ran.Experiment.Note)
		return errIncomplete
	}
	return nil
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
func (f *nightlyFlags) write(w *world, night nightly.Night) error {
	if f.out == "" {
		return nil
	}
	d := night.Document()
	for _, file := range []struct{ name, format string }{{"nightly.md", "md"}, {"nightly.json", "json"}, {"nightly.xml", "junit"}} {
		if err := w.write(filepath.Join(f.out, file.name), "", func(b *bytes.Buffer) error { return d.Write(b, file.format, "") }); err != nil {
			return err
		}
	}
	return nil
}

// renew makes the night the baseline. A first night has nothing to compare with: it is enough
// that no gate failed. The old baseline is kept in the history before the new one takes its place.
func (f *nightlyFlags) renew(w *world, n nightly.Nightly, night nightly.Night, old *nightly.Baseline, result lab.Result) error {
	failed := slices.ContainsFunc(night.Gates, func(g nightly.Gated) bool { return g.Result == stats.Fail })
	if !f.accept && (failed || old != nil && !night.Passed) {
		fmt.Fprintln(w.stderr, "arena: the baseline stays as it is, because the gates didn't pass (--accept-regression takes this night nevertheless)")
		return errGate
	}
	fresh, err := nightly.NewBaseline(f.night, result)
	if err != nil {
		return fmt.Errorf("the night is no baseline: %w", err)
	}
	text, err := fresh.Encode()
	if err != nil {
		return err
	}
	if old != nil {
		kept, err := keepHistory(n.Baseline, old.Night)
		if err != nil {
			return fmt.Errorf("keep the old baseline: %w", err)
		}
		fmt.Fprintf(w.stderr, "arena: the old baseline is kept as %s\n", kept)
	}
	if err := os.MkdirAll(filepath.Dir(n.Baseline), 0o755); err != nil {
		return err
	}
	if err := w.write(n.Baseline, "", func(b *bytes.Buffer) error { _, err := b.Write(text); return err }); err != nil {
		return err
	}
	fmt.Fprintf(w.stderr, "arena: %s is the baseline now, in %s\n", f.night, n.Baseline)
	return nil
}

// keepHistory copies the baseline file to NAME.history/NIGHT.json beside it. Nothing in the
// history is overwritten: the same night again gets a number.
func keepHistory(file, night string) (string, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	folder := strings.TrimSuffix(file, ".json") + ".history"
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", err
	}
	for i := 1; ; i++ {
		name := filepath.Join(folder, night+".json")
		if i > 1 {
			name = filepath.Join(folder, fmt.Sprintf("%s-%d.json", night, i))
		}
		to, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		_, err = to.Write(data)
		return name, errors.Join(err, to.Close())
	}
}
