package excerpt

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/words"
)

func TestBothEnds(t *testing.T) {
	count := func(s string) int { return len(strings.Fields(s)) }
	require.Equal(t, "a b\n[…]\nf g", BothEnds("a b c d e f g", 2, count))
	require.Equal(t, "a b c", BothEnds("a b c", 2, count), "the ends meet")
	require.Equal(t, "", BothEnds("", 2, count))
	require.Equal(t, "\n[…]\n", BothEnds(strings.Repeat("é", 1<<15), 2, func(s string) int { return len(s) }), "a word too long for any excerpt")
	rapid.Check(t, func(t *rapid.T) {
		text, n := rapid.StringMatching(`([a-c]{1,3}[ \n]){0,40}`).Draw(t, "text"), rapid.IntRange(0, 20).Draw(t, "n")
		both := BothEnds(text, n, count)
		if both != text {
			require.LessOrEqual(t, count(both), 2*n+1)
		}
	})
}

func TestAroundKeepsTheValue(t *testing.T) {
	long := strings.Repeat("wörd ", 100) + "RMC-2847" + strings.Repeat(" wörd", 100)
	id := words.Identifiers(long)[0]
	text := Around(long, id.Start, id.End)
	require.Contains(t, text, "wörd RMC-2847 wörd")
	require.LessOrEqual(t, len([]rune(text)), longestText)
}
