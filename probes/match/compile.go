package match

import (
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/words"
)

// Matcher finds where something is said in a text. It is immutable and safe for concurrent use.
type Matcher interface {
	// Find returns all matches, ascending by Start, then End; nil if there are none. A match
	// that stands nowhere, such as that of none, is the empty span at 0.
	Find(t *words.Text) []words.Span
}

// maxDepth bounds how deep patterns may be nested.
const maxDepth = 16

// Compile makes a matcher of a pattern. An error names the part that is at fault, such as
// "any[1].number.value".
func Compile(p arena.Pattern) (Matcher, error) {
	if depth(p) > maxDepth {
		return nil, fmt.Errorf("pattern is nested more than %d deep", maxDepth)
	}
	return compile(p)
}

func compile(p arena.Pattern) (Matcher, error) {
	var forms []string
	var build func() (Matcher, error)
	form := func(name string, set bool, f func() (Matcher, error)) {
		if set {
			forms = append(forms, name)
			build = f
		}
	}
	form("text", p.Text != "", func() (Matcher, error) { return compileText(p.Text) })
	form("number", p.Number != nil, func() (Matcher, error) { return compileNumber(*p.Number) })
	form("date", p.Date != nil, func() (Matcher, error) { return compileDate(*p.Date) })
	form("time", p.Time != nil, func() (Matcher, error) { return compileClock(*p.Time) })
	form("identifier", p.Identifier != "", func() (Matcher, error) { return compileIdentifier(p.Identifier) })
	form("regex", p.Regex != "", func() (Matcher, error) { return compileRegex(p.Regex) })
	form("near", p.Near != nil, func() (Matcher, error) { return compileNear(*p.Near) })
	form("section", p.Section != nil, func() (Matcher, error) { return compileSection(*p.Section) })
	form("any", len(p.Any) > 0, func() (Matcher, error) {
		of, err := compileList("any", p.Any)
		return anyMatcher(of), err
	})
	form("all", len(p.All) > 0, func() (Matcher, error) {
		of, err := compileList("all", p.All)
		return allMatcher(of), err
	})
	form("none", len(p.None) > 0, func() (Matcher, error) {
		of, err := compileList("none", p.None)
		return noneMatcher(of), err
	})
	switch len(forms) {
	case 0:
		return nil, errors.New("pattern is empty (give text, number, date, time, identifier, near, any, all, none, section or regex)")
	case 1:
		m, err := build()
		if err != nil {
			return nil, err
		}
		return m, nil
	}
	return nil, fmt.Errorf("pattern has more than one form: %s", strings.Join(forms, ", "))
}

// depth is how deep a pattern is nested.
func depth(p arena.Pattern) int {
	inner := [][]arena.Pattern{p.Any, p.All, p.None}
	if p.Near != nil {
		inner = append(inner, p.Near.Of, p.Near.Not)
	}
	if p.Section != nil {
		inner = append(inner, []arena.Pattern{p.Section.Start, p.Section.Match}, p.Section.Until)
	}
	most := 0
	for _, list := range inner {
		for _, q := range list {
			most = max(most, depth(q))
		}
	}
	return most + 1
}

func compileList(name string, of []arena.Pattern) ([]Matcher, error) {
	out := make([]Matcher, len(of))
	for i, p := range of {
		m, err := compile(p)
		if err != nil {
			return nil, fmt.Errorf("%s[%d].%w", name, i, err)
		}
		out[i] = m
	}
	return out, nil
}

// anyMatcher finds what at least one of its members finds.
type anyMatcher []Matcher

// Find returns the matches of all members together.
func (m anyMatcher) Find(t *words.Text) []words.Span { return somewhere(union(t, m)) }

func union(t *words.Text, of []Matcher) []words.Span {
	var out []words.Span
	for _, m := range of {
		out = append(out, m.Find(t)...)
	}
	return ordered(out)
}

// allMatcher matches where every member does.
type allMatcher []Matcher

// Find returns the matches of all members together, if each has one.
func (m allMatcher) Find(t *words.Text) []words.Span {
	var out []words.Span
	for _, of := range m {
		spans := of.Find(t)
		if len(spans) == 0 {
			return nil
		}
		out = append(out, spans...)
	}
	return somewhere(ordered(out))
}

// somewhere drops the empty spans if there are others.
func somewhere(spans []words.Span) []words.Span {
	var out []words.Span
	for _, s := range spans {
		if s.End > s.Start {
			out = append(out, s)
		}
	}
	if out == nil {
		return spans
	}
	return out
}

// noneMatcher matches where no member does.
type noneMatcher []Matcher

// Find returns the empty span at 0 if no member matches.
func (m noneMatcher) Find(t *words.Text) []words.Span {
	for _, of := range m {
		if len(of.Find(t)) > 0 {
			return nil
		}
	}
	return []words.Span{{}}
}

// sectionMatcher looks inside the parts of a text that begin with a match of start.
type sectionMatcher struct {
	start, match Matcher
	until        []Matcher
}

func compileSection(p arena.SectionPattern) (Matcher, error) {
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

// ordered sorts spans and drops doubles.
func ordered(spans []words.Span) []words.Span {
	slices.SortFunc(spans, words.Span.Compare)
	return slices.Compact(spans)
}
