package words

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestRoot(t *testing.T) {
	for _, same := range [][]string{
		{"load", "loads", "loaded", "loading"},
		{"copy", "copies", "copied", "copying"},
		{"ship", "shipped", "shipping", "ships"},
		{"ride", "rides"},
		{"fuse", "fuses"},
		{"batch", "batches"},
		{"box", "boxes"},
		{"cancel", "canceled"},
		{"stop", "stopped"},
		{"call", "called", "calls"},
		{"excess", "excesses"},
	} {
		for _, w := range same[1:] {
			require.Equal(t, Root(same[0]), Root(w), "%s, %s", same[0], w)
		}
	}
	for _, other := range [][2]string{{"even", "evening"}, {"wed", "wedding"}, {"bus", "bu"}, {"need", "ne"}, {"cares", "car"}, {"outing", "out"}, {"riding", "rid"}, {"red", "r"}, {"ring", "r"}, {"gas", "ga"}, {"build", "building"}} {
		require.NotEqual(t, Root(other[0]), Root(other[1]), other)
	}
	require.Empty(t, Root(""))
}

// Any word's forms are found in a text, in its order, and a word that is longer than its short form by less than half isn't.
func TestFormsOfAnyWord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringMatching(`[bcdfg][aeiou][bcdfgmnpt][lrv][aou][bdgkmnpt]`).Draw(t, "word")
		forms := []string{word, word + "s", word + "ing", word + "ed"}
		text := "zz " + forms[3] + " zz " + forms[1] + ", " + forms[2] + " zz-" + word
		require.Equal(t, []string{forms[3], forms[1], forms[2], word}, Read(text).Forms(word))
		require.NotContains(t, Read("zz "+word[:5]).Forms(word), word[:5])
	})
}

func TestIrregularVerbs(t *testing.T) {
	for past, verb := range map[string]string{"bent": "bends", "driven": "driving", "rode": "rides", "took": "takes", "begun": "begins", "stood": "standing", "broken": "breaks"} {
		require.Equal(t, Root(verb), Root(past), past)
	}
	for _, other := range []string{"left", "found", "paid", "ground"} {
		require.Equal(t, other, Root(other))
	}
}
