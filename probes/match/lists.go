package match

import (
	"contextarena.internal/arena"
	"contextarena.internal/words"
)

// anyMatcher finds what at least one of its members finds.
type anyMatcher []Matcher

func compileAny(p arena.Pattern) (Matcher, error) {
	of, err := compileList("any", p.Any)
	if err != nil {
		return nil, err
	}
	return anyMatcher(of), nil
}

// Find returns the matches of all members together.
func (m anyMatcher) Find(t *words.Text) []words.Span { return somewhere(union(t, m)) }

// allMatcher matches where every member does.
type allMatcher []Matcher

func compileAll(p arena.Pattern) (Matcher, error) {
	of, err := compileList("all", p.All)
	if err != nil {
		return nil, err
	}
	return allMatcher(of), nil
}

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

// noneMatcher matches where no member does.
type noneMatcher []Matcher

func compileNone(p arena.Pattern) (Matcher, error) {
	of, err := compileList("none", p.None)
	if err != nil {
		return nil, err
	}
	return noneMatcher(of), nil
}

// Find returns the empty span at 0 if no member matches.
func (m noneMatcher) Find(t *words.Text) []words.Span {
	for _, of := range m {
		if len(of.Find(t)) > 0 {
			return nil
		}
	}
	return []words.Span{{}}
}
