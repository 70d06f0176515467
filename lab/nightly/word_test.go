package nightly

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWord(t *testing.T) {
	for text, want := range map[string]string{
		"": "''", "out/arena.db": "out/arena.db", "2026-11-21": "2026-11-21", "rlm(depth=2)": "'rlm(depth=2)'", "it's": `'it'\''s'`, "$x": "'$x'", "é": "'é'",
	} {
		require.Equal(t, want, Word(text))
	}
}
