package match

import (
	"fmt"
	"sync"

	"contextarena.internal/arena"
	"contextarena.internal/words"
)

// kept is what was read of the texts of patterns: a scenario uses the same ones in dozens of its patterns, and is compiled several times.
type kept[V any] struct {
	mu   sync.Mutex
	have map[string]V
}

// mostKept bounds how many are kept; then it begins anew.
const mostKept = 4096

// of is what read makes of a text.
func (k *kept[V]) of(text string, read func(string) (V, error)) (V, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if v, ok := k.have[text]; ok {
		return v, nil
	}
	v, err := read(text)
	if k.have == nil || len(k.have) >= mostKept {
		k.have = map[string]V{}
	}
	if err == nil {
		k.have[text] = v
	}
	return v, err
}

var expressions kept[*words.Expression]

// compileRegex finds a regular expression in the text as written: the matches that don't overlap, from the left. A match
// of nothing is none.
func compileRegex(p arena.Pattern) (Matcher, error) {
	e, err := expressions.of(p.Regex, words.NewExpression)
	if err != nil {
		return nil, fmt.Errorf("regex: %w", err)
	}
	return finder(func(t *words.Text) []words.Span { return t.FindAll(e) }), nil
}
