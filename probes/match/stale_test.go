package match_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/probes/match"
	"contextarena.internal/words"
)

// Only a mark of its own makes a new value the newest. One that is marked as old isn't.
func TestNewest(t *testing.T) {
	for text, want := range map[string]bool{
		"It is X (now)":                  true,
		"X (confirmed) or Y":             true,
		"It was X; later on Y (final)":   false,
		"X":                              false,
		"The price was X":                false,
		"It moved from X to Y":           false,
		"Not X any more":                 false,
		"It was X before (see the list)": false,
	} {
		at := strings.Index(text, "X")
		require.Equal(t, want, match.Newest(words.Read(text), []words.Span{{Start: at, End: at + 1}}), text)
	}
	require.False(t, match.Newest(words.Read("X (now)"), nil))
}
