package scenarios

import (
	"slices"
	"strings"
	"unicode"

	"contextarena.internal/arena"
	"contextarena.internal/probes"
	"contextarena.internal/probes/match"
	"contextarena.internal/words"
)

// asked is a probe with what may be answered, rightly or wrongly. A text is empty where the scenario has
// nothing for it.
type asked struct {
	probe arena.Probe
	fact  *arena.Fact // nil of an absent probe
	value string      // as the fact's text has it
	label string      // what the text says before the value
	old   string      // the value that was replaced last; of a historical probe there is none
	other string      // the value of another fact, of the same kind
}

// spelt is a fact with its value as its text spells it.
type spelt struct {
	arena.Fact
	match  match.Fact
	at     words.Span // of the value in the text; empty if it isn't found there
	kind   string     // of value: what could stand in its place
	probed arena.FactType
	chain  int // the first fact of its chain of corrections
}

// allAsked are the probes of a scenario, in its order.
func allAsked(s *arena.Scenario) []*asked {
	g := probes.LineageOf(s.Facts)
	compiled := match.MustFacts(s.Facts)
	facts := make([]*spelt, len(s.Facts))
	for i, f := range s.Facts {
		facts[i] = newSpelt(f, compiled[i])
		facts[i].chain = i
		if older := g.Superseded(i); len(older) > 0 {
			facts[i].chain = older[len(older)-1]
		}
	}
	for _, p := range s.Probes {
		if i, ok := g.Index[p.Fact]; ok {
			facts[i].probed = p.Type
		}
	}
	out := make([]*asked, len(s.Probes))
	for n, p := range s.Probes {
		a := &asked{probe: p}
		out[n] = a
		i, ok := g.Index[p.Fact]
		if !ok {
			if at := slices.IndexFunc(facts, func(f *spelt) bool { return f.probed == p.Type }); at >= 0 {
				a.other = facts[at].value()
			}
			continue
		}
		f := facts[i]
		a.fact, a.value, a.label = &f.Fact, f.value(), f.label()
		if p.Kind != arena.Historical {
			for _, j := range g.Superseded(i) {
				if match.Key(facts[j].Value) != match.Key(f.Value) {
					a.old = facts[j].value()
					break
				}
			}
		}
		if o := neighbour(facts, i); o != nil && f.value() != "" {
			a.other = o.value()
		}
	}
	return out
}

// short is the value without the words at its ends that the question has said: 7 of "cage 7" where the
// question is which cage. The value itself where nothing is left that could be an answer.
func (a *asked) short() string {
	said := words.Stems(a.probe.Question)
	idle := func(w string) bool {
		w = strings.Trim(w, ".,;:")
		return w == strings.ToLower(w) && (said[words.Stem(w)] || linking[w]) // a capital is of a name
	}
	parts := strings.Fields(a.value)
	for len(parts) > 0 && idle(parts[0]) {
		parts = parts[1:]
	}
	for len(parts) > 0 && idle(parts[len(parts)-1]) {
		parts = parts[:len(parts)-1]
	}
	left := strings.Join(parts, " ")
	if !strings.ContainsFunc(left, func(r rune) bool { return unicode.IsUpper(r) || unicode.IsDigit(r) }) {
		return a.value
	}
	return left
}

// linking words lead to a value and are no part of it.
var linking = words.Set("a an and at by for from in is are was were of on the to")

// newSpelt finds a fact's value in its text: the longest place that is found by itself too and isn't the
// whole text; of a value in parts, from the first part to the last.
func newSpelt(f arena.Fact, m match.Fact) *spelt {
	out := &spelt{Fact: f, match: m}
	places := m.Bare.Find(words.Read(f.Text))
	if len(places) == 0 {
		return out
	}
	hull := places[0]
	for _, at := range places {
		hull.Start, hull.End = min(hull.Start, at.Start), max(hull.End, at.End)
		size := at.End - at.Start
		if size < len(f.Text) && size > out.at.End-out.at.Start && out.finds(f.Text[at.Start:at.End]) {
			out.at = at
		}
	}
	if out.at.End == 0 {
		out.at = hull
	}
	out.kind = kindOf(out.value())
	return out
}

// value is the fact's value as its text spells it.
func (f *spelt) value() string { return f.Text[f.at.Start:f.at.End] }

// label is what the fact's text says before the value.
func (f *spelt) label() string {
	before := strings.TrimSpace(f.Text[:f.at.Start])
	for _, copula := range []string{" is", " are", " was", " were", " is the", " is on", " is at", " is in"} {
		before = strings.TrimSuffix(before, copula)
	}
	if before == "" {
		return "Answer"
	}
	return words.Capital(before)
}

// kindOf tells by how a value is spelt what could stand in its place: a day, a time, an amount of the
// same unit, an identifier, a name or other words.
func kindOf(value string) string {
	t := words.Read(value)
	switch {
	case value == "":
		return ""
	case len(t.Dates()) > 0:
		return "day"
	case len(t.Clocks()) > 0:
		return "time"
	case len(t.Amounts()) == 1 && len(t.Amounts()[0].Units) > 0:
		return "amount of " + t.Amounts()[0].Units[0]
	case strings.ContainsFunc(value, unicode.IsLetter) && strings.ContainsFunc(value, unicode.IsDigit):
		return "identifier"
	case len(t.Amounts()) > 0 || strings.ContainsFunc(value, unicode.IsDigit):
		return "number"
	case strings.ContainsFunc(value, unicode.IsUpper):
		return "name"
	}
	return "words"
}

// neighbour is the fact whose value is likest to be taken for that of fact i: of the same kind, asked for
// by probes of the same type, stated nearest; of equal ones the first. It is none of the same chain, and
// none whose value is the same, found by each other's patterns. Nil if there is none.
func neighbour(facts []*spelt, i int) *spelt {
	f := facts[i]
	var best *spelt
	far := 0
	for _, g := range facts {
		if g.chain == f.chain || g.kind != f.kind || f.finds(g.value()) && g.finds(f.value()) {
			continue
		}
		away := int(max(g.Turn-f.Turn, f.Turn-g.Turn))
		if g.probed != f.probed {
			away += len(facts) + 1000
		}
		if best == nil || away < far {
			best, far = g, away
		}
	}
	return best
}

// finds reports whether the fact's value stands in a text.
func (f *spelt) finds(text string) bool { return len(f.match.Bare.Find(words.Read(text))) > 0 }
