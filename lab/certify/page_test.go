package certify

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/internal/measured"
	"contextarena.internal/lab"
	"contextarena.internal/probes"
	"contextarena.internal/probes/match"
	"contextarena.internal/reports/reportstest"
	"contextarena.internal/scenarios"
	"contextarena.internal/words"
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
	one := textsOf(t, plainly(t, known), "held-out")
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

// plainly are scenarios as somebody writes them who knows no patterns: a value is said in one way, and nothing says what stands beside it.
func plainly(t *testing.T, ss []*arena.Scenario) (out []*arena.Scenario) {
	for _, s := range ss {
		c := *s
		c.Facts, c.Probes = append([]arena.Fact{}, s.Facts...), append([]arena.Probe{}, s.Probes...)
		for i := range c.Facts {
			c.Facts[i].Value, c.Facts[i].About, c.Facts[i].Within = asSaid(t, s.Facts[i]), nil, 0
		}
		for i := range c.Probes {
			c.Probes[i].Stale = nil
		}
		out = append(out, &c)
	}
	return out
}

// asSaid is the value of a fact as somebody says it: the first alternative, if it is words or a kind of value, that the fact's text has, else
// where its text has it, less what the question says at its ends.
func asSaid(t *testing.T, f arena.Fact) arena.Pattern {
	text := words.Read(f.Text)
	places := func(p arena.Pattern) []words.Span {
		one := f
		one.Value = p
		m, err := match.CompileFact(one)
		require.NoError(t, err)
		return m.Bare.Find(text)
	}
	for _, p := range simple(f.Value) {
		if len(places(p)) > 0 {
			return p
		}
	}
	found := places(f.Value)
	require.NotEmpty(t, found, "fact %s", f.ID)
	at := slices.MaxFunc(found, func(a, b words.Span) int { return a.End - a.Start - (b.End - b.Start) })
	if len(f.Value.All) > 0 { // each place is a part
		at = words.Span{Start: found[0].Start, End: found[len(found)-1].End}
	}
	said := f.Text[at.Start:at.End]
	if _, behind, ok := strings.Cut(said, " is "); ok {
		said = behind
	}
	parts, asked := strings.Fields(said), words.Stems(f.Question)
	known := func(w string) bool { w = strings.Trim(w, ".,;:"); return asked[words.Stem(w)] || linking[w] }
	numbered := func(w string) bool { return strings.ContainsAny(w, "0123456789") }
	for len(parts) > 1 && known(parts[0]) && (linking[parts[0]] || !numbered(parts[1])) { // room 7 is a value, and so is 7 oz
		parts = parts[1:]
	}
	for n := len(parts) - 1; n > 0 && known(parts[n]) && !numbered(parts[n]) && !numbered(parts[n-1]); n-- {
		parts = parts[:n]
	}
	if n := len(parts) - 1; n > 0 && numbered(parts[n]) && !known(parts[n-1]) && strings.Trim(strings.Join(parts[:n], ""), "abcdefghijklmnopqrstuvwxyz") == "" { // found 10
		parts = parts[n:]
	}
	require.NotEmpty(t, parts, "fact %s", f.ID)
	return arena.Pattern{Text: strings.Join(parts, " ")}
}

// linking words lead to a value and are no part of it.
var linking = words.Set("a an and at by for from in is are was were of on the to has have")

// simple are the alternatives of a pattern that are words or a kind of value.
func simple(p arena.Pattern) (out []arena.Pattern) {
	if p.Text != "" || p.Number != nil || p.Date != nil || p.Time != nil || p.Identifier != "" {
		return []arena.Pattern{p}
	}
	for _, q := range p.Any {
		out = append(out, simple(q)...)
	}
	return out
}

// A part's interval needs three scenarios.
func TestCellSaysWhereThereIsNoInterval(t *testing.T) {
	j := judged{Reply: Reply{Scenario: "a", Label: probes.Kept}, verdict: probes.Kept}
	require.Equal(t, "100.0 % of 1", part{judged: []judged{j}}.sensitivity().cell())
	require.Equal(t, "–", part{}.sensitivity().cell())
	require.Equal(t, lab.Measured{}, part{}.sensitivity().Measured)
}
