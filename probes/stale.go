package probes

import (
	"maps"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/probes/match"
	"contextarena.internal/probes/stance"
	"contextarena.internal/words"
)

// oldSpans finds the old values of a probe in a text that holds many facts. Beside the new value they need their label.
func (sc *Scorer) oldSpans(p probe, m *mentions) []words.Span {
	var out []words.Span
	if p.stale != nil {
		out = sc.besides(p, m.text, p.stale, p.stale.Find(m.text))
	}
	if p.Kind == arena.Historical {
		return out
	}
	for _, i := range p.before {
		if len(m.seen(p.fact)) == 0 {
			out = append(out, sc.besides(p, m.text, sc.facts[i].bare, m.seen(i))...)
		} else {
			out = append(out, m.inClause(p, i, sc.besides(p, m.text, sc.facts[i].bare, sc.facts[i].beside.Find(m.text)))...)
		}
	}
	return out
}

// besides are the old values in spans of them with their labels, but for those that are part of the new one, such as the
// 1 June in "1 June 2027".
func (sc *Scorer) besides(p probe, t *words.Text, value match.Matcher, spans []words.Span) []words.Span {
	if len(spans) == 0 {
		return nil
	}
	now := sc.facts[p.fact].bare.Find(t)
	values := value.Find(t)
	values = slices.DeleteFunc(values, func(v words.Span) bool {
		return slices.ContainsFunc(now, func(n words.Span) bool { return n.Contains(v) })
	})
	return within(values, spans)
}

// within are the values that stand in one of the spans.
func within(values, spans []words.Span) []words.Span {
	var out []words.Span
	for _, v := range values {
		if slices.ContainsFunc(spans, func(s words.Span) bool { return s.Contains(v) }) {
			out = append(out, v)
		}
	}
	return out
}

// judge weighs where the value and the old values stand in one text. What gave way to another is no value any more, unless
// the probe asks for what was; where nothing else is said, the text holds what came before the value. The old value beside
// the new one counts only where nothing marks it as old; without the new one it is used.
func judge(p probe, t *words.Text, days match.Days, now, old []words.Span) Verdict {
	values := ordered(slices.Concat(now, old))
	now = slices.DeleteFunc(slices.Clone(now), func(n words.Span) bool {
		return p.Kind != arena.Historical && stance.IsGone(t, n, old, values)
	})
	var unmarked *words.Span
	for i, o := range old {
		if stance.IsPast(t, o, now, values) || len(now) > 0 && match.Supersedes(t, days, now, o) {
			continue
		}
		unmarked = &old[i]
		break
	}
	switch {
	case len(now) > 0 && unmarked == nil:
		return Verdict{Result: Kept, Why: why(t, now[0])}
	case unmarked != nil:
		return Verdict{Result: Stale, Why: why(t, *unmarked)}
	}
	return Verdict{Result: Lost}
}

// mentioned finds in an answer to the probe's own question where the value stands and where the
// old ones do. The value alone is enough, but an old value beside it must stand with its label to
// count: an answer may well explain itself with other numbers.
func (sc *Scorer) mentioned(p probe, t *words.Text) (now, old []words.Span) {
	now = sc.facts[p.fact].bare.Find(t)
	switch {
	case p.stale != nil:
		old = sc.besides(p, t, p.stale, p.stale.Find(t))
	case len(now) > 0:
		for _, i := range p.older {
			old = append(old, sc.besides(p, t, sc.facts[i].bare, sc.facts[i].anchored.Find(t))...)
		}
	default:
		for _, i := range p.older {
			old = append(old, sc.facts[i].bare.Find(t)...)
		}
	}
	return now, old
}

// clauseEnd is where something else begins to be said.
var clauseEnd = words.Lazy(`[.!?;](?:["')\]*_]{0,3}\s|$)|\n`)

// inClause are the old values of a fact that stand in one clause with their label, or under it: beside the new value, in
// "plot 41; 23 has the piano" and "41 plots\n23 bricks", the 23 is no plot. Where the old fact has no label, its clause isn't
// about something else.
func (m *mentions) inClause(p probe, fact int, values []words.Span) []words.Span {
	label := m.sc.facts[fact].label
	return slices.DeleteFunc(values, func(v words.Span) bool {
		if label == nil {
			return clauseEnd.MatchString(m.text.Slice(v)) || !m.clauseSays(p, v) && m.elsewhere(p, v)
		}
		inside, apart := false, false
		for _, s := range m.of(fact) {
			if !s.Contains(v) {
				continue
			}
			for _, l := range within(label.Find(m.text), []words.Span{s}) {
				if l.Overlaps(v) || !clauseEnd.MatchString(m.text.Source()[min(l.End, v.End):max(l.Start, v.Start)]) {
					inside = true
				} else {
					apart = true
				}
			}
		}
		return apart && !inside
	})
}

// elsewhere reports whether the clause of a value is about another fact: it has words that this one is about, and none of what the
// probe asks.
func (m *mentions) elsewhere(p probe, v words.Span) bool {
	said := words.Content(strings.Replace(m.clause(v), m.text.Slice(v), " ", 1))
	maps.DeleteFunc(said, func(w string, _ bool) bool { return changing[w] })
	if !words.Disjoint(said, m.sc.facts[p.fact].says) {
		return false
	}
	for i, f := range m.sc.facts {
		if i != p.fact && !slices.Contains(p.before, i) && !words.Disjoint(said, f.says) {
			return true
		}
	}
	return false
}

// clause is the clause that a value stands in.
func (m *mentions) clause(v words.Span) string { return clause(m.text.Source(), v, ".!?;\n") }

// clauseSays reports whether the clause of a value has a word of what a probe asks, be it in the value: the label of one made of
// several parts is one of them.
func (m *mentions) clauseSays(p probe, v words.Span) bool {
	return !words.Disjoint(words.Content(m.clause(v)), m.sc.facts[p.fact].says)
}

var changing = words.Stems(`move moved change changed slip slipped push pushed put back forward raise raised lower lowered
	reduce reduced increase increased become became now later then make made turn turned go went come came set postpone postponed correct
	corrected update updated after because since instead`)
