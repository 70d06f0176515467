package probes

import (
	"regexp"
	"slices"
	"strings"

	"contextarena.internal/words"
)

// goesOn is a word by which a sentence speaks of somebody whom the one before named.
var goesOn = regexp.MustCompile(`(?i)\b(?:he|him|his|she|her|hers|they|them|their|theirs|who|whom|whose)\b`)

// namesAlone are names one after the other, three or more, of whom nothing is said.
var namesAlone = regexp.MustCompile(`\p{Lu}\p{Ll}+(?:, \p{Lu}\p{Ll}+){2,}(?:,? and \p{Lu}\p{Ll}+)?|\p{Lu}\p{Ll}+(?:, \p{Lu}\p{Ll}+)+,? and \p{Lu}\p{Ll}+`)

// tied reports whether a name that says how somebody stands to somebody is in one sentence with a label, or in the one before
// or behind it if that goes on of the same people: "Volunteers: 64. Pilar. Joss" says of nobody what Pilar is to Joss, and no more does
// a list of names. A label that leads in what stands under it ties all of that.
func (m *mentions) tied(fact int, v words.Span) bool {
	text := m.text.Source()
	block := func(s words.Span) int {
		first, last := m.text.Cover(s)
		if first > last {
			return -1
		}
		return m.text.Block(first)
	}
	lists := m.text.FindAll(namesAlone)
	return slices.ContainsFunc(m.sc.facts[fact].label.Find(m.text), func(l words.Span) bool {
		switch {
		case l.Overlaps(v):
			return true
		case block(l) != block(v):
			return m.text.IsUnder(block(v), block(l))
		case slices.ContainsFunc(lists, func(s words.Span) bool { return s.Contains(l) && s.Contains(v) }):
			return false
		}
		between := text[min(l.End, v.End):max(l.Start, v.Start)]
		if strings.Contains(between, "\n") && strings.Contains(between, "|") {
			return false
		}
		ends := words.SentenceEnds(strings.ReplaceAll(between, "\n", " "))
		if len(ends) == 0 {
			return true
		}
		return len(ends) == 1 && goesOn.MatchString(clause(text, words.Span{Start: max(l.Start, v.Start), End: max(l.End, v.End)}, ".!?\n"))
	})
}
