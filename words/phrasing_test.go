package words

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestRephrased(t *testing.T) {
	require.Equal(t, []string{"mezzanine"}, Rephrased("mezzanine"), "a word by itself is said in one way")
	require.Equal(t, []string{"hay barn"}, Rephrased("hay barn"))
	under := Rephrased("under the stairs")
	require.Contains(t, under, "beneath the staircase")
	require.NotContains(t, under, "behind the stairs")
	third := Rephrased("behind the third barrel")
	require.Contains(t, third, "at the back of the cask three")
	require.Contains(t, third, "behind the 3rd barrel")
	require.NotContains(t, third, "behind the barrel 4")
	require.Equal(t, []string{"under 13"}, slices.DeleteFunc(Rephrased("under 13"), func(w string) bool {
		return !strings.Contains(w, "13") || strings.HasPrefix(w, "be") || strings.HasPrefix(w, "underneath")
	}), "what is compared isn't numbered")
}

func TestAnyNumberedThing(t *testing.T) {
	things := []string{"drawer", "shelf", "pillar", "gate", "chute", "platform"}
	rapid.Check(t, func(t *rapid.T) {
		thing := rapid.SampledFrom(things).Draw(t, "thing")
		n := rapid.IntRange(1, 20).Draw(t, "n")
		ways := []string{thing + " " + strconv.Itoa(n), ordinalWord(n) + " " + thing, Ordinal(n) + " " + thing}
		a := rapid.SampledFrom(ways[:2]).Draw(t, "one way")
		for _, b := range ways {
			require.True(t, slices.Contains(Rephrased(a), b) || a == b, "%s of %s", b, a)
		}
	})
}

func TestAlike(t *testing.T) {
	require.Contains(t, Alike("label", "collected"), "fetch")
	require.Contains(t, Alike("label", "reports to"), "boss")
	require.Empty(t, Alike("label", "mezzanine"))
	for _, place := range []string{"label", "kin", "value"} {
		for _, class := range phrasings[place] {
			require.Len(t, slices.Compact(slices.Sorted(slices.Values(class))), len(class), "%s: %q", place, class)
		}
	}
	seen := map[string]bool{}
	for _, class := range phrasings["label"] {
		for _, w := range class {
			require.False(t, seen[w], "%s is in two classes", w)
			seen[w] = true
		}
	}
}
