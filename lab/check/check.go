// Package check measures the parts of the proposals by themselves, before any of them is compared
// with another strategy: does the detector find what it looks for, is the graph complete.
//
//  1. Scenarios are samples with labels (sample.go, label.go). The
//     checks read labels, the layers never do.
//  2. A detector that asks no model is run on the messages as they stand. What came of one that does is said by package proposals.
//  3. A Check is a line of list: the measures it has, and what counts them on one conversation, one
//     file a proposal. All is counted against the labels, with Wilson's interval (check.go).
//
// A share treats its items as independent draws, which facts of one scenario are not: it describes these
// samples and is no claim about conversations at large.
package check

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/lab/predictions"
	"contextarena.internal/stats"
)

// Rules is how every figure came about: no model is asked.
const Rules = "rules"

// Checks are checks with their figures.
type Checks struct {
	Schema string  `json:"schema"`
	Checks []Check `json:"checks"`
}

// Check is the check of one proposal.
type Check struct {
	Proposal string   `json:"proposal"` // the strategy whose part is measured
	About    string   `json:"about"`    // what is measured, one line
	Notes    []string `json:"notes"`    // how the figures are to be read
	Figures  []Figure `json:"figures"`

	measures []measure
	// count counts the measures on one conversation.
	count func(sub *subject) []tally
}

// measure is something that a check counts.
type measure struct {
	name      string
	predicted string // what asks for a least share, before it was measured; empty where nothing does
	rare      bool   // samples that have nothing to count are left out
}

// Figure is one share on one sample. Share is nil where nothing was counted, as are Low and High, Wilson's
// interval at 95 %.
type Figure struct {
	Measure string   `json:"measure"`
	By      string   `json:"by"`     // Rules
	Sample  string   `json:"sample"` // original, extended or generated
	Found   int      `json:"found"`
	Of      int      `json:"of"`
	Share   *float64 `json:"share,omitempty"`
	Low     *float64 `json:"low,omitempty"`
	High    *float64 `json:"high,omitempty"`
	Asked   float64  `json:"asked,omitempty"`
	Source  string   `json:"source,omitempty"`
	// Verdict is by the interval; where all is asked one miss refutes it, and no miss is enough. Empty where nothing was
	// asked or counted.
	Verdict stats.Ruling `json:"verdict,omitempty"`
}

// list is every check, in the order of arena strategies list.
var list = []Check{surprises(surprising), identifiers(channels)}

// Names lists the proposals that have a check.
func Names() []string {
	out := make([]string, len(list))
	for i, c := range list {
		out[i] = c.Proposal
	}
	return out
}

// Run runs the named checks, or all, in the order of Names. Equal programs give equal figures. It is an
// arena.Mistake, with every wrong name, to name what has no check.
func Run(names []string) (Checks, error) {
	out := Checks{Schema: "context-arena/check/2", Checks: []Check{}}
	if err := known(names); err != nil {
		return out, arena.Mistake{Err: err}
	}
	in, err := samples()
	if err != nil {
		return out, err
	}
	for _, c := range list {
		if len(names) > 0 && !slices.Contains(names, c.Proposal) {
			continue
		}
		if c.Figures, err = c.figures(in); err != nil {
			return out, fmt.Errorf("check %s: %w", c.Proposal, err)
		}
		out.Checks = append(out.Checks, c)
	}
	return out, nil
}

func known(names []string) error {
	var errs []error
	for _, name := range names {
		if slices.Contains(Names(), name) {
			continue
		}
		errs = append(errs, fmt.Errorf("unknown check %q (%schecks: %s)", name, strictyaml.DidYouMean(name, Names()), strings.Join(Names(), ", ")))
	}
	return errors.Join(errs...)
}

// figures are those of a check: measure by measure, on every sample.
func (c Check) figures(samples []sample) ([]Figure, error) {
	rows := make([][]Figure, len(c.measures))
	for _, in := range samples {
		sums := make([]tally, len(c.measures))
		for _, sub := range in.subjects {
			for i, t := range c.count(sub) {
				sums[i].add(t)
			}
		}
		for i, m := range c.measures {
			if m.rare && sums[i].of == 0 {
				continue
			}
			f, err := sums[i].figure(m, in.name)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", m.name, err)
			}
			rows[i] = append(rows[i], f)
		}
	}
	return slices.Concat(rows...), nil
}

// figure is a tally as a figure of a sample, with its interval and its verdict.
func (t tally) figure(m measure, sample string) (Figure, error) {
	f := Figure{Measure: m.name, By: Rules, Sample: sample, Found: t.found, Of: t.of}
	if m.predicted != "" {
		p := predictions.Of(m.predicted)
		f.Asked, f.Source = p.AtLeast, p.Source
	}
	if t.of == 0 {
		return f, nil
	}
	f.Share = new(float64(t.found) / float64(t.of))
	i, err := stats.Wilson(t.found, t.of, 0.05)
	if err != nil {
		return f, err
	}
	f.Low, f.High = &i.Low, &i.High
	switch {
	case f.Asked == 0:
	case f.Asked == 1:
		f.Verdict = stats.Decide(f.Found == f.Of, true)
	default:
		f.Verdict = stats.Judge(&i, stats.AtLeast(f.Asked))
	}
	return f, nil
}
