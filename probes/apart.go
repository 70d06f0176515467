package probes

import (
	"contextarena.internal/arena"
	"contextarena.internal/probes/match"
	"contextarena.internal/words"
)

// twofold is in a question that asks for two things: in which drawer of which cabinet.
var twofold = words.MustExpression(`\b(?:which|what|how (?:many|much|long)|when|where|who)\b.*\b(?:which|what|how (?:many|much|long)|when|where)\b|\band the\b`)

// pieces are the patterns of what has to stand near each other in a value, one list for each way to say it.
func pieces(p arena.Pattern) [][]match.Matcher {
	var out [][]match.Matcher
	for _, q := range p.Any {
		out = append(out, pieces(q)...)
	}
	if p.Near == nil {
		return out
	}
	var of []match.Matcher
	for _, q := range p.Near.Of {
		m, err := match.Compile(q)
		if err != nil {
			return out // the value itself can't be compiled then
		}
		of = append(of, m)
	}
	return append(out, of)
}

// apart is where the pieces of a value stand of which a reply tells one after the other, and their patterns; asked for two things,
// people and models do: "Drawer: fourth. Cabinet: green."
func (sc *Scorer) apart(p probe, t *words.Text) (spans []words.Span, of []match.Matcher) {
	if !twofold.MatchString(p.Question) {
		return nil, nil
	}
	for _, of := range sc.facts[p.fact].pieces {
		var spans []words.Span
		for _, m := range of {
			found := m.Find(t)
			if len(found) == 0 {
				spans = nil
				break
			}
			spans = append(spans, found...)
		}
		if spans != nil {
			return ordered(spans), of
		}
	}
	return nil, nil
}
