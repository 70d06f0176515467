package tokens

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestCountingByLinesIsExact compares with the count of the whole text at once.
func TestCountingByLinesIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOfN(rapid.SampledFrom([]string{
			"\n", "\n\n", "\r\n", " ", "  ", "\t", "/", ".", "...", "- ", "word", " word", "42", "Ünï", "'s", "“”", "\u00a0", "|", "#", "\u2028", "é\u0301",
		}), 1, 40).Draw(t, "parts")
		text := strings.Join(parts, "")
		require.Equal(t, tokenize(text), NewCounter().Count(text), "%q", text)
	})
}
