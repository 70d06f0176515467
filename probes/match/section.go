package match

import (
	"errors"
	"fmt"
	"sort"

	"contextarena.internal/arena"
	"contextarena.internal/words"
)

// sectionMatcher looks inside the parts of a text that begin with a match of start.
type sectionMatcher struct {
	start, match Matcher
	until        []Matcher
}

// sectionParts are the patterns in a section.
func sectionParts(p arena.Pattern) []arena.Pattern {
	return append([]arena.Pattern{p.Section.Start, p.Section.Match}, p.Section.Until...)
}

func compileSection(pattern arena.Pattern) (Matcher, error) {
	p := pattern.Section
	var m sectionMatcher
	var err error
	if placeless(p.Start) {
		return nil, errors.New("section: start: none has no place where a section could begin")
	}
	if m.start, err = compile(p.Start); err != nil {
		return nil, fmt.Errorf("section.start.%w", err)
	}
	if m.until, err = compileList("section.until", p.Until); err != nil {
		return nil, err
	}
	if m.match, err = compile(p.Match); err != nil {
		return nil, fmt.Errorf("section.match.%w", err)
	}
	return m, nil
}

// Find returns the matches inside the sections, each read as a text of its own. A section ends
// before the next match of until or the next start.
func (m sectionMatcher) Find(t *words.Text) []words.Span {
	starts := m.start.Find(t)
	if len(starts) == 0 {
		return nil
	}
	ends := somewhere(ordered(append(union(t, m.until), starts...)))
	var out []words.Span
	for i, s := range starts {
		if i > 0 && s.Start < starts[i-1].End {
			continue // overlaps the start before
		}
		end := len(t.Source())
		if k := sort.Search(len(ends), func(k int) bool { return ends[k].Start >= s.End }); k < len(ends) {
			end = ends[k].Start
		}
		for _, found := range m.match.Find(t.Part(words.Span{Start: s.Start, End: end})) {
			out = append(out, words.Span{Start: found.Start + s.Start, End: found.End + s.Start})
		}
	}
	return ordered(out)
}
