package probes

import (
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/probes/match"
	"contextarena.internal/probes/reply"
	"contextarena.internal/words"
)

// oldSpans finds the old values of a probe in a text that holds many facts. Beside the new value they need their label.
func (sc *Scorer) oldSpans(p probe, m *mentions) []words.Span {
	var out []words.Span
	if p.stale != nil {
		out = sc.besides(p, m.text, p.stale, p.stale.Find(m.text))
	}
	for _, i := range p.older {
		spans := m.of(i)
		if len(m.seen(p.fact)) == 0 {
			spans = m.seen(i)
		}
		out = append(out, sc.besides(p, m.text, sc.facts[i].bare, spans)...)
	}
	return slices.DeleteFunc(out, func(s words.Span) bool { return sc.underAnother(p, m.text, s) })
}

// underAnother reports whether a lead-in over a value names the thing of another fact, and neither one nor the value's own
// block has a word of the probe's own: "Serves: 4" under the heading of another dish.
func (sc *Scorer) underAnother(p probe, t *words.Text, s words.Span) bool {
	first, last := t.Cover(s)
	if first > last {
		return false
	}
	another := false
	for b := t.Block(first); b >= 0; b = t.Parent(b) {
		from, to := t.Bounds(b)
		if from > to || t.IsRow(b) {
			continue
		}
		said := t.Slice(t.Span(from, to))
		if b == t.Block(first) { // the value itself names nothing
			said = strings.Replace(said, t.Slice(s), "", 1)
		}
		named := reply.Content(said)
		for _, i := range append([]int{p.fact}, p.older...) {
			if !disjoint(named, sc.facts[i].says) {
				return false
			}
		}
		another = another || b != t.Block(first) && len(named) > 0 && slices.ContainsFunc(sc.facts, func(f fact) bool { return reply.Within(named, f.says) })
	}
	return another
}

// disjoint reports whether two sets have no word in common.
func disjoint(a, b map[string]bool) bool {
	for w := range a {
		if b[w] {
			return false
		}
	}
	return true
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
// the probe asks for what was (of which "not 7" tells too); where nothing else is said, the text holds what came before the value. The old value beside
// the new one counts only where nothing marks it as old; without the new one it is used.
func judge(p probe, t *words.Text, now, old []words.Span) Verdict {
	var gone *words.Span
	now = slices.DeleteFunc(slices.Clone(now), func(n words.Span) bool {
		replaced := p.Kind != arena.Historical && match.Replaced(t, n, old)
		if replaced {
			gone = &n
		}
		return replaced || p.Kind != arena.Historical && match.Denied(t, n)
	})
	unmarked := match.FirstUnmarked(t, now, old)
	if len(now) == 0 && unmarked == nil {
		unmarked = gone
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
