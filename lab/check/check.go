// Package check measures the parts of the proposals by themselves, before any of them is compared
// with another strategy: does the detector find what it looks for, is the graph complete, does the
// router choose well.
//
//  1. Scenarios and fuzzed conversations are samples with labels (sample.go, fuzz.go). The checks read
//     labels, the layers never do.
//  2. A detector that asks no model is run on the messages as they stand. One that does is played over
//     rlm, either with the simulated model, or with ideal replies made of the labels, which leave only
//     what the layer itself loses (play.go).
//  3. What was found is counted against the labels, one file a proposal, with Wilson's interval.
//
// A share treats its items as independent draws, which facts of one scenario are not: it describes these
// samples and is no claim about conversations at large.
package check

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/llm"
	"contextarena.internal/llm/providers"
	"contextarena.internal/llm/sim"
	"contextarena.internal/stats"
)

// Verdict is how a share stands to what was asked of it.
type Verdict string

// The verdicts: the interval lies at or above what was asked, below it, or on both sides. Where all is
// asked, one miss is enough for NotReached, and no miss is Reached.
const (
	Reached    Verdict = "reached"
	NotReached Verdict = "not reached"
	Undecided  Verdict = "undecided"
)

// How a figure came about.
const (
	Rules     = "rules"     // no model is asked
	Simulated = "simulated" // the simulated model replies
	Ideal     = "ideal"     // replies made of the labels: a model that misses nothing
)

// Figure is one share on one sample.
type Figure struct {
	Proposal string // the strategy whose part is measured
	Measure  string
	By       string // Rules, Simulated or Ideal
	Sample   string // original, extended, generated, fuzzed or small talk
	Found    int
	Of       int
	// Interval is Wilson's at 95 %; nil where nothing was counted, and for what has no trials, such as
	// tokens.
	Interval *stats.Interval
	// Asked is the least share that was asked for before it was measured, by Source; 0 where nothing was.
	Asked   float64
	Source  string
	Verdict Verdict // empty where nothing was asked or counted
}

// Share is Found in Of, 0 if nothing was counted.
func (f Figure) Share() float64 {
	if f.Of == 0 {
		return 0
	}
	return float64(f.Found) / float64(f.Of)
}

// Check is the check of one proposal.
type Check struct {
	Proposal string
	About    string   // what is measured, one line
	Notes    []string // how the figures are to be read
	run      func(*study, context.Context) ([]Figure, error)
}

// list is every check, in the order of arena strategies list.
var list = []Check{
	{
		"schema_guided", "does the schema have a place for what is asked?",
		[]string{"The seven abstract kinds are part of every schema, so that each type has its kind is true by construction; what was extracted under it is not."},
		(*study).schema,
	},
	{
		"da_rlm", "does the router choose the depth that keeps most?",
		[]string{
			"Segments are those of rlm. Each is read at depth 1, 2 and 3 from the same notes, as the layer has it done; the best depths are those after which the notes hold most facts, ties included. Segments that the router keeps raw aren't counted.",
			"Depth matters where some depth keeps more than another. Gains are the facts that the best depth keeps beyond what one pass does.",
			"On the simulated model every pass draws anew what it writes down, and what is carried over may be lost, so what a depth keeps is assumed there: whether routing pays takes a real model.",
		},
		(*study).router,
	},
	{
		"correction_format", "which corrections are found?",
		[]string{"Of the facts that replace another and have left the window. Ideal replies list every such change; what is missing then was lost by the layer."},
		(*study).corrections,
	},
	{
		"shadow_graph", "which stated values does the graph hold?",
		[]string{"Of the facts that have left the window and hold still: the value with its label stands in the graph's text. Ideal replies state every such fact."},
		(*study).graph,
	},
	{
		"foresight", "are the surprising messages those that matter?",
		[]string{
			"Messages of users. A code is a fact that is an identifier. A flag that no label accounts for counts as false even where the message does hold a code nobody asks for.",
		},
		(*study).surprises,
	},
	{
		"channels", "does the classifier find what a paraphrase would destroy?",
		[]string{"The rules alone, on messages of users and tools. False alarms are messages in which something is taken for an identifier that no identifier fact accounts for; on scenarios that is an upper bound, on fuzzed conversations exact. The small talk holds no digit, so an alarm there would be a plain mistake."},
		(*study).classifier,
	},
	{
		"cascade", "does the graph have the dependencies?",
		[]string{
			"Between values of which some version was stated: the layer takes no value that nobody stated, so a derived value that is never stated has no place in its graph, and the second row says how many are.",
			"Right edges are counted among those between values that are facts of the scenario.",
		},
		(*study).dependencies,
	},
	{
		"qpb", "are amounts and identifiers pinned, and at what price?",
		[]string{"Of the facts that are amounts or identifiers and hold still: the value with its label stands in the pinned sentences. The share of tokens is of the whole conversation."},
		(*study).pins,
	},
}

