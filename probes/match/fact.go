package match

import (
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/arena"
)

// Fact is a fact ready to be looked for.
type Fact struct {
	anchored, bare Matcher
	label          Matcher
	parts          []Matcher
}

// CompileFact makes the matchers of a fact. An error names the field at fault.
func CompileFact(f arena.Fact) (Fact, error) {
	bare, err := Compile(f.Value)
	if err != nil {
		return Fact{}, fmt.Errorf("value: %w", err)
	}
	if f.Within < 0 {
		return Fact{}, fmt.Errorf("within: %d is negative", f.Within)
	}
	out := Fact{anchored: bare, bare: bare}
	for _, p := range f.Value.All {
		if !placeless(p) {
			m, err := Compile(p)
			if err != nil {
				return Fact{}, fmt.Errorf("value: %w", err)
			}
			out.parts = append(out.parts, m)
		}
	}
	if f.About == nil {
		return out, nil
	}
	if _, err := Compile(*f.About); err != nil {
		return Fact{}, fmt.Errorf("about: %w", err)
	}
	near, err := compileNear(arena.Pattern{Near: &arena.NearPattern{Of: []arena.Pattern{*f.About, f.Value}, Within: f.Within}})
	if err != nil {
		return Fact{}, fmt.Errorf("about and value: %w", err)
	}
	together, _ := near.(*nearMatcher)
	if together.of[0], err = compileLabel(*f.About); err != nil {
		return Fact{}, fmt.Errorf("about: %w", err)
	}
	out.anchored, out.label = together, together.of[0]
	return out, nil
}

// Anchored finds the value near its label, for texts that hold many facts; the value alone if
// the fact has no label.
func (f Fact) Anchored() Matcher { return f.anchored }

// Label finds the label; nil if the fact has none.
func (f Fact) Label() Matcher { return f.label }

// Bare finds the value alone, for an answer to the probe's own question.
func (f Fact) Bare() Matcher { return f.bare }

// Parts find each of what a value is made of, if it is made of several: the flight and its code.
func (f Fact) Parts() []Matcher { return f.parts }

// MustFacts are the matchers of facts that have been compiled before, by scenarios.Parse. It panics
// on one that can't be.
func MustFacts(facts []arena.Fact) []Fact {
	out := make([]Fact, len(facts))
	for i, f := range facts {
		var err error
		if out[i], err = CompileFact(f); err != nil {
			panic(fmt.Sprintf("match: fact %s: %v", f.ID, err))
		}
	}
	return out
}

// Legacy is the original benchmark's rule: every pattern occurs somewhere in the text as a
// substring, whatever the case. Without patterns there is nothing to find, and no match.
type Legacy []string

// NewLegacy is the rule for a probe's patterns.
func NewLegacy(patterns []string) Legacy {
	out := make(Legacy, len(patterns))
	for i, p := range patterns {
		out[i] = strings.ToLower(p)
	}
	return out
}

// In reports whether a text, in lower case, has every pattern.
func (l Legacy) In(lower string) bool {
	missing := func(p string) bool { return !strings.Contains(lower, p) }
	return len(l) > 0 && !slices.ContainsFunc(l, missing)
}
