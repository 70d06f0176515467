package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"contextarena.internal/lab"
	"contextarena.internal/lab/certify"
	"contextarena.internal/lab/judge"
	"contextarena.internal/store"
)

// certifyFlags are the flags of arena certify.
type certifyFlags struct {
	judgeFlags
	labels string
}

func certifyCommand(w *world, o *options) *cobra.Command {
	f := certifyFlags{judgeFlags: judgeFlags{show: show{formats: textForms, schema: certify.Schema}}}
	cmd := &cobra.Command{
		Use:   "certify",
		Short: "Measure the matchers, and a judge, by labelled replies",
		Long: `Measure the project's own matchers by the labelled replies that come with the
program: how often they find kept what is labelled kept, and how often not what
is labelled stale or lost, by fact type, kind and manner. No rule was made by
them. No model is asked. Judges that the database knows stand beside the
matchers.

With --judge that model judges them first, and is certified for arena judge if
the lower end of its agreement with the labels is 90 % or more. What it has
judged before isn't asked again. With --labels the replies are those of a file
that arena review wrote, or of somebody else's; they certify nothing.
docs/judging.md has the format. Exit code 3: the budget was used up.`,
		Example: `  arena certify
  arena certify --judge openai:gpt-5-nano --dry-run
  arena certify --judge openai:gpt-5-nano --budget-usd 1
  arena certify --labels labels.yaml --format md`,
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error { return f.run() },
	}
	f.add(cmd, w, o, "have this `MODEL` judge the replies first: openai:NAME or ollama:NAME")
	cmd.Flags().StringVar(&f.labels, "labels", "", "measure by the labelled replies in `FILE`")
	return cmd
}

func (f *certifyFlags) run() error {
	models := f.providers()
	errs := []error{f.show.check()}
	if f.judge != "" {
		_, err := judge.Of(models, f.judge)
		errs = append(errs, err)
	} else if f.dryRun {
		errs = append(errs, errors.New("--dry-run is of --judge: without one no model is asked"))
	}
	set, err := f.set()
	if err := f.refuse(append(errs, err)...); err != nil {
		return err
	}
	switch {
	case f.dryRun:
		return f.w.withStored(f.cmd, f.o, func(l *lab.Lab) error { return f.foretell(l, set.Cases()) })
	case f.judge == "":
		return f.w.withStored(f.cmd, f.o, func(l *lab.Lab) error { return f.report(f.cmd.Context(), l, set) })
	}
	return f.asking(models, func(ctx context.Context, l *lab.Lab) error {
		all, err := f.w.judged(ctx, l, "", f.judge, set.Cases())
		if err != nil {
			return err
		}
		if err := f.report(ctx, l, set); err != nil {
			return err
		}
		if !all {
			return errIncomplete
		}
		return nil
	})
}

// set are the labelled replies.
func (f *certifyFlags) set() (certify.Set, error) {
	if f.labels == "" {
		return certify.Load()
	}
	known, err := lab.Scenarios(f.o.scenariosDir)
	if err != nil {
		return certify.Set{}, err
	}
	return certify.LoadFile(f.labels, known)
}

// report prints how the matchers and the judges of the database do.
func (f *certifyFlags) report(ctx context.Context, l *lab.Lab, set certify.Set) error {
	var judges []store.Judge
	if l.DB != nil {
		var err error
		if judges, err = judge.Known(ctx, l.DB); err != nil {
			return err
		}
	}
	r, err := certify.Run(ctx, l, set, f.labels == "", judges)
	if err != nil {
		return err
	}
	return f.show.write(r.Document())
}
