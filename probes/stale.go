package probes

import (
	"slices"

	"contextarena.internal/probes/match"
	"contextarena.internal/words"
)

// oldSpans finds the old values of a probe in a text that holds many facts.
func (sc *Scorer) oldSpans(p probe, m *mentions) []words.Span {
	if p.stale != nil {
		return sc.besides(p, m.text, p.stale, p.stale.Find(m.text))
	}
	var out []words.Span
	for _, i := range p.older {
		out = append(out, sc.besides(p, m.text, sc.facts[i].bare, m.of(i))...)
	}
	return out
}

// besides are the spans in which an old value stands that is no part of the new one, such as
// the 1 June in "1 June 2027".
func (sc *Scorer) besides(p probe, t *words.Text, value match.Matcher, spans []words.Span) []words.Span {
	if len(spans) == 0 {
		return nil
	}
	now := sc.facts[p.fact].bare.Find(t)
	values := value.Find(t)
	var out []words.Span
	for _, s := range spans {
		if slices.ContainsFunc(values, func(v words.Span) bool {
			return s.Contains(v) && !slices.ContainsFunc(now, func(n words.Span) bool { return n.Contains(v) })
		}) {
			out = append(out, s)
		}
	}
	return out
}

// judge weighs where the value and the old values stand in one text. The old value beside the
// new one counts only where nothing marks it as old; without the new one it is used.
func judge(t *words.Text, now, old []words.Span) Verdict {
	now = slices.DeleteFunc(slices.Clone(now), func(n words.Span) bool { return match.Denied(t, n) })
	unmarked := match.FirstUnmarked(t, now, old)
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
