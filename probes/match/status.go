package match

import (
	"slices"

	"contextarena.internal/words"
)

// Tags at the beginning of a line say whether the line holds: "[void] the inn", "DROPPED  NX422", "❌ Granary House".
var (
	oldTag  = speech("oldTag")
	oldSign = speech("oldSign") // which also warns: "❌ zinc oxide tape"
	newTag  = speech("newTag")
)

// tag is how far the tag reaches that a line with a span begins with, -1 if it has none of that kind. A value that is the tag
// itself has none.
func tag(t *words.Text, s words.Span, of *words.Expression) int {
	line := words.Line(t.Source(), words.Span{Start: s.Start, End: s.Start})
	m := of.FindStringIndex(t.Slice(line))
	if m == nil || line.Start+m[1] > s.Start {
		return -1
	}
	return line.Start + m[1]
}

// TaggedOld reports whether the line of a span begins with a tag that says that it holds no more.
func TaggedOld(t *words.Text, s words.Span) bool { return tag(t, s, oldTag) >= 0 }

// CrossedOut reports whether the line of a span begins with a tag or a sign that says so, "❌ the castle", or it is struck.
func CrossedOut(t *words.Text, s words.Span) bool {
	return TaggedOld(t, s) || tag(t, s, oldSign) >= 0 || struck(t, s)
}

// taggedNew reports whether one of the new values stands on a line with a tag that says that it holds, and an old one doesn't.
func taggedNew(t *words.Text, now []words.Span, old words.Span) bool {
	if tag(t, old, newTag) >= 0 {
		return false
	}
	return slices.ContainsFunc(now, func(n words.Span) bool { return tag(t, n, newTag) >= 0 })
}
