// Package check measures what the rules of foresight and of channels find by themselves, before either is compared with another
// strategy: it has tests alone, and writes docs/research/checks.md.
//
//  1. Scenarios are samples with labels (sample_test.go, label_test.go). The checks read labels, the layers never do.
//  2. A Check has measures, and counts them on one conversation (channels_test.go, surprise_test.go), no model being asked.
//  3. All is counted against the labels, with Wilson's interval.
//
// A share treats its items as independent draws, which facts of one scenario are not: it describes these
// samples and is no claim about conversations at large.
package check

import (
	"fmt"
	"slices"

	"contextarena.internal/lab/predictions"
	"contextarena.internal/stats"
)

// Check is the check of one proposal.
type Check struct {
	Proposal string // the strategy whose part is measured
	About    string // what is measured, one line
	Figures  []Figure

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
	Measure string
	Sample  string // original, extended or generated
	Found   int
	Of      int
	Share   *float64
	Low     *float64
	High    *float64
	Asked   float64
	Source  string
	// Verdict is by the interval; where all is asked one miss refutes it, and no miss is enough. Empty where nothing was
	// asked or counted.
	Verdict stats.Ruling
}

// list is every check, in the order of the page.
var list = []Check{surprises(surprising), identifiers(channels)}

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
	f := Figure{Measure: m.name, Sample: sample, Found: t.found, Of: t.of}
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
