package match

import (
	"regexp"
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

// Undecided reports whether a value is one of two between which nothing is decided: "quiz or talent show", "porters' lodge vs door to door".
func Undecided(t *words.Text, s words.Span) bool {
	line := words.Line(t.Source(), s)
	return orBefore.MatchString(t.Source()[line.Start:s.Start]) || orBehind.MatchString(t.Source()[s.End:line.End])
}

var (
	orBefore = words.MustExpression(`(^|[:>|(–—-] ?)[\w'’-]+( [\w'’-]+){0,2} (or|vs\.?|versus) (an? |the )?$`)
	orBehind = words.MustExpression(`^(['’]s?)?( [\w'’-]+){0,2} (or|vs\.?|versus) [\w'’-]+`)
)

// Newest reports whether one of the new values is marked as the newest, by what stands before or behind it or heads its column of
// a table, so that all others are old.
func Newest(t *words.Text, now []words.Span) bool {
	return slices.ContainsFunc(now, func(n words.Span) bool {
		if newRow.MatchString(firstCell(t, n)) {
			return true
		}
		if newest.MatchString(t.Source()[n.End:min(len(t.Source()), n.End+nearby)]) || newestBefore.MatchString(t.Source()[max(0, n.Start-nearby):n.Start]) {
			return true
		}
		h := header(t, n)
		return newHeader.MatchString(h) && !oldHeader.MatchString(h)
	})
}

// firstCell is what the row of a table that a span stands in begins with, empty outside one.
func firstCell(t *words.Text, s words.Span) string {
	first, last := t.Cover(s)
	if first > last || !t.IsRow(t.Block(first)) {
		return ""
	}
	row := strings.TrimLeft(t.BlockText(t.Block(first)), "| ")
	cell, _, _ := strings.Cut(row, "|")
	return cell
}

// header is what heads the column of a table that a span ends in, empty outside one.
func header(t *words.Text, s words.Span) string {
	if first, last := t.Cover(s); first <= last {
		return t.Header(last)
	}
	return ""
}

// FirstUnmarked is the first old span that nothing marks as old, or nil. Where a new one is marked
// as the newest, all others are old. The days are those of the conversation that the text is about, nil if they aren't known; gone
// are new values that don't hold, whose marks are theirs alone.
func FirstUnmarked(t *words.Text, days Days, now, old, gone []words.Span) *words.Span {
	if Newest(t, now) {
		return nil
	}
	values := slices.Concat(now, old, gone)
	for i, o := range old {
		if !markedOld(t, o, now, values) && !earlierCell(t, now, o) && !(len(now) > 0 && (logOf(t, days).supersedes(now, o) || outdated(t, days, now, o) || taggedNew(t, now, o))) && !remarked(t, now, o) && !summed(t, now, o) {
			return &old[i]
		}
	}
	return nil
}

// remarked reports whether an old value stands in a remark on a new one before it in its block: in brackets ("140 (120 at
// the first count)"), as what it is given a reason by ("the Ropeworks, since the Bursztyn has the plumber in"), or as what
// another document says ("9:15, the poster says 8:30").
func remarked(t *words.Text, now []words.Span, old words.Span) bool {
	for _, n := range now {
		a, _ := t.Cover(n)
		b, _ := t.Cover(old)
		if n.End > old.Start || !t.SameBlock(a, b) {
			continue
		}
		between := t.Source()[n.End:old.Start]
		if aside(between) || remarkHeader.MatchString(header(t, old)) && !remarkHeader.MatchString(header(t, n)) || reason.MatchString(between) || elsewhere.MatchString(between) {
			return true
		}
	}
	return false
}

// aside reports whether a bracket stays open, or a comment begins, in what stands between two values: "21,900 [18,600 at first]",
// "30 # 28 until Friday", "31%  ; 38 with the synthetic probes".
func aside(between string) bool {
	for _, b := range []string{"()", "[]"} {
		if at := strings.LastIndexByte(between, b[0]); at >= 0 && strings.IndexByte(between[at:], b[1]) < 0 {
			return true
		}
	}
	return comment.MatchString(between) && !strings.Contains(between, "\n")
}

// summed reports whether an old value is the first part of the sum that a new one comes to: "1,350 = 1,200 + 150".
func summed(t *words.Text, now []words.Span, old words.Span) bool {
	return slices.ContainsFunc(now, func(n words.Span) bool {
		return n.End <= old.Start && equals.MatchString(t.Source()[n.End:old.Start]) && plusBehind.MatchString(t.Source()[old.End:])
	})
}

var (
	equals     = regexp.MustCompile(`^[^.;|\n\d]{0,25}=[\s$€£(]*$`)
	plusBehind = regexp.MustCompile(`^[^.;|\n\d]{0,20}[+−–-] ?[$€£]?\d`)
)

// comment is what begins a comment behind a value.
var comment = regexp.MustCompile(`[ \t](?:#|;|//)[ \t]`)

// Replaced reports whether a text says that a value gave way to another, so that it is old itself: it is struck, "moved from X
// to Y", "Y took over from X", or, where Y is one of the old ones, "X -> Y" and "Y (X before)".
func Replaced(t *words.Text, s words.Span, old []words.Span) bool {
	before, after := around(t, s, nil)
	if changed.MatchString(before) && onward.MatchString(after) || offOf.MatchString(before) || tookOver.MatchString(before) || struck(t, s) || TaggedOld(t, s) {
		return true
	}
	return slices.ContainsFunc(old, func(o words.Span) bool {
		if o.Start >= s.End && o.Start-s.End <= nearby {
			between := t.Source()[s.End:o.Start]
			return arrow.MatchString(between) || fromBefore.MatchString(before) && toBehind.MatchString(between) || gaveWay.MatchString(between) || changed.MatchString(before) && toward.MatchString(between)
		}
		if o.End <= s.Start && (inPlaceOf.MatchString(t.Source()[o.End:s.Start]) || fromBehind.MatchString(t.Source()[o.End:s.Start]) && toBefore.MatchString(t.Source()[max(0, o.Start-nearby):o.Start])) {
			return true
		}
		return o.End <= s.Start && remarked(t, []words.Span{o}, s) && (wasBehind.MatchString(after) || wasBefore.MatchString(before))
	})
}

// From one value to another of the same thing, and to one from another.
var (
	fromBefore = regexp.MustCompile(`(?i)\bfrom (?:the )?[$€£*_]*$`)
	toBehind   = regexp.MustCompile(`(?i)^[*_]* (?:to|into) (?:the )?[$€£*_]*$`)
	toBefore   = regexp.MustCompile(`(?i)\b(?:to|at|by) (?:the )?[$€£*_]*$`)
	fromBehind = regexp.MustCompile(`(?i)^[*_]* from (?:the )?[$€£*_]*$`)
)

// struck reports whether a span stands between two marks of its line that strike out.
func struck(t *words.Text, s words.Span) bool {
	line := words.Line(t.Source(), s)
	return strings.Count(t.Source()[line.Start:s.Start], "~~")%2 == 1 && strings.Contains(t.Source()[s.Start:line.End], "~~")
}

// around is what stands next to a span, with the words of a name such as before_repair apart, and less what marks nothing: a
// remark in brackets is on what stands before it, and what stands nearer to another of the values is said of that one.
func around(t *words.Text, s words.Span, values []words.Span) (before, after string) {
	text := t.Source()
	from, to := max(0, s.Start-nearby), min(len(text), s.End+nearby)
	last, next := false, false
	for _, v := range values {
		said := t.Slice(v) // a value such as "cancelled" is a mark itself
		switch {
		case marksAfter.MatchString(said) || marksBefore.MatchString(said) || marksBehind.MatchString(" "+said) || meantBehind.MatchString(" "+said):
		case v.End <= s.Start && v.End > from && !listed.MatchString(text[v.End:s.Start]):
			from, last = v.End, true
		case v.Start >= s.End && v.Start < to && !listed.MatchString(text[s.End:v.Start]):
			to, next = v.Start, true
		}
	}
	before, after = text[from:s.Start], text[s.End:to]
	if last {
		before = wasBehind.ReplaceAllString(before, "")
	}
	if next {
		after = wasBefore.ReplaceAllString(after, "")
	}
	before = hedges.ReplaceAllString(asides.ReplaceAllString(before, "$1 "), "")
	after = idleMarks.ReplaceAllString(strings.ReplaceAll(after, "_", " "), "")
	return strings.ReplaceAll(before, "_", " "), after
}

// Words that mark what follows, or what stands before, as no longer true.
var (
	marksAfter  = speech("marksAfter")
	marksBefore = speech("marksBefore")
	marksBehind = speech("marksBehind")
	marksNew    = speech("marksNew")
	turns       = speech("turns")

	// A "from" marks what follows unless it begins a range: from June 1 to June 14.
	from    = speech("from")
	changed = speech("changed")
	through = speech("through")

	reason    = speech("reason")
	elsewhere = speech("elsewhere")
	contrast  = speech("contrast")
	past      = speech("past")
	meant     = speech("meant")
	listed    = speech("listed")

	meantBehind = speech("meantBehind")
	asides      = speech("asides")
	sequel      = speech("sequel")
	arrow       = speech("arrow")
	toward      = speech("toward")
	offOf       = speech("offOf")
	onward      = speech("onward")
	leadsOn     = speech("leadsOn")
	gaveWay     = speech("gaveWay")
	inPlaceOf   = speech("inPlaceOf")

	newestBefore = speech("newestBefore")
	remarkHeader = speech("remarkHeader")
	idleNow      = speech("idleNow")
	tookOver     = speech("tookOver")
	wasBefore    = speech("wasBefore")
	wasBehind    = speech("wasBehind")

	newest = speech("newest")

	// "Not sure" denies nothing of what follows.
	hedges = speech("hedges")

	// "For now", "before tax" and "(120 before)" say nothing of the age of what stands before them.
	idleMarks = speech("idleMarks")
)

// What the header of a column or the heading of a list says of the values below.
var (
	oldHeader  = speech("oldHeader")
	newHeader  = speech("newHeader")
	newRow     = speech("newRow")
	oldStatus  = speech("oldStatus")
	oldHeading = speech("oldHeading")
	newHeading = speech("newHeading")
)

// nearby bounds how far from a value its mark may stand, in bytes.
const nearby = 90

// MarkedOld reports whether the words around a span say that its value holds no more, or lead from
// it to the new value, which stands at now.
func MarkedOld(t *words.Text, s words.Span, now []words.Span) bool { return markedOld(t, s, now, now) }

// markedOld is MarkedOld in a text where values stand, new and old ones, each of which may have marks of its own.
func markedOld(t *words.Text, s words.Span, now, values []words.Span) bool {
	text := t.Source()
	before, after := around(t, s, values)
	inside := strings.ReplaceAll(text[s.Start:s.End], "_", " ")
	if marksAfter.MatchString(before) && !marksNew.MatchString(before) || marksBefore.MatchString(after) || marksAfter.MatchString(inside) ||
		marksBehind.MatchString(after) || movedFrom(before, inside, after, len(now) > 0) || movedFrom(inside, "", after, len(now) > 0) || filedAsOld(t, s) || statusOld(t, s) || CrossedOut(t, s) {
		return true
	}
	if len(now) > 0 && (past.MatchString(inside) || past.MatchString(before) && !marksNew.MatchString(before) || contrast.MatchString(before) || meant.MatchString(before) || meantBehind.MatchString(after) || elsewhere.MatchString(before)) {
		return true
	}
	return slices.ContainsFunc(now, func(n words.Span) bool { return LeadsTo(t, s, n) })
}

// LeadsTo reports whether a text goes on from a value to one behind it that took its place: in one sentence ("27, now 29") or in
// a later one of the block ("27. Two weeks later the tribunal made it 29").
func LeadsTo(t *words.Text, s, n words.Span) bool {
	if n.Start < s.End {
		return false
	}
	between := idleNow.ReplaceAllString(t.Source()[s.End:n.Start], "")
	if len(between) <= 2*nearby && !strings.ContainsAny(between, "\n") && !strings.Contains(between, ". ") && turns.MatchString(between) {
		return true
	}
	a, _ := t.Cover(s)
	b, _ := t.Cover(n)
	return t.SameBlock(a, b) && sequel.MatchString(between)
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

// statusOld reports whether another cell of the row of a table that a span ends in says nothing but that it is old.
func statusOld(t *words.Text, s words.Span) bool {
	first, last := t.Cover(s)
	if first > last || !t.IsRow(t.Block(last)) {
		return false
	}
	return slices.ContainsFunc(strings.Split(t.BlockText(t.Block(last)), "|"), oldStatus.MatchString)
}

// earlierCell reports whether an old value stands in an earlier cell of a row than a new one, in a table whose columns no header
// names: what something is, what it was, what it became.
func earlierCell(t *words.Text, now []words.Span, old words.Span) bool {
	first, last := t.Cover(old)
	if first > last || !t.IsRow(t.Block(last)) || t.Header(last) != "" {
		return false
	}
	return slices.ContainsFunc(now, func(n words.Span) bool {
		a, _ := t.Cover(n)
		return n.Start > old.End && t.SameBlock(a, last) && t.Column(a) > t.Column(last)
	})
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
		if h := t.BlockText(b); !t.IsRow(b) && len(h) <= nearby && oldHeading.MatchString(h) && !newHeading.MatchString(h) {
			return true
		}
	}
	return false
}
