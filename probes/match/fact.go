package match

import (
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/words"
)

// Fact is a fact ready to be looked for.
type Fact struct {
	Anchored Matcher // the value near its label, for texts that hold many facts; the value alone if the fact has no label
	Bare     Matcher // the value alone, for an answer to the probe's own question
	Label    Matcher // nil if the fact has none
	Beside   Matcher // the value near its label, even if it may stand alone

	Labels []string        // that are derived
	Ways   []arena.Pattern // what else says the value, beside a label: it is derived
}

// CompileFact makes the matchers of a fact by itself, with nothing derived but the kind of its value. An error names the field at fault.
func CompileFact(f arena.Fact) (Fact, error) {
	value := typed(f.Value)
	if _, err := Compile(f.Value); err != nil {
		return Fact{}, fmt.Errorf("value: %w", err)
	}
	bare, err := Compile(value)
	if err != nil {
		return Fact{}, fmt.Errorf("value: %w", err)
	}
	if isWords(f.Value) { // said in one way: its inflections and what is short for it will do
		loose, err := compileLoose(f.Value.Text)
		if err != nil {
			return Fact{}, fmt.Errorf("value: %w", err)
		}
		strict := bare
		bare = finder(func(t *words.Text) []words.Span { return anyOf(t, []Matcher{strict, loose}) })
	}
	bare = once(bare)
	if f.Within < 0 {
		return Fact{}, fmt.Errorf("within: %d is negative", f.Within)
	}
	out := Fact{Anchored: bare, Bare: bare, Beside: bare}
	if f.About == nil {
		return out, nil
	}
	if _, err := Compile(*f.About); err != nil {
		return Fact{}, fmt.Errorf("about: %w", err)
	}
	near, err := compileNear(arena.Pattern{Near: &arena.NearPattern{Of: []arena.Pattern{*f.About, value}, Within: f.Within}})
	if err != nil {
		return Fact{}, fmt.Errorf("about and value: %w", err)
	}
	together, _ := near.(*nearMatcher)
	together.of[1] = bare
	label, err := compileLabel(*f.About)
	if err != nil {
		return Fact{}, fmt.Errorf("about: %w", err)
	}
	out.Label = once(label)
	together.of[0] = out.Label
	out.Anchored = finder(func(t *words.Text) []words.Span {
		if len(bare.Find(t)) == 0 {
			return nil // fewer texts have the value than the label
		}
		return together.Find(t)
	})
	out.Beside = out.Anchored
	return out, nil
}

// once is a matcher whose matches a text keeps: a value is looked for alone, with its label, and as what was said before.
func once(m Matcher) Matcher {
	key := new(Matcher)
	return finder(func(t *words.Text) []words.Span {
		return slices.Clone(t.Once(key, func() any { return m.Find(t) }).([]words.Span))
	})
}

// isWords reports whether a value is words in small letters.
func isWords(p arena.Pattern) bool {
	return p.Text != "" && p.Text == strings.ToLower(p.Text) && strings.ContainsAny(p.Text, "abcdefghijklmnopqrstuvwxyz")
}

// MustFacts are the matchers of facts that have been compiled before, by scenarios.Parse. It panics
// on one that can't be.
func MustFacts(facts []arena.Fact) []Fact {
	out, err := CompileFacts(facts)
	if err != nil {
		panic(fmt.Sprintf("match: %v", err))
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
