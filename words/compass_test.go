package words

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestCompass(t *testing.T) {
	for text, want := range map[string]bool{
		"by the N wall":       true,
		"at the N. wall":      true,
		"N wall":              true,
		"the n wall":          false,
		"plan N, wall":        false,
		"N walls it in":       false,
		"5N wall":             false,
		"O'N wall":            false,
		"N-wall":              false,
		"vitamin N":           false,
		"N is north of it":    true,
		"by the S wall":       false,
		"N2 wall":             false,
		"the N\n\nwall":       true, // tokens are read before lines are
		"Mr. N. Wallace came": false,
	} {
		require.Equal(t, want, Read(text).First("north") >= 0, text)
	}
	rapid.Check(t, func(t *rapid.T) {
		letter := rapid.SampledFrom([]string{"N", "S", "E", "W"}).Draw(t, "letter")
		side := rapid.SampledFrom([]string{"gate", "wall", "ramp", "corner", "entrance"}).Draw(t, "side")
		require.True(t, Read("by the "+letter+" "+side).Has(compass[letter]+" "+side))
		require.False(t, Read("by "+letter+" and the "+side).Has(compass[letter]))
	})
}
