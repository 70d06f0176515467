package match

import (
	"regexp"
	"strings"

	"contextarena.internal/words"
)

// denial is what stands right before a value that is said not to hold, in the same clause.
var denial = regexp.MustCompile(`(?i)(\b(not|no longer|neither|nor)|n['’]t) (\w+ ){0,3}[$€£"'*]{0,3}$`)

// Denied reports whether the words before a value say that it doesn't hold.
func Denied(t *words.Text, s words.Span) bool {
	before := hedges.ReplaceAllString(t.Source()[max(0, s.Start-nearby):s.Start], "")
	return denial.MatchString(before)
}

// FirstUnmarked is the first old span that nothing marks as old, or nil. Where a new one is marked
// as the newest, all others are old.
func FirstUnmarked(t *words.Text, now, old []words.Span) *words.Span {
	for _, n := range now {
		if newest.MatchString(t.Source()[n.End:min(len(t.Source()), n.End+nearby)]) {
			return nil
		}
	}
	for i, o := range old {
		if !MarkedOld(t, o, now) {
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

// MarkedOld reports whether the words around a span say that its value holds no more, or lead from
// it to the new value, which stands at now, within one sentence.
func MarkedOld(t *words.Text, s words.Span, now []words.Span) bool {
	text := t.Source()
	before := hedges.ReplaceAllString(text[max(0, s.Start-nearby):s.Start], "")
	after := text[s.End:min(len(text), s.End+nearby)]
	inside := text[s.Start:s.End]
	if marksAfter.MatchString(before) || marksBefore.MatchString(after) || marksAfter.MatchString(inside) ||
		marksBehind.MatchString(after) || movedFrom(before, inside) || movedFrom(inside, "") || filedAsOld(t, s) {
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
func filedAsOld(t *words.Text, s words.Span) bool {
	first, last := t.Cover(s)
	if first > last {
		return false
	}
	for _, i := range []int{first, last} {
		if h := t.Header(i); oldHeader.MatchString(h) && !newHeading.MatchString(h) {
			return true
		}
	}
	for b := t.Parent(t.Block(last)); b >= 0; b = t.Parent(b) {
		first, last := t.Bounds(b)
		if t.IsRow(b) || first > last {
			continue
		}
		h := t.Slice(t.Span(first, last))
		if len(h) <= nearby && oldHeading.MatchString(h) && !newHeading.MatchString(h) {
			return true
		}
	}
	return false
}
