package match

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/arena"
	"contextarena.internal/words"
)

// A numbered thing is one however its number is written, and no other number of it is.
func TestNumberedThings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		thing := rapid.SampledFrom([]string{"drawer", "shelf", "pillar", "gate", "chute"}).Draw(t, "thing")
		n := rapid.IntRange(1, 12).Draw(t, "n")
		other := rapid.IntRange(1, 12).Filter(func(k int) bool { return k != n }).Draw(t, "other")
		pattern := arena.Pattern{Text: fmt.Sprintf("%s %d", thing, n)}
		m, err := Compile(pattern)
		require.NoError(t, err)
		for _, form := range []string{"%[1]s %[2]d", "%[1]s: %[2]d", "%[1]s = %[2]d", "%[1]s #%[2]d", "%[1]s no. %[2]d", "the %[3]s %[1]s", `{"%[1]s": %[2]d}`} {
			require.NotEmpty(t, m.Find(words.Read(fmt.Sprintf(form, thing, n, words.Ordinal(n)))), form)
			require.Empty(t, m.Find(words.Read(fmt.Sprintf(form, thing, other, words.Ordinal(other)))), form)
		}
		require.Empty(t, m.Find(words.Read(fmt.Sprintf("%d %ss", n, thing))), "so many of them")
	})
}

func TestPhrasings(t *testing.T) {
	for _, c := range []struct {
		pattern, text string
		want          bool
	}{
		{"under the stairs", "insulin: fridge beneath staircase", true},
		{"under the stairs", "insulin: fridge above the stairs", false},
		{"behind the third barrel", "behind barrel no. 3 in the cellar", true},
		{"behind the third barrel", "at the back of the 3rd cask", true},
		{"behind the third barrel", "behind 3 barrels", false},
		{"east gate", "by the eastern gate", true},
		{"first aid", "1st aid: east gate", true},
		{"the left", "left", false},
		{"box 14", "box: 140", false},
		{"box 14", "box 14.5", false},
	} {
		m, err := Compile(arena.Pattern{Text: c.pattern})
		require.NoError(t, err)
		require.Equal(t, c.want, len(m.Find(words.Read(c.text))) > 0, "%s in %s", c.pattern, c.text)
	}
}

// Labels are the words that say the same as well; values aren't.
func TestLabelsThatSayTheSame(t *testing.T) {
	f := arena.Fact{About: &arena.Pattern{Text: "collected"}, Value: arena.Pattern{Text: "boss"}}
	fact, err := CompileFact(f)
	require.NoError(t, err)
	require.NotEmpty(t, fact.Anchored.Find(words.Read("fetched by the boss")))
	require.NotEmpty(t, fact.Anchored.Find(words.Read("the boss is picking up")))
	require.Empty(t, fact.Anchored.Find(words.Read("fetched by the supervisor")))
}
