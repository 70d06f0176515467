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

// Without the new value a mark is one of the value that it stands next to, and says something of its age.
func TestMarkedOldAlone(t *testing.T) {
	for text, want := range map[string]bool{
		"it stays OLDX for now":   false,
		"right now it is OLDX":    false,
		"9 are OLDX now.":         false,
		"OLDX, now NEWX":          true,
		"OLDX a head before wine": false,
		"OLDX before tax":         false,
		"OLDX before the recount": true,
		"OLDX before":             true,
		"OLDX since the plane is in repair (NX418 before)":  false,
		"the truck left from OLDX at 03:05":                 false,
		"From the hoard each carries away OLDX":             false,
		"it changed, from OLDX of the window to NEWX of it": true,
		"from OLDX to NEWX":                                 true,
		"raised from OLDX":                                  true,
		"OLDX went to the bees":                             true,
		"until OLDX went north":                             true,
		"OLDX goes to the bees":                             false,
	} {
		at := strings.Index(text, "OLDX")
		require.Equal(t, want, match.MarkedOld(words.Read(text), words.Span{Start: at, End: at + 4}, nil), text)
	}
}
