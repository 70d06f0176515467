package main

import (
	"context"
	"errors"

	"contextarena.internal/lab"
	"contextarena.internal/lab/certify"
	"contextarena.internal/lab/judge"
	"contextarena.internal/store"
)

// certifyFlags are the flags of arena certify.
type certifyFlags struct {
	*call
	Judge  string `flag:"judge" usage:"have this <MODEL> judge the replies first: openai:NAME or ollama:NAME"`
	Labels string `flag:"labels" usage:"measure by the labelled replies in <FILE>"`
}

func certifyCommand(c *call) entry {
	f := &certifyFlags{call: c}
	return entry{
		use: "certify", short: "Measure the matchers, and a judge, by labelled replies",
		long: `Measure the project's own matchers by the labelled replies that come with the
program: how often they find kept what is labelled kept, and how often not what
is labelled stale or lost, by fact type, kind and manner. No rule was made by
them. No model is asked. Judges that the database knows stand beside the
matchers.

With --judge that model judges them first, and is certified for arena judge if
the lower end of its agreement with the labels is 90 % or more. What it has
judged before isn't asked again. With --labels the replies are those of a file
that arena review wrote, or of somebody else's; they certify nothing.
docs/judging.md has the format. Exit code 3: the budget was used up.`,
		example: `  arena certify
  arena certify --judge openai:gpt-5-nano --dry-run
  arena certify --judge openai:gpt-5-nano --budget-usd 1
  arena certify --labels labels.yaml --format md`,
		flags: judgeFlags, dry: dryJudge, own: f, things: "replies", forms: textForms, schema: certify.Schema, run: f.run,
	}
}

func (f *certifyFlags) run(ctx context.Context) error {
	models := f.models()
	var errs []error
	if f.Judge != "" {
		_, err := judge.Of(models, f.Judge)
		errs = append(errs, err)
	} else if f.DryRun {
		errs = append(errs, errors.New("--dry-run is of --judge: without one no model is asked"))
	}
	set, err := f.set()
	if err := f.refuse(append(errs, err)...); err != nil {
		return err
	}
	switch {
	case f.DryRun:
		return f.withStored(func(l *lab.Lab) error { return f.foretell(ctx, l, f.Judge, set.Cases()) })
	case f.Judge == "":
		return f.withStored(func(l *lab.Lab) error { return f.report(ctx, l, set) })
	}
	return f.askJudge(models, f.Judge, func(ctx context.Context, l *lab.Lab) error {
		all, err := f.judged(ctx, l, "", f.Judge, set.Cases())
		if err != nil {
			return err
		}
		return whole(all, f.report(ctx, l, set))
	})
}

// set are the labelled replies.
func (f *certifyFlags) set() (certify.Set, error) {
	if f.Labels == "" {
		return certify.Load()
	}
	known, err := lab.Scenarios(f.ScenariosDir)
	if err != nil {
		return certify.Set{}, err
	}
	return certify.LoadFile(f.Labels, known)
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
	r, err := certify.Run(ctx, l, set, f.Labels == "", judges)
	if err != nil {
		return err
	}
	return f.show(r.Document())
}
