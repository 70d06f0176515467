package match

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/arena"
	"contextarena.internal/words"
)

func TestLiterals(t *testing.T) {
	for expression, want := range map[string][]string{
		`frank`:                  {"fran"},
		`Table 1`:                {"table 1"},
		`(?:uma|tina) left`:      {" left"},
		`uma|tina`:               {"uma", "tina"},
		`a*`:                     nil,
		`x?`:                     nil,
		`(now){2}`:               {"now"},
		`\A\W*(4|four)\W*\z`:     {"4", "four"},
		`k`:                      nil,
		`\$1\.00\b|\$1 per`:      {".00", " per"},
		`shibuya\W{0,4}(to|now)`: {"hibuya"},
	} {
		m, err := compileRegex(arena.Pattern{Regex: expression})
		require.NoError(t, err)
		require.Equal(t, want, m.(regexMatcher).needs, expression)
	}
}

// TestLiteralsHideNoMatch tries expressions with and without the short cut.
func TestLiteralsHideNoMatch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		expression := rapid.StringMatching(`([abKSſk][.]?[*+?]?|[(](ab|k)[|](b|s)[)]){1,5}`).Draw(t, "expression")
		text := rapid.StringMatching(`[abABkKsSſ\x{212A} ]{0,12}`).Draw(t, "text")
		m, err := Compile(arena.Pattern{Regex: expression})
		if err != nil {
			return
		}
		whole := m.(regexMatcher)
		whole.needs = nil
		require.Equal(t, whole.Find(words.Read(text)), m.Find(words.Read(text)), "%q in %q", expression, text)
	})
}
