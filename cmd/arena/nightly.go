package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"contextarena.internal/lab"
	"contextarena.internal/lab/leaderboard"
	"contextarena.internal/lab/nightly"
	"contextarena.internal/reports"
	"contextarena.internal/store"
)

// nightlyFlags are the flags of arena nightly.
type nightlyFlags struct {
	nightly.Options
	webhook string
	views   []string
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

Before anything is asked, gates that the plan's repeats can't decide are
refused. A gate passes only if the interval keeps its limit; where it doesn't
and no regression is shown either, it is inconclusive, which exits 4 too unless
FILE says otherwise. Exit 4 goes before 3 (trials not completed).

With a sealed: block the scenarios are drawn from a secret seed whose hash was
published (arena scenarios seal). The seed is printed when every trial is done.`,
		Example: `  arena nightly nightly.yaml --update-baseline     the first night
  arena nightly nightly.yaml --out out
  arena nightly nightly.yaml --view loss           and where facts were lost
  arena nightly nightly.yaml --dry-run`,
		Args: atLeast(1),
		RunE: func(_ *cobra.Command, args []string) error { return f.run(args[0]) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.Night, "night", "", "`LABEL` of the night (default: today's date, UTC)")
	flags.StringVar(&f.Folder, "out", "", "write nightly.md, nightly.json and nightly.xml (JUnit) in `FOLDER`")
	flags.BoolVar(&f.Renew, "update-baseline", false, "if the gates pass, make this night the baseline; the old one goes to the history beside it")
	flags.BoolVar(&f.Accept, "accept-regression", false, "with --update-baseline: whatever the gates say")
	flags.StringVar(&f.webhook, "webhook", "", "post what came out to `URL` as {\"text\": …}: https, or a loopback address")
	f.spend = spendFlags(cmd, w, o, "trials").stored().trials().anew().foretold("print what the gates can detect, and ask no model")
	viewsFlag(cmd, &f.views, leaderboard.Views())
	cmd.Flags().Lookup("view").Usage = "behind the gates show this `VIEW` of the night: " + strings.Join(leaderboard.Views(), ", ") + " (again for more, or all)"
	w.quietFlag(cmd)
	return cmd
}

func (f *nightlyFlags) run(path string) error {
	var err error
	if f.Accept && !f.Renew {
		err = errors.New("--accept-regression goes with --update-baseline")
	}
	views, bad := leaderboard.Chosen(f.views)
	if bad != nil {
		bad = fmt.Errorf("--view: %w", bad)
	}
	if err := f.refuse(err, bad, checkWebhook(f.webhook)); err != nil {
		return err
	}
	var night leaderboard.Report // of the views; the zero value where none was asked for
	if f.Night == "" {
		f.Night = f.w.now().UTC().Format(time.DateOnly)
	}
	f.Dry = f.dryRun
	models := f.providers()
	ran, err := nightly.Play(f.cmd.Context(), path, f.Options, nightly.Host{
		Models: models,
		Lab: func(plan lab.Plan) (*lab.Lab, error) {
			f.o.scenariosDir = plan.ScenariosDir
			return f.lab(models, plan.Models...)
		},
		Database: func(use func(*store.DB) error) error { return withDB(f.cmd, f.o, f.dryRun, use) },
		Play: func(ctx context.Context, l *lab.Lab, plan lab.Plan) (lab.Ran, lab.Result, error) {
			ran, r, err := f.w.played(ctx, l, plan)
			if len(views) > 0 && err == nil && r.Trials != nil {
				night, err = leaderboard.Read(ctx, l, r, leaderboard.Ask{Views: views})
			}
			return ran, r, err
		},
		Summary: f.summary,
		Publish: f.publish,
		Tell: func(format string, args ...any) {
			fmt.Fprintln(f.w.stderr, "arena: "+printable(fmt.Sprintf(format, args...)))
		},
		Write: func(file string, text []byte) error {
			return f.w.write(file, "", func(to io.Writer) error { _, err := to.Write(text); return err })
		},
		Print: func(d reports.Document) error {
			if night.Schema != "" {
				d = d.With(night.Document())
			}
			return f.w.print(d)
		},
		Random: rand.Reader, Stderr: f.w.stderr,
	})
	if err != nil || f.dryRun {
		return err
	}
	return f.end(ran.Experiment)
}
