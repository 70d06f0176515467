package probes

import (
	"regexp"
	"slices"
	"strings"
)

// oldSpans finds the old values of a probe in a text that holds many facts.
func (sc *Scorer) oldSpans(p probe, m *mentions) []Span {
	if p.stale != nil {
		return sc.besides(p, m.text, p.stale, p.stale.Find(m.text))
	}
	var out []Span
	for _, i := range p.older {
		out = append(out, sc.besides(p, m.text, sc.facts[i].bare, m.of(i))...)
	}
	return out
}

// besides are the spans in which an old value stands that is no part of the new one, such as
// the 1 June in "1 June 2027".
func (sc *Scorer) besides(p probe, t *Text, value Matcher, spans []Span) []Span {
	if len(spans) == 0 {
		return nil
	}
	now := sc.facts[p.fact].bare.Find(t)
	values := value.Find(t)
	var out []Span
	for _, s := range spans {
		if slices.ContainsFunc(values, func(v Span) bool {
			return contains(s, v) && !slices.ContainsFunc(now, func(n Span) bool { return contains(n, v) })
		}) {
			out = append(out, s)
		}
	}
	return out
}

// contains reports whether b lies in a.
func contains(a, b Span) bool { return a.Start <= b.Start && b.End <= a.End }

// judge weighs where the value and the old values stand in one text. The old value beside the
// new one counts only where nothing marks it as old; without the new one it is used.
func judge(t *Text, now, old []Span) Verdict {
	now = slices.DeleteFunc(slices.Clone(now), func(n Span) bool { return denied(t, n) })
	unmarked := firstUnmarked(t, now, old)
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
func (sc *Scorer) mentioned(p probe, t *Text) (now, old []Span) {
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

// denial is what stands right before a value that is said not to hold, in the same clause.
var denial = regexp.MustCompile(`(?i)(\b(not|no longer|neither|nor)|n['’]t) (\w+ ){0,3}[$€£"'*]{0,3}$`)

// denied reports whether the words before a value say that it doesn't hold.
func denied(t *Text, s Span) bool {
	before := hedges.ReplaceAllString(t.source()[max(0, s.Start-nearby):s.Start], "")
	return denial.MatchString(before)
}

// firstUnmarked is the first old span that nothing marks as old, or nil. Where a new one is marked
// as the newest, all others are old.
func firstUnmarked(t *Text, now, old []Span) *Span {
	for _, n := range now {
		if newest.MatchString(t.source()[n.End:min(len(t.source()), n.End+nearby)]) {
			return nil
		}
	}
	for i, o := range old {
		if !markedOld(t, o, now) {
			return &old[i]
		}
	}
	return nil
}

// within is what may stand between a mark and a value: no end of a sentence, clause or line.
const within = `(?:[^.;|\n]|\.[0-9])*`

// Words that mark what follows, or what stands before, as no longer true.
var (
	marksAfter  = regexp.MustCompile(`(?i)(\b(was|were|had been|used to|previous(ly)?|prior|former(ly)?|original(ly)?|initial(ly)?|earlier|old|older|past|before|not|never|no longer|isn't|aren't|instead of|rather than|replac(es|ed|ing)|supersed(es|ed|ing)|over|cancel(s|led|ed)?|discontinued|outdated|obsolete|dropp(ed|ing)|reject(ed|ing)|ruled out|scrap(ped)?|remov(es|ed|ing)|delet(es|ed|ing)|declin(es|ed|ing)|withdrawn|forget|scratch|wrong)\b|~~)` + within + `$`)
	marksBefore = regexp.MustCompile(`(?i)^` + within + `?(→|⇒|->|=>|~~|\b(changed to|moved to|updated to|raised to|increased to|corrected to|switched to|(was|were|been|got) (later |then |since )?(replaced|revised|changed|raised|increased|reduced|lowered|corrected|updated)|replaced by|replaced with|superseded|no longer|(has|had|have) (moved|closed|relocated)|is out|was wrong|was moved|is old|old value|outdated|obsolete|previous|before|originally|initially|at first|became|is now|now|instead|but now|cancelled|canceled|dropped|rejected|ruled out|scrapped|removed|deleted|declined|withdrawn|discontinued|unavailable|(fully|already) booked|fell through|didn't work|is gone)\b|\((old|former|previous|superseded|outdated|was|initial)|\([^)\n]{0,30}\b(old|former|original|earlier)\b)`)
	marksBehind = regexp.MustCompile(`(?i)^[ *_(|-]{0,3}(old|original|former|prior|initial|earlier)\b`)
	turns       = regexp.MustCompile(`(?i)\b(actually|instead|switch(ed|ing)?|chang(e|ed|ing)|correct(ion|ed)|make (it|that)|made it|wait|sorry|now|moved?|update(d)?|raised?|bump(ed)?|went up|came down|rather|so|but|to|becomes?|became)\b|→|->|=>`)

	// A "from" marks what follows unless it begins a range: from June 1 to June 14.
	from    = regexp.MustCompile(`(?i)\bfrom\b(` + within + `)$`)
	changed = regexp.MustCompile(`(?i)\b(up|down|away|(chang|mov|rais|increas|reduc|lower|extend|updat|revis|correct|switch|shift|adjust|scal)\w*)( it)? from\b` + within + `$`)
	through = regexp.MustCompile(`(?i)\b(to|until|till|through)\b|[0-9] ?[-–—] ?([0-9]{1,2}\b|$)`)

	newest = regexp.MustCompile(`(?i)^[^.;\n(|]{0,12}\((now|current(ly)?|latest|newest|updated|revised|new|final)\b`)

	// "Not sure" denies nothing of what follows.
	hedges = regexp.MustCompile(`(?i)\bnot (yet )?(sure|certain|clear|confident|entirely|completely|only)\b`)
)

// What the header of a column or the heading of a list says of the values below.
var (
	oldHeader  = regexp.MustCompile(`(?i)\b(old(er)?|previous(ly)?|prior|former(ly)?|original(ly)?|initial(ly)?|earlier|before|from|first draft|rejected|outdated|obsolete|superseded|supersedes|replaces|discarded)\b`)
	oldHeading = regexp.MustCompile(`(?i)\b(superseded|outdated|obsolete|no longer (valid|current|true|in force)|(old(er)?|previous|former|prior|earlier) (values?|states?|facts?|figures?|versions?|entries|details))\b`)
	newHeading = regexp.MustCompile(`(?i)\b(new(er|est)?|current|now|latest|updated|by|still)\b|→|->|=>`)
)

// nearby bounds how far from a value its mark may stand, in bytes.
const nearby = 90

// markedOld reports whether the words around a span say that its value holds no more, or lead
// from it to the new value within one sentence.
func markedOld(t *Text, s Span, now []Span) bool {
	text := t.source()
	before := hedges.ReplaceAllString(text[max(0, s.Start-nearby):s.Start], "")
	after := text[s.End:min(len(text), s.End+nearby)]
	inside := text[s.Start:s.End]
	if marksAfter.MatchString(before) || marksBefore.MatchString(after) || marksAfter.MatchString(inside) ||
		marksBehind.MatchString(after) || movedFrom(before, inside) || movedFrom(inside, "") || t.filedAsOld(s) {
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

// MarkedOld reports whether the words around a span of an old value mark it as such; now is where
// the new value stands.
func MarkedOld(t *Text, old Span, now []Span) bool { return markedOld(t, old, now) }

// movedFrom reports whether a value stands behind a "from" that doesn't begin a range.
func movedFrom(before, value string) bool {
	if changed.MatchString(before) {
		return true
	}
	m := from.FindStringSubmatch(before)
	return m != nil && !through.MatchString(m[1]+value)
}

// filedAsOld reports whether a span begins or ends in a table column of old values, or stands
// under a heading that announces them.
func (t *Text) filedAsOld(s Span) bool {
	first, last := t.cover(s)
	if first > last {
		return false
	}
	for _, i := range []int{first, last} {
		if h := t.header(int32(i)); oldHeader.MatchString(h) && !newHeading.MatchString(h) {
			return true
		}
	}
	for b := t.blocks[t.tokens[last].block].parent; b >= 0; b = t.blocks[b].parent {
		over := &t.blocks[b]
		if over.kind == tableRow || over.first > over.last {
			continue
		}
		h := t.src[t.tokens[over.first].start:t.tokens[over.last].end]
		if len(h) <= nearby && oldHeading.MatchString(h) && !newHeading.MatchString(h) {
			return true
		}
	}
	return false
}

// header is the header of the table column that token i stands in, empty if there is none.
func (t *Text) header(i int32) string {
	b := &t.blocks[t.tokens[i].block]
	if b.kind != tableRow || b.parent < 0 || t.blocks[b.parent].kind != tableRow {
		return ""
	}
	top := &t.blocks[b.parent]
	column := t.column(i)
	for j := top.first; j <= top.last; j++ {
		if !t.is(int(j), '|') && t.column(j) == column {
			return t.src[t.tokens[j].start:t.tokens[t.cellEnd(j)-1].end]
		}
	}
	return ""
}
