package wire

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestQuote(t *testing.T) {
	for _, tt := range []struct{ name, text, key, want string }{
		{"empty", "", "", ""},
		{"one line", " not\n\tfound ", "", "not found"},
		{"the key", "who is hunter2-hunter2?", "hunter2-hunter2", "who is [redacted]?"},
		{"a placeholder for a key", "none is such", "none", "none is such"},
		{"another key", "bad key sk-test-0123456789abcdef", "", "bad key [redacted]"},
		{"no UTF-8", "a\xffb", "", "a�b"},
		{"exactly full", strings.Repeat("ä", 300), "", strings.Repeat("ä", 300)},
		{"too long", strings.Repeat("ä", 301), "", strings.Repeat("ä", 299) + "…"},
		{"a long page", strings.Repeat(" ", 1<<16) + "unseen", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) { require.Equal(t, tt.want, Quote(tt.text, tt.key)) })
	}
}

func TestQuotesAreShortLinesWithoutTheKey(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		key := rapid.StringMatching(`[a-z0-9]{6,20}`).Filter(func(s string) bool { return !strings.Contains("[redacted]", s) }).Draw(t, "key")
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{key, "\n", " ", "\xff", "ä", "Bearer ", "word"}), 0, 200).Draw(t, "text"), "")
		got := Quote(text, key)
		require.NotContains(t, got, key)
		require.NotContains(t, got, "\n")
		require.True(t, utf8.ValidString(got))
		require.LessOrEqual(t, utf8.RuneCountInString(got), 300)
	})
}
