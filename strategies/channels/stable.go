package channels

import (
	"slices"
	"strings"

	"contextarena.internal/strategies/memo"
	"contextarena.internal/words"
)

// stableStore keeps values word for word, in the order in which they were said. Nothing in it is
// changed but by a transition.
type stableStore struct{ entries []stableEntry }

// stableEntry is a value that a paraphrase would destroy.
type stableEntry struct {
	kind  string // phone, mail, id, or exact for what only the model found
	label string // what the model calls it; may be empty
	value string
	text  string // the sentence that said it, or a stretch of it around the value
	cycle int    // in which it was last said
}

// line is the entry as the model reads it.
func (e stableEntry) line() string {
	if e.label != "" {
		return "[STABLE:" + e.kind + "] " + e.label + ": " + e.value
	}
	return "[STABLE:" + e.kind + "] " + e.text
}

// name is what the entry is, as far as that is known.
func (e stableEntry) name() string {
	if e.label != "" {
		return e.label
	}
	return e.kind
}

// text are the entries. A sentence with two identifiers stands there once.
func (s *stableStore) text() string {
	var lines, said []string
	for _, e := range s.entries {
		if e.label == "" {
			if slices.Contains(said, e.text) {
				continue
			}
			said = append(said, e.text)
		}
		lines = append(lines, e.line())
	}
	return strings.Join(lines, "\n")
}

// find returns the place of a value, whatever its punctuation, or -1.
func (s *stableStore) find(value string) int {
	key := words.CodeKey(value)
	return slices.IndexFunc(s.entries, func(e stableEntry) bool {
		return e.value == value || key != "" && words.CodeKey(e.value) == key
	})
}

// labelled returns the place of what goes by a label, or -1.
func (s *stableStore) labelled(label string) int {
	return slices.IndexFunc(s.entries, func(e stableEntry) bool { return e.label != "" && words.SameName(e.label, label) })
}

// fit drops the entries said longest ago until the text keeps to a budget, and says how many.
func (s *stableStore) fit(budget int, tokens func(string) int) (dropped int) {
	s.entries, dropped = memo.Fit(s.entries, func(e stableEntry) int { return e.cycle }, budget, func(es []stableEntry) int {
		return tokens((&stableStore{es}).text())
	})
	return dropped
}