// All lists every check.
func All() []Check { return list }

// Names lists the proposals that have a check.
func Names() []string {
	out := make([]string, len(list))
	for i, c := range list {
		out[i] = c.Proposal
	}
	return out
}

// Options say with what the checks run.
type Options struct {
	Tokens   func(text string) int
	Parallel int // scenarios in work at a time, at least one
}

// Run runs the named checks, or all, and returns their figures in the order of All. Equal programs give
// equal figures. It is an arena.Mistake, with every wrong name, to name what has no check.
func Run(ctx context.Context, names []string, o Options) ([]Figure, error) {
	if err := known(names); err != nil {
		return nil, arena.Mistake{Err: err}
	}
	s, err := newStudy(o)
	if err != nil {
		return nil, err
	}
	var out []Figure
	for _, c := range list {
		if len(names) > 0 && !slices.Contains(names, c.Proposal) {
			continue
		}
		figures, err := c.run(s, ctx)
		if err != nil {
			return nil, fmt.Errorf("check %s: %w", c.Proposal, err)
		}
		for _, f := range figures {
			f.Proposal = c.Proposal
			if err := f.judge(); err != nil {
				return nil, fmt.Errorf("check %s: %s: %w", c.Proposal, f.Measure, err)
			}
			out = append(out, f)
		}
	}
	return out, nil
}

func known(names []string) error {
	var errs []error
	for _, name := range names {
		if slices.Contains(Names(), name) {
			continue
		}
		hint := ""
		if near := strictyaml.Nearest(name, Names()); near != "" {
			hint = "did you mean " + near + "? "
		}
		errs = append(errs, fmt.Errorf("unknown check %q (%schecks: %s)", name, hint, strings.Join(Names(), ", ")))
	}
	return errors.Join(errs...)
}

// judge adds the interval and the verdict. A figure of tokens has neither.
func (f *Figure) judge() error {
	if f.Of == 0 || f.Measure == tokensPinned {
		return nil
	}
	i, err := stats.Wilson(f.Found, f.Of, 0.05)
	if err != nil {
		return err
	}
	f.Interval = &i
	switch {
	case f.Asked == 0:
	case f.Asked == 1:
		f.Verdict = NotReached
		if f.Found == f.Of {
			f.Verdict = Reached
		}
	case i.Low >= f.Asked:
		f.Verdict = Reached
	case i.High < f.Asked:
		f.Verdict = NotReached
	default:
		f.Verdict = Undecided
	}
	return nil
}

// study is one run: the samples, and the simulated model.
type study struct {
	Options
	samples []sample
	model   llm.Model
	sim     llm.Client
}

func newStudy(o Options) (*study, error) {
	o.Parallel = max(1, o.Parallel)
	m, err := providers.Parse("sim:nano")
	if err == nil {
		m, err = sim.Resolve(m)
	}
	if err != nil {
		return nil, fmt.Errorf("check: %w", err)
	}
	samples, err := samples()
	var worlds []*sim.World
	for _, s := range samples {
		for _, sub := range s.subjects {
			worlds = append(worlds, sub.world)
		}
	}
	return &study{Options: o, samples: samples, model: m, sim: sim.New(o.Tokens, worlds...)}, err
}
