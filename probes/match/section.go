package match

import (
	"errors"
	"fmt"
	"sort"

	"contextarena.internal/arena"
	"contextarena.internal/words"
)

// sectionParts are the patterns in a section.
func sectionParts(p arena.Pattern) []arena.Pattern {
	return append([]arena.Pattern{p.Section.Start, p.Section.Match}, p.Section.Until...)
}

// compileSection looks inside the parts of a text that begin with a match of start, each read as a
// text of its own. A section ends before the next match of until or the next start.
func compileSection(of pattern) (Matcher, error) {
	p := of.Section
	if placeless(p.Start) {
		return nil, errors.New("section: start: none has no place where a section could begin")
	}
	start, err := compile(p.Start)
	if err != nil {
		return nil, fmt.Errorf("section.start.%w", err)
	}
	until, err := compileList("section.until", p.Until)
	if err != nil {
		return nil, err
	}
	inside, err := compile(p.Match)
	if err != nil {
		return nil, fmt.Errorf("section.match.%w", err)
	}
	return finder(func(t *words.Text) []words.Span {
		starts := start.Find(t)
		if len(starts) == 0 {
			return nil
		}
		ends := somewhere(ordered(append(union(t, until), starts...)))
		var out []words.Span
		for i, s := range starts {
			if i > 0 && s.Start < starts[i-1].End {
				continue // overlaps the start before
			}
			end := len(t.Source())
			if k := sort.Search(len(ends), func(k int) bool { return ends[k].Start >= s.End }); k < len(ends) {
				end = ends[k].Start
			}
			for _, found := range inside.Find(t.Part(words.Span{Start: s.Start, End: end})) {
				out = append(out, words.Span{Start: found.Start + s.Start, End: found.End + s.Start})
			}
		}
		return ordered(out)
	}), nil
}
