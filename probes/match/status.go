package match

import (
	"regexp"
	"slices"
	"strings"

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

// TaggedOld reports whether the line of a span begins with a tag that says that it holds no more, or with the minus of a patch.
func TaggedOld(t *words.Text, s words.Span) bool {
	return tag(t, s, oldTag) >= 0 || tag(t, s, takenOut) >= 0 && inPatch(t, s)
}

// Lines that a patch takes out and puts in.
var (
	takenOut = words.MustExpression(`^[ \t>*_]*[-−–] `)
	putIn    = words.MustExpression(`^[ \t>*_]*\+ ?\S`)
	minus    = regexp.MustCompile(`(?m)^[ \t>*_]*[-−–] `)
	came     = regexp.MustCompile(`(?m)^[ \t>*_]*\+ ?[$€£]?\d`)
	plus     = regexp.MustCompile(`(?m)^[ \t>*_]*\+ ?[^\s\d]|^[ \t>*_]*\+ \S`)
	signed   = regexp.MustCompile(`^[ \t>*_]*[-−–+] ?\S`)
)

// inPatch reports whether a span stands in a patch: among the lines with a sign around its own there is one with a plus. What is
// listed elsewhere in such a text is no patch.
func inPatch(t *words.Text, s words.Span) bool {
	if !isPatch(t) {
		return false
	}
	text := t.Source()
	run := words.Line(text, words.Span{Start: s.Start, End: s.Start})
	for run.Start > 0 && signed.MatchString(text[lineBefore(text, run.Start):run.Start]) {
		run.Start = lineBefore(text, run.Start)
	}
	for run.End < len(text) && signed.MatchString(text[run.End+1:]) {
		run.End = words.Line(text, words.Span{Start: run.End + 1, End: run.End + 1}).End
	}
	return plus.MatchString(text[run.Start:run.End])
}

// lineBefore is where the line before the one that begins at an offset begins.
func lineBefore(text string, at int) int { return strings.LastIndexByte(text[:at-1], '\n') + 1 }

// isPatch reports whether a text has lines with a minus and lines with a plus, two of each at least: what was and what is. If most
// of those with a plus begin with a number it is a ledger: what came and what went.
func isPatch(t *words.Text) bool {
	return t.Once("patch", func() any {
		put := len(plus.FindAllStringIndex(t.Source(), -1))
		return len(minus.FindAllStringIndex(t.Source(), 2)) == 2 && put >= 2 && 2*len(came.FindAllStringIndex(t.Source(), -1)) <= put
	}).(bool)
}

// CrossedOut reports whether the line of a span begins with a tag or a sign that says so, "❌ the castle", or it is struck.
func CrossedOut(t *words.Text, s words.Span) bool {
	return TaggedOld(t, s) || tag(t, s, oldSign) >= 0 || struck(t, s)
}

// taggedNew reports whether one of the new values stands on a line with a tag that says that it holds, and an old one doesn't.
func taggedNew(t *words.Text, now []words.Span, old words.Span) bool {
	isNew := func(s words.Span) bool { return tag(t, s, newTag) >= 0 || tag(t, s, putIn) >= 0 && inPatch(t, s) }
	return !isNew(old) && slices.ContainsFunc(now, isNew)
}
