package match

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/arena"
	"contextarena.internal/words"
)

// TestNoMatchIsOverlooked tries expressions with and without the short cut.
func TestNoMatchIsOverlooked(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		expression := rapid.StringMatching(`([(][?]m[)])?([abKSſk][.]?[*+?]?|[(](ab|k)[|](b|s)[)]|[$^]|\\[Wsb]|\\[Ws]([*+]|[{]1,3[}])|\\n|[(][?]s:[.]{0,2}[)]|\[^a\]){1,5}`).Draw(t, "expression")
		text := rapid.StringMatching(`([abABkKsSſ\x{212A}, ]{0,3}\n){0,6}[ab]{0,2}`).Draw(t, "text")
		m, err := Compile(arena.Pattern{Regex: expression})
		if err != nil {
			return
		}
		var want []words.Span
		for _, at := range regexp.MustCompile("(?i)"+expression).FindAllStringIndex(text, -1) {
			if at[1] > at[0] {
				want = append(want, words.Span{Start: at[0], End: at[1]})
			}
		}
		require.Equal(t, want, m.Find(words.Read(text)), "%q in %q", expression, text)
	})
}
