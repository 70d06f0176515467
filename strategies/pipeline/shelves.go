package pipeline

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// section is facts written under one heading. An empty heading is for lines that stand under none.
type section struct {
	heading string
	lines   []string
	cut     bool // the reply ended at its cap
}

// entry is a fact of the notes.
type entry struct {
	text string
	at   int // the cycle in which it was last written
}

// shelf is the facts under one heading, in the order in which they were first written.
type shelf struct {
	heading string
	entries []entry
}

// shelves are notes under headings within a budget of tokens. The headings stand in the order in
// which they were first used, and what has none before them.
type shelves struct {
	tokens func(text string) int
	budget int
	cycle  int
	list   []*shelf
}

// at is the shelf with the heading, new if there is none.
func (s *shelves) at(heading string) *shelf {
	if i := slices.IndexFunc(s.list, func(f *shelf) bool { return f.heading == heading }); i >= 0 {
		return s.list[i]
	}
	f := &shelf{heading: heading}
	if heading == "" {
		s.list = slices.Insert(s.list, 0, f)
	} else {
		s.list = append(s.list, f)
	}
	return f
}

// text shows the headings that have facts.
func (s *shelves) text() string {
	var b strings.Builder
	for _, f := range s.list {
		if len(f.entries) == 0 {
			continue
		}
		b.WriteString(headline(f.heading))
		for _, e := range f.entries {
			b.WriteString(item(e.text))
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func headline(heading string) string {
	if heading == "" {
		return ""
	}
	return "## " + heading + "\n"
}

func item(fact string) string { return "- " + fact + "\n" }

func (s *shelves) narrative() string { return s.text() }

func (s *shelves) edit(f func(string) string) {
	for _, shelf := range s.list {
		shelf.entries = slices.DeleteFunc(shelf.entries, func(e entry) bool { return f(e.text) == "" })
		for i := range shelf.entries {
			shelf.entries[i].text = f(shelf.entries[i].text)
		}
	}
}

// fit drops the facts that were written longest ago until the notes are within the budget; of
// those of one cycle the first go first. It says how many.
func (s *shelves) fit() []string {
	type place struct{ shelf, entry, at, cost int }
	size := 0
	var places []place
	for i, f := range s.list {
		size += s.tokens(headline(f.heading))
		for j, e := range f.entries {
			cost := s.tokens(item(e.text))
			size += cost
			places = append(places, place{i, j, e.at, cost})
		}
	}
	slices.SortStableFunc(places, func(a, b place) int { return cmp.Compare(a.at, b.at) })
	dropped := 0
	for ; size > s.budget && dropped < len(places); dropped++ {
		p := places[dropped]
		size -= p.cost
		s.list[p.shelf].entries[p.entry].text = ""
	}
	if dropped == 0 {
		return nil
	}
	for _, f := range s.list {
		f.entries = slices.DeleteFunc(f.entries, func(e entry) bool { return e.text == "" })
	}
	return []string{fmt.Sprintf("%d facts written longest ago were dropped to keep the notes within keep_tokens", dropped)}
}
