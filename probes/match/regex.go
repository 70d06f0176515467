package match

import (
	"fmt"
	"sync"

	"contextarena.internal/arena"
	"contextarena.internal/words"
)

// mostKept bounds how many texts of patterns are kept; then it begins anew.
const mostKept = 4096

// kept reads the texts of patterns, each once: a scenario uses the same ones in dozens of its patterns, and is compiled several times.
func kept[V any](read func(string) (V, error)) func(string) (V, error) {
	have := words.Memo[string, func() (V, error)]{Most: mostKept}
	return func(text string) (V, error) {
		return have.Of(text, func() func() (V, error) {
			return sync.OnceValues(func() (V, error) { return read(text) })
		})()
	}
}

var expressions = kept(words.NewExpression)

// compileRegex finds a regular expression in the text as written: the matches that don't overlap, from the left. A match
// of nothing is none.
func compileRegex(p arena.Pattern) (Matcher, error) {
	e, err := expressions(p.Regex)
	if err != nil {
		return nil, fmt.Errorf("regex: %w", err)
	}
	return finder(func(t *words.Text) []words.Span { return t.FindAll(e) }), nil
}
