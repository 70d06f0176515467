package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/query"
	"contextarena.internal/lab/story"
	"contextarena.internal/reports"
)

const named = "in model db scenarios-dir"

// names are how --in and --model choose trials, together with a strategy and a scenario.
func (c *call) names(strategy, scenario string) lab.Names {
	return lab.Names{Experiment: c.In, Model: c.OfOne, Strategy: strategy, Scenario: scenario}
}

func failuresCommand(c *call) entry {
	return entry{
		use: "failures [STRATEGY [SCENARIO]]", short: "List the facts that were lost, by how often, with cycle and place",
		long: `List the facts that strategies lost, those lost most often first, with the place
where they went (not written into the memory, lost from it later, not shown to
the model, misread, an old value used) and the cycle. Controls are counted only
where one is named. arena show prints how one of them went.`,
		example: `  arena failures
  arena failures rlm early-fact-recall
  arena failures --in 3 --format csv --out lost.csv`,
		flags: named, forms: textForms, schema: query.Schema,
		read: func(ctx context.Context, l *lab.Lab) (reports.Document, error) {
			args := append(c.args, "", "")
			return failed(ctx, l, c.names(args[0], args[1]))
		},
	}
}

// failed lists what the trials lost that names choose.
func failed(ctx context.Context, l *lab.Lab, n lab.Names) (reports.Document, error) {
	e, trials, err := l.Named(ctx, n)
	if err != nil {
		return reports.Document{}, err
	}
	args := map[string]any{"experiment": e.Number}
	if n.Strategy != "" {
		n.Strategy = trials[0].Strategy // as the plan calls it
	}
	for name, value := range map[string]string{"strategy": n.Strategy, "scenario": n.Scenario, "model": n.Model, "named": n.Experiment} {
		if value != "" {
			args[name] = value
		}
	}
	a, err := query.Of("failures").Ask(ctx, l.DB, args)
	return a.Document(), err
}

func showCommand(c *call) entry {
	return entry{
		use: "show TRIAL [PROBE] | STRATEGY [SCENARIO [REPEAT [PROBE]]]", short: "Print a trial, and where each fact was lost",
		long: `Print a trial: the conversation, the memory text after each cycle, and for every
probe the verdict at each level and where the fact was lost on its way. With a
probe, that alone: the turn that stated its fact, and the words of the memory
that changed where it went.

TRIAL is the beginning of its key, as arena report --format csv prints it; a
trial is named by strategy, scenario and repeat as well. Without a repeat, what
the strategy lost is listed, like arena failures does.`,
		example: `  arena show rlm
  arena show rlm early-fact-recall
  arena show rlm early-fact-recall 3
  arena show rlm early-fact-recall 3 project-lead
  arena show 3f9a1c project-lead`,
		flags: named,
		read: func(ctx context.Context, l *lab.Lab) (reports.Document, error) {
			return told(ctx, l, c.names(c.first(), ""), c.args)
		},
	}
}

// told is what arena show prints: of a trial that is named by its key or by strategy, scenario and repeat,
// or what a strategy lost.
func told(ctx context.Context, l *lab.Lab, n lab.Names, args []string) (reports.Document, error) {
	s, found, err := byKey(ctx, l, args)
	if err != nil {
		return reports.Document{}, err
	}
	if found {
		return tellProbe(s, args[1:])
	}
	if len(args) > 1 {
		n.Scenario = args[1]
	}
	if len(args) < 3 {
		return failed(ctx, l, n)
	}
	repeat, err := strconv.Atoi(args[2])
	if err != nil || repeat < 1 {
		return reports.Document{}, usageError{fmt.Errorf("the repeat %q is no number from 1 on (arena show STRATEGY SCENARIO REPEAT PROBE)", args[2])}
	}
	n.Repeat = repeat
	_, trials, err := l.Named(ctx, n)
	switch {
	case err != nil:
		return reports.Document{}, err
	case len(trials) > 1:
		return reports.Document{}, usageError{fmt.Errorf("%d models played that: name one with --model (%s or %s)", len(trials), trials[0].Model, trials[1].Model)}
	}
	if s, err = story.Of(ctx, l, trials[0]); err != nil {
		return reports.Document{}, err
	}
	return tellProbe(s, args[3:])
}

// byKey tells of the trial whose key begins with the first argument. It is false for what may be a strategy,
// and a mistake for digits that begin no key.
func byKey(ctx context.Context, l *lab.Lab, args []string) (story.Story, bool, error) {
	if len(args) > 2 {
		return story.Story{}, false, nil
	}
	s, err := story.Load(ctx, l, args[0])
	var none arena.Mistake
	if !errors.As(err, &none) {
		return s, err == nil, err
	}
	if _, word := strconv.ParseUint(args[0][:min(len(args[0]), 12)], 16, 64); word != nil {
		err = nil
	}
	return s, false, err
}

// tellProbe is the story of a trial, or of the one probe that is named.
func tellProbe(s story.Story, probe []string) (reports.Document, error) {
	if len(probe) == 0 {
		return s.Document(), nil
	}
	return s.Probe(probe[0])
}
