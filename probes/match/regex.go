package match

import (
	"fmt"
	"sync"

	"contextarena.internal/arena"
	"contextarena.internal/words"
)

// expressions keeps what patterns have. A scenario uses the same ones in dozens of its patterns.
var expressions sync.Map // string → *words.Expression

// compileRegex finds a regular expression in the text as written: the matches that don't overlap, from the left. A match
// of nothing is none.
func compileRegex(p arena.Pattern) (Matcher, error) {
	e, known := expressions.Load(p.Regex)
	if !known {
		read, err := words.NewExpression(p.Regex)
		if err != nil {
			return nil, fmt.Errorf("regex: %w", err)
		}
		e, _ = expressions.LoadOrStore(p.Regex, read)
	}
	return finder(func(t *words.Text) []words.Span { return t.FindAll(e.(*words.Expression)) }), nil
}
