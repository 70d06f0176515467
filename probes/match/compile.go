package match

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
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

// form is one of the forms that a pattern can have.
type form struct {
	name    string
	set     func(p arena.Pattern) bool
	inner   func(p arena.Pattern) []arena.Pattern // the patterns in it; nil if it has none
	compile func(p arena.Pattern) (Matcher, error)
}

// forms are all of them, as messages list them. Another matcher is a file and a line here.
func forms() []form {
	type pattern = arena.Pattern
	return []form{
		{"text", func(p pattern) bool { return p.Text != "" }, nil, compileText},
		{"number", func(p pattern) bool { return p.Number != nil }, nil, compileNumber},
		{"date", func(p pattern) bool { return p.Date != nil }, nil, compileDate},
		{"time", func(p pattern) bool { return p.Time != nil }, nil, compileClock},
		{"identifier", func(p pattern) bool { return p.Identifier != "" }, nil, compileIdentifier},
		{"near", func(p pattern) bool { return p.Near != nil }, func(p pattern) []pattern { return slices.Concat(p.Near.Of, p.Near.Not) }, compileNear},
		{"any", func(p pattern) bool { return len(p.Any) > 0 }, func(p pattern) []pattern { return p.Any }, compileAny},
		{"all", func(p pattern) bool { return len(p.All) > 0 }, func(p pattern) []pattern { return p.All }, compileAll},
		{"none", func(p pattern) bool { return len(p.None) > 0 }, func(p pattern) []pattern { return p.None }, compileNone},
		{"section", func(p pattern) bool { return p.Section != nil }, sectionParts, compileSection},
		{"regex", func(p pattern) bool { return p.Regex != "" }, nil, compileRegex},
	}
}

// MustCompile is Compile of a pattern that has been compiled before, by scenarios.Parse. It panics on
// one that can't be.
func MustCompile(p arena.Pattern) Matcher {
	m, err := Compile(p)
	if err != nil {
		panic(fmt.Sprintf("match: %v", err))
	}
	return m
}

// Key is a pattern as text, to tell equal ones.
func Key(p arena.Pattern) string {
	b, err := json.Marshal(p)
	if err != nil {
		panic(fmt.Sprintf("match: encoding a pattern: %v", err)) // plain data
	}
	return string(b)
}

func compile(p arena.Pattern) (Matcher, error) {
	var set []string
	var has form
	for _, f := range forms() {
		if f.set(p) {
			set, has = append(set, f.name), f
		}
	}
	switch len(set) {
	case 0:
		return nil, errors.New("pattern is empty (give text, number, date, time, identifier, near, any, all, none, section or regex)")
	case 1:
		return has.compile(p)
	}
	return nil, fmt.Errorf("pattern has more than one form: %s", strings.Join(set, ", "))
}

// depth is how deep a pattern is nested.
func depth(p arena.Pattern) int {
	most := 0
	for _, f := range forms() {
		if f.set(p) && f.inner != nil {
			for _, q := range f.inner(p) {
				most = max(most, depth(q))
			}
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

// ordered sorts spans and drops doubles.
func ordered(spans []words.Span) []words.Span {
	slices.SortFunc(spans, words.Span.Compare)
	return slices.Compact(spans)
}

// union is what several matchers find.
func union(t *words.Text, of []Matcher) []words.Span {
	var out []words.Span
	for _, m := range of {
		out = append(out, m.Find(t)...)
	}
	return ordered(out)
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
