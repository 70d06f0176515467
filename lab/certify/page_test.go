package certify

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/internal/measured"
	"contextarena.internal/lab"
	"contextarena.internal/probes"
	"contextarena.internal/reports/reportstest"
	"contextarena.internal/scenarios"
)

// TestVerdictsPage keeps what the docs say of verdicts what is measured.
func TestVerdictsPage(t *testing.T) {
	own, err := Load()
	require.NoError(t, err)
	read, held := part{}, replies(t, own)
	for _, s := range practice(t) {
		read.judged = append(read.judged, replies(t, s).judged...)
	}
	known, err := lab.Scenarios("")
	require.NoError(t, err)
	texts := textsOf(t, known, "held-out")
	one := textsOf(t, plainly(known), "held-out")
	tried := scenarios.TryAnswers(known)

	var b strings.Builder
	b.WriteString("| | held out | sets r and s | wanted | |\n|---|---|---|---|---|\n")
	row := func(name string, of func(part) Share, now, before part, wanted float64, most bool) {
		e, sign, met := of(now).estimate, "≥", "met"
		if most {
			sign = "≤"
		}
		require.True(t, e.Defined(), name)
		if have := 100 * e.Mean; have != wanted && (have > wanted) == most {
			met = "**missed**"
		}
		earlier := "–"
		if len(before.judged) > 0 {
			earlier = of(before).cell()
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s %g %% | %s |\n", name, of(now).cell(), earlier, sign, wanted, met)
	}
	for _, x := range []struct {
		name   string
		of     func(part) Share
		wanted float64
		most   bool
	}{
		{"replies, natural: right ones accepted", func(p part) Share { return p.kind(Natural).sensitivity() }, 96, false},
		{"replies, natural: wrong ones accepted", func(p part) Share { return p.kind(Natural).wrongAccepted() }, 1, true},
		{"replies, awkward: right ones accepted", func(p part) Share { return p.kind(Awkward).sensitivity() }, 60, false},
		{"replies, awkward: wrong ones accepted", func(p part) Share { return p.kind(Awkward).wrongAccepted() }, 33, true},
		{"replies: stale found", part.stale, 95, false},
	} {
		row(x.name, x.of, held, read, x.wanted, x.most)
	}
	row("texts: facts found", part.sensitivity, texts, part{}, 93, false)
	row("texts: specificity", part.specificity, texts, part{}, 99, false)
	row("texts: stale found", part.stale, texts, part{}, 90, false)
	row("one alternative a pattern, texts: facts found", part.sensitivity, one, part{}, 90, false)
	row("one alternative a pattern, texts: specificity", part.specificity, one, part{}, 98.5, false)
	fmt.Fprintf(&b, "\nOf %d generated answers to the probes of the built-in scenarios %d are misjudged.\n", tried.Answers, len(tried.Misjudged))
	measured.Page(t, "../../docs/matchers.md", reportstest.Updates(), map[string]string{"verdicts": b.String()})

	said := func(s Share) float64 { return 100 * s.estimate.Mean }
	measured.Page(t, "../../README.md", reportstest.Updates(), map[string]string{"verdicts": fmt.Sprintf(
		`  How often a verdict is wrong is measured: of %d replies that a language model wrote and no rule was made by, %.0f %% of the
  right ones are accepted if they are plainly worded, and %.0f %% of the wrong ones; of those written to fool a careless
  reader %.0f %% and %.0f %%. In memories and final answers %.0f %% of the facts that are there are found, and %.0f %% of those
  that aren't ([matchers](docs/matchers.md)).
  `, len(held.judged), said(held.kind(Natural).sensitivity()), said(held.kind(Natural).wrongAccepted()), said(held.kind(Awkward).sensitivity()),
		said(held.kind(Awkward).wrongAccepted()), said(texts.sensitivity()), said(texts.wrongAccepted()))})
}

// part is some of what is labelled, with verdicts.
type part struct{ judged []judged }

// replies are those of a set, each with its verdict.
func replies(t *testing.T, s Set) part {
	said, err := Matchers(s)
	require.NoError(t, err)
	return part{collect(s, said)}
}

// only is the part of what is judged that keep keeps.
func (p part) only(keep func(judged) bool) part {
	var out part
	for _, j := range p.judged {
		if keep(j) {
			out.judged = append(out.judged, j)
		}
	}
	return out
}

func (p part) kind(kind string) part { return p.only(func(j judged) bool { return j.Kind == kind }) }

func isRight(j judged) bool  { return j.Label == probes.Kept }
func isWrong(j judged) bool  { return j.Label != probes.Kept }
func isStale(j judged) bool  { return j.Label == probes.Stale }
func accepted(j judged) bool { return j.verdict == probes.Kept }
func refused(j judged) bool  { return j.verdict != probes.Kept }
func same(j judged) bool     { return j.verdict == j.Label }

func (p part) sensitivity() Share   { return share(p.judged, isRight, accepted) }
func (p part) specificity() Share   { return share(p.judged, isWrong, refused) }
func (p part) wrongAccepted() Share { return share(p.judged, isWrong, accepted) }
func (p part) stale() Share         { return share(p.judged, isStale, same) }

// cell is a share as the page shows it.
func (s Share) cell() string {
	e := s.estimate
	if !e.Defined() {
		return "–"
	}
	interval := ""
	if e.Interval != nil {
		interval = fmt.Sprintf(" (%.0f–%.0f)", 100*e.Interval.Low, 100*e.Interval.High)
	}
	return fmt.Sprintf("%.1f %%%s of %d", 100*e.Mean, interval, s.N)
}

// plainly are scenarios as somebody writes them who knows no patterns: a value is words or a kind of value, said in one way, and so is a label.
func plainly(ss []*arena.Scenario) (out []*arena.Scenario) {
	for _, s := range ss {
		c := *s
		c.Facts, c.Probes = append([]arena.Fact{}, s.Facts...), append([]arena.Probe{}, s.Probes...)
		for i := range c.Facts {
			f := &c.Facts[i]
			f.Value = plainest(f.Value)
			if f.About != nil {
				about := plainest(*f.About)
				f.About = &about
			}
		}
		for i := range c.Probes {
			if old := c.Probes[i].Stale; old != nil {
				one := plainest(*old)
				c.Probes[i].Stale = &one
			}
		}
		out = append(out, &c)
	}
	return out
}

// plainest is one alternative of a pattern: the first that is words, a number, a day, a time or an identifier, else the first.
func plainest(p arena.Pattern) arena.Pattern {
	for _, q := range p.Any {
		if q.Text != "" || q.Number != nil || q.Date != nil || q.Time != nil || q.Identifier != "" {
			return q
		}
	}
	if len(p.Any) > 0 {
		return plainest(p.Any[0])
	}
	all := func(of []arena.Pattern) (out []arena.Pattern) {
		for _, q := range of {
			out = append(out, plainest(q))
		}
		return out
	}
	p.All = all(p.All)
	if p.Near != nil {
		near := *p.Near
		near.Of, near.Not = all(near.Of), all(near.Not)
		p.Near = &near
	}
	return p
}

// A part's interval needs three scenarios.
func TestCellSaysWhereThereIsNoInterval(t *testing.T) {
	j := judged{Reply: Reply{Scenario: "a", Label: probes.Kept}, verdict: probes.Kept}
	require.Equal(t, "100.0 % of 1", part{judged: []judged{j}}.sensitivity().cell())
	require.Equal(t, "–", part{}.sensitivity().cell())
	require.Equal(t, lab.Measured{}, part{}.sensitivity().Measured)
}
