package probes

import (
	"regexp"
	"strings"
)

// oldSpans finds the old values of a probe in a text that holds many facts.
func (sc *Scorer) oldSpans(p probe, m *mentions) []Span {
	if p.stale != nil {
		return p.stale.Find(m.text)
	}
	var out []Span
	for _, i := range p.older {
		out = append(out, m.states[i]...)
	}
	return out
}

// judge weighs where the value and the old values stand in one text. The old value beside the
// new one counts only where nothing marks it as old; without the new one it is used.
func judge(t *Text, now, old []Span) Verdict {
	unmarked := firstUnmarked(t, now, old)
	switch {
	case len(now) > 0 && unmarked == nil:
		return Verdict{Result: Kept, Why: why(t, now[0])}
	case unmarked != nil:
		return Verdict{Result: Stale, Why: why(t, *unmarked)}
	}
	return Verdict{Result: Lost}
}

// judgeAnswer weighs an answer to the probe's own question. The value alone is enough, but an
// old value beside it must stand with its label to count: an answer may well explain itself
// with other numbers.
func (sc *Scorer) judgeAnswer(p probe, t *Text) Verdict {
	now := sc.facts[p.fact].bare.Find(t)
	var old []Span
	switch {
	case p.stale != nil:
		old = p.stale.Find(t)
	case len(now) > 0:
		for _, i := range p.older {
			old = append(old, sc.facts[i].anchored.Find(t)...)
		}
	default:
		for _, i := range p.older {
			old = append(old, sc.facts[i].bare.Find(t)...)
		}
	}
	return judge(t, now, old)
}

// firstUnmarked is the first old span that isn't part of a new one and that nothing marks as
// old, or nil.
func firstUnmarked(t *Text, now, old []Span) *Span {
	for i, o := range old {
		inNow := false
		for _, n := range now {
			inNow = inNow || n.Start <= o.Start && o.End <= n.End
		}
		if !inNow && !markedOld(t, o, now) {
			return &old[i]
		}
	}
	return nil
}

// Words that mark what follows, or what stands before, as no longer true.
var (
	marksAfter  = regexp.MustCompile(`(?i)(\b(was|were|had been|used to|previous(ly)?|prior|former(ly)?|original(ly)?|initial(ly)?|earlier|old|older|past|before|not|never|no longer|isn't|aren't|instead of|rather than|replac(es|ed|ing)|supersed(es|ed|ing)|from|over|cancel(s|led|ed)?|discontinued|outdated|obsolete|dropp(ed|ing)|scrap(ped)?|forget|scratch|wrong)\b|~~)[^.;\n]*$`)
	marksBefore = regexp.MustCompile(`(?i)^[^.;\n]*?(→|⇒|->|=>|~~|\b(changed to|moved to|updated to|raised to|increased to|corrected to|switched to|(was|were|been|got) (later |then |since )?(replaced|revised|changed|raised|increased|reduced|lowered|corrected|updated)|replaced by|replaced with|superseded|no longer|is out|was wrong|was moved|is old|old value|outdated|obsolete|previous|before|originally|initially|at first|became|is now|now|instead|but now|cancelled|canceled|dropped|discontinued|(fully|already) booked|fell through|didn't work|is gone)\b|\((old|former|previous|superseded|outdated|was|initial))`)
	turns       = regexp.MustCompile(`(?i)\b(actually|instead|switch(ed|ing)?|chang(e|ed|ing)|correct(ion|ed)|make (it|that)|made it|wait|sorry|now|moved?|update(d)?|raised?|bump(ed)?|went up|came down|rather|so|but|to|becomes?|became)\b|→|->|=>`)
)

// nearby bounds how far from a value its mark may stand, in bytes.
const nearby = 90

// markedOld reports whether the words around a span say that its value holds no more, or lead
// from it to the new value within one sentence.
func markedOld(t *Text, s Span, now []Span) bool {
	text := t.source()
	before := text[max(0, s.Start-nearby):s.Start]
	after := text[s.End:min(len(text), s.End+nearby)]
	inside := text[s.Start:s.End]
	if marksAfter.MatchString(before) || marksBefore.MatchString(after) || marksAfter.MatchString(inside) {
		return true
	}
	for _, n := range now {
		if n.Start >= s.End && n.Start-s.End <= 2*nearby {
			between := text[s.End:n.Start]
			if !strings.ContainsAny(between, "\n") && !strings.Contains(between, ". ") && turns.MatchString(between) {
				return true
			}
		}
	}
	return false
}
