// Package match finds in a text what a pattern says: a phrase, an amount, a day, things near each
// other, and what such a text says of a value that holds no more or of one that it doesn't
// know (Abstains).
//
// A pattern is data (arena.Pattern); Compile makes a Matcher of it. Another form of pattern is a
// function here, a line in forms, a field of arena.Pattern and the way it stands in a file (package scenarios).
package match

import (
	"encoding/json"
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

// finder is a Matcher that needs nothing but its Find.
type finder func(t *words.Text) []words.Span

// Find finds what the function does.
func (f finder) Find(t *words.Text) []words.Span { return f(t) }

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

// pattern is a pattern as a scenario has it.
type pattern = arena.Pattern

// form is one of the forms that a pattern can have.
type form struct {
	name    string
	set     func(p pattern) bool
	inner   func(p pattern) []pattern // the patterns in it; nil if it has none
	compile func(p pattern) (Matcher, error)
}

// forms are all of them, as messages list them. Another matcher is a function and a line here.
func forms() []form {
	return []form{
		{"text", func(p pattern) bool { return p.Text != "" }, nil, compileText},
		{"number", func(p pattern) bool { return p.Number != nil }, nil, compileNumber},
		{"date", func(p pattern) bool { return p.Date != nil }, nil, compileDate},
		{"time", func(p pattern) bool { return p.Time != nil }, nil, compileClock},
		{"identifier", func(p pattern) bool { return p.Identifier != "" }, nil, compileIdentifier},
		{"near", func(p pattern) bool { return p.Near != nil }, func(p pattern) []pattern { return slices.Concat(p.Near.Of, p.Near.Not) }, compileNear},
		listForm("any", func(p pattern) []pattern { return p.Any }, anyOf),
		listForm("all", func(p pattern) []pattern { return p.All }, allOf),
		listForm("none", func(p pattern) []pattern { return p.None }, noneOf),
		{"section", func(p pattern) bool { return p.Section != nil }, sectionParts, compileSection},
		{"regex", func(p pattern) bool { return p.Regex != "" }, nil, compileRegex},
	}
}

// listForm is a form whose matcher is made of those of a list.
func listForm(name string, list func(p pattern) []pattern, find func(t *words.Text, of []Matcher) []words.Span) form {
	return form{name, func(p pattern) bool { return len(list(p)) > 0 }, list, func(p pattern) (Matcher, error) {
		of, err := compileList(name, list(p))
		if err != nil {
			return nil, err
		}
		return finder(func(t *words.Text) []words.Span { return find(t, of) }), nil
	}}
}

// anyOf is the matches of all members together.
func anyOf(t *words.Text, of []Matcher) []words.Span { return somewhere(union(t, of)) }

// allOf is the matches of all members together, if each has one.
func allOf(t *words.Text, of []Matcher) []words.Span {
	var out []words.Span
	for _, m := range of {
		spans := m.Find(t)
		if len(spans) == 0 {
			return nil
		}
		out = append(out, spans...)
	}
	return somewhere(ordered(out))
}

// noneOf is the empty span at 0 if no member matches.
func noneOf(t *words.Text, of []Matcher) []words.Span {
	if slices.ContainsFunc(of, func(m Matcher) bool { return len(m.Find(t)) > 0 }) {
		return nil
	}
	return []words.Span{{}}
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

func compile(p pattern) (Matcher, error) {
	var set, all []string
	var has form
	for _, f := range forms() {
		all = append(all, f.name)
		if f.set(p) {
			set, has = append(set, f.name), f
		}
	}
	switch len(set) {
	case 0:
		return nil, fmt.Errorf("pattern is empty (give %s or %s)", strings.Join(all[:len(all)-1], ", "), all[len(all)-1])
	case 1:
		return has.compile(p)
	}
	return nil, fmt.Errorf("pattern has more than one form: %s", strings.Join(set, ", "))
}

// depth is how deep a pattern is nested.
func depth(p pattern) int {
	most := 0
	for _, f := range forms() {
		if f.inner != nil && f.set(p) {
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
	out := slices.DeleteFunc(slices.Clone(spans), func(s words.Span) bool { return s.End == s.Start })
	if len(out) == 0 {
		return spans
	}
	return out
}
