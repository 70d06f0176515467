package match

import (
	"slices"
	"strings"

	"contextarena.internal/words"
)

// denial is what stands right before a value that is said not to hold, in the same clause.
var denial = speech("denial")

// Denied reports whether the words before a value say that it doesn't hold.
func Denied(t *words.Text, s words.Span) bool {
	before := hedges.ReplaceAllString(t.Source()[max(0, s.Start-nearby):s.Start], "")
	return denial.MatchString(before)
}

// Newest reports whether one of the new values is marked as the newest, so that all others are old.
func Newest(t *words.Text, now []words.Span) bool {
	return slices.ContainsFunc(now, func(n words.Span) bool {
		return newest.MatchString(t.Source()[n.End:min(len(t.Source()), n.End+nearby)])
	})
}

// FirstUnmarked is the first old span that nothing marks as old, or nil. Where a new one is marked
// as the newest, all others are old.
func FirstUnmarked(t *words.Text, now, old []words.Span) *words.Span {
	if Newest(t, now) {
		return nil
	}
	for i, o := range old {
		if !MarkedOld(t, o, now) && !(len(now) > 0 && logOf(t).supersedes(now, o)) && !remarked(t, now, o) {
			return &old[i]
		}
	}
	return nil
}

// remarked reports whether an old value stands in a remark on a new one before it in its block: in brackets ("140 (120 at
// the first count)"), or as what it is given a reason by ("the Ropeworks, since the Bursztyn has the plumber in").
func remarked(t *words.Text, now []words.Span, old words.Span) bool {
	for _, n := range now {
		a, _ := t.Cover(n)
		b, _ := t.Cover(old)
		if n.End > old.Start || !t.SameBlock(a, b) {
			continue
		}
		between := t.Source()[n.End:old.Start]
		open := strings.LastIndexByte(between, '(')
		if open >= 0 && !strings.Contains(between[open:], ")") || reason.MatchString(between) {
			return true
		}
	}
	return false
}

// Replaced reports whether a text says that a value gave way to another, so that it is old itself: "moved from X to Y",
// "Y took over from X", or, where Y is one of the old ones, "X -> Y" and "Y (X before)".
func Replaced(t *words.Text, s words.Span, old []words.Span) bool {
	before, after := around(t, s)
	if changed.MatchString(before) && onward.MatchString(after) || tookOver.MatchString(before) {
		return true
	}
	return slices.ContainsFunc(old, func(o words.Span) bool {
		if o.Start >= s.End && o.Start-s.End <= nearby {
			between := t.Source()[s.End:o.Start]
			return arrow.MatchString(between) || changed.MatchString(before) && toward.MatchString(between)
		}
		return o.End <= s.Start && remarked(t, []words.Span{o}, s) && (wasBehind.MatchString(after) || wasBefore.MatchString(before))
	})
}

// around is what stands next to a span, with the words of a name such as before_repair apart, and less what marks nothing.
func around(t *words.Text, s words.Span) (before, after string) {
	text := t.Source()
	before = hedges.ReplaceAllString(text[max(0, s.Start-nearby):s.Start], "")
	after = idleMarks.ReplaceAllString(strings.ReplaceAll(text[s.End:min(len(text), s.End+nearby)], "_", " "), "")
	return strings.ReplaceAll(before, "_", " "), after
}

// Words that mark what follows, or what stands before, as no longer true.
var (
	marksAfter  = speech("marksAfter")
	marksBefore = speech("marksBefore")
	marksBehind = speech("marksBehind")
	turns       = speech("turns")

	// A "from" marks what follows unless it begins a range: from June 1 to June 14.
	from    = speech("from")
	changed = speech("changed")
	through = speech("through")

	reason    = speech("reason")
	arrow     = speech("arrow")
	toward    = speech("toward")
	onward    = speech("onward")
	leadsOn   = speech("leadsOn")
	tookOver  = speech("tookOver")
	wasBefore = speech("wasBefore")
	wasBehind = speech("wasBehind")

	newest = speech("newest")

	// "Not sure" denies nothing of what follows.
	hedges = speech("hedges")

	// "For now", "before tax" and "(120 before)" say nothing of the age of what stands before them.
	idleMarks = speech("idleMarks")
)

// What the header of a column or the heading of a list says of the values below.
var (
	oldHeader  = speech("oldHeader")
	oldHeading = speech("oldHeading")
	newHeading = speech("newHeading")
)

// nearby bounds how far from a value its mark may stand, in bytes.
const nearby = 90

// MarkedOld reports whether the words around a span say that its value holds no more, or lead from
// it to the new value, which stands at now, within one sentence.
func MarkedOld(t *words.Text, s words.Span, now []words.Span) bool {
	text := t.Source()
	before, after := around(t, s)
	inside := text[s.Start:s.End]
	if marksAfter.MatchString(before) || marksBefore.MatchString(after) || marksAfter.MatchString(inside) ||
		marksBehind.MatchString(after) || movedFrom(before, inside, after, len(now) > 0) || movedFrom(inside, "", after, len(now) > 0) || filedAsOld(t, s) {
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

// movedFrom reports whether a value stands behind a "from" that doesn't begin a range. Without the new value beside it, only
// one that a "to" follows says more than where something comes from: the truck left from bay 6.
func movedFrom(before, value, after string, hasNew bool) bool {
	if changed.MatchString(before) {
		return true
	}
	m := from.FindStringSubmatch(before)
	return m != nil && !through.MatchString(m[1]+value) && (hasNew || leadsOn.MatchString(after))
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
