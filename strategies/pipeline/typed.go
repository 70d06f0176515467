package pipeline

import (
	"slices"
	"strings"
)

// typed are notes by kind. What is written of a kind takes the place of its notes; a kind of which
// nothing was written keeps them.
type typed struct{ headedNotes }

func (s *typed) add(w written) []string {
	s.cycle++
	for _, sec := range w.sections {
		if len(sec.lines) == 0 {
			continue
		}
		under := func(e entry) bool { return e.heading == sec.heading }
		before, place := slices.Clone(s.entries), slices.IndexFunc(s.entries, under)
		s.entries = slices.DeleteFunc(s.entries, under)
		if place < 0 {
			place = len(s.entries)
		}
		for _, line := range sec.lines {
			at := s.cycle
			if i := slices.IndexFunc(before, func(old entry) bool { return old.heading == sec.heading && old.text == line }); i >= 0 {
				at = before[i].at // what stays is as old as it was
			}
			s.entries = slices.Insert(s.entries, place, entry{sec.heading, line, at})
			place++
		}
	}
	return s.fit()
}

// notesOf are the notes by heading.
func notesOf(n noteStore) []section {
	if t, ok := n.(*typed); ok {
		return t.sections()
	}
	return nil
}

// distinct leaves a fact that was written under several headings under the first of them.
func distinct(sections []section) []section {
	seen := map[string]bool{}
	for i := range sections {
		sections[i].lines = slices.DeleteFunc(sections[i].lines, func(line string) bool {
			key := strings.ToLower(line)
			again := seen[key]
			seen[key] = true
			return again
		})
	}
	return sections
}
