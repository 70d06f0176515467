package reply_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/probes/reply"
	"contextarena.internal/words"
)

// Whatever the landmark, what is found beside it isn't found behind it.
func TestPlaces(t *testing.T) {
	ways := [][]string{
		{"next to", "beside", "by", "near"},
		{"behind", "at the back of"},
		{"in front of", "outside"},
		{"above", "on top of"},
		{"under", "below"},
		{"across from", "opposite"},
		{"inside", "within"},
	}
	rapid.Check(t, func(t *rapid.T) {
		landmark := rapid.StringMatching(`z[aeiou][bdgklp][aeiou]x`).Draw(t, "landmark")
		i, j := rapid.IntRange(0, len(ways)-1).Draw(t, "true"), rapid.IntRange(0, len(ways)-1).Draw(t, "said")
		truth := "the tent is " + rapid.SampledFrom(ways[i]).Draw(t, "true words") + " the " + landmark
		said := rapid.SampledFrom([]string{"It's W the L.", "W the L", "The tent is W the L now.", "You'll find it W the L, I believe."}).Draw(t, "reply")
		said = strings.NewReplacer("W", rapid.SampledFrom(ways[j]).Draw(t, "said words"), "L", landmark).Replace(said)
		at := strings.Index(said, landmark)
		spans := []words.Span{{Start: at, End: at + len(landmark)}}
		read := reply.Read("Where is the tent?", truth, words.Read(said), false)
		values, _ := read.Weigh(spans, nil)
		want := reply.Given
		if i != j {
			want = reply.Elsewhere
		}
		require.Equal(t, want, values[0].Standing, "%s, of %s", said, truth)
		require.Equal(t, reply.Given, read.WeighOld(spans, nil)[0].Standing, "the truth says nothing of an old place")
	})
}
