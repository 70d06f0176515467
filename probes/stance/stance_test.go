package stance

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/words"
)

// spansOf are the places of a name in a text.
func spansOf(text, name string) (out []words.Span) {
	for _, at := range regexp.MustCompile(name).FindAllStringIndex(text, -1) {
		out = append(out, words.Span{Start: at[0], End: at[1]})
	}
	return out
}

func TestStances(t *testing.T) {
	const question, truth = "Which hotel do we stay at?", "We stay at the hotel Harrow."
	for reply, want := range map[string]Stance{
		"Harrow": Given,
		"We stay at the Harrow, near the Marlow.": Given,
		"Not Harrow.":                       Denied,
		"Marlow instead of Harrow.":         Denied,
		"Harrow was dropped, it is Marlow.": Denied,
		"Harrow fell through.":              Denied,
		"~~Harrow~~ Marlow":                 Denied,
		"Either Harrow or Marlow.":          Open,
		"Harrow or Marlow.":                 Open,
		"I don't know if it is Harrow.":     Unknown,
		"Marlow. Is that what Harrow is?":   Unknown,
		"Marlow. Or was it Harrow?":         Open,
		"Did you mean Harrow":               Unknown,
		"Originally Harrow, then Marlow.":   Past,
		"It was Harrow; now it is Marlow.":  Past,
		"Harrow (previously), Marlow now":   Past,
		"It went from Harrow to Marlow.":    Past,
		"Harrow, no wait, Marlow.":          Past,
	} {
		now, other := spansOf(reply, "Harrow"), spansOf(reply, "Marlow")
		all := append(append([]words.Span{}, now...), other...)
		require.Equal(t, want, Read(question, truth, words.Read(reply), false).Of(now[0], all).Stance, reply)
	}
}

// A question about what held before turns it round: what was is given, and what is now stands beside it.
func TestStancesOfThePast(t *testing.T) {
	const question, truth = "Which hotel was it at first?", "At first it was the hotel Harrow."
	for reply, want := range map[string]Stance{"It was Harrow; now it is Marlow.": Given, "Marlow was first; now Harrow.": Aside} {
		now, other := spansOf(reply, "Harrow"), spansOf(reply, "Marlow")
		require.Equal(t, want, Read(question, truth, words.Read(reply), true).Of(now[0], append(now, other...)).Stance, reply)
	}
}

// Of several values that are given the one that most speaks for decides; of what is refused the decision tells.
func TestDecide(t *testing.T) {
	const question, truth = "Which hotel do we stay at?", "We stay at the hotel Harrow."
	decide := func(reply string) Decision {
		return Read(question, truth, words.Read(reply), false).Decide(spansOf(reply, "Harrow"), spansOf(reply, "Marlow"), spansOf(reply, "Barrow"))
	}
	d := decide("The Marlow has a pool. We stay at the hotel Harrow.")
	require.NotNil(t, d.Now)
	require.Nil(t, d.Old)

	d = decide("We stay at the hotel Marlow.")
	require.Nil(t, d.Now)
	require.NotNil(t, d.Old)

	d = decide("We stay at the hotel Barrow. Harrow is where everybody else went for lunch.")
	require.Nil(t, d.Now)
	require.Equal(t, Another, d.Refused.Stance)

	d = decide("Harrow and Marlow")
	require.NotNil(t, d.Now)
	require.NotNil(t, d.Old, "nothing tells which of them holds")

	require.Equal(t, Decision{}, decide("A hotel."))
}

func TestNotesOfThePast(t *testing.T) {
	for notes, past := range map[string]bool{
		"- Hotel: Harrow":                                   false,
		"- Hotel: Harrow\n- Hotel: Marlow":                  false,
		"- Hotel: Harrow (old)\n- Hotel: Marlow":            true,
		"- Hotel: ~~Harrow~~ Marlow":                        true,
		"- Hotel: Harrow → Marlow":                          true,
		"- Hotel: Marlow (Harrow at the first count)":       true,
		"- Earlier: Harrow\n- Hotel: Marlow":                true,
		"- Hotel first listed: Harrow\n- Marlow":            true,
		"- The hotel is Harrow in the first draft.":         true,
		"# Old hotels\n\n- Harrow\n\n# Hotels\n\n- Marlow":  true,
		"Hotels\n\n- Harrow\n\nCorrections\n\n- Marlow":     false, // no heading: a line of its own
		"# Hotels\n\n- Harrow\n\n# Corrections\n\n- Marlow": true,
	} {
		text := words.Read(notes)
		old, now := spansOf(notes, "Harrow"), spansOf(notes, "Marlow")
		require.Equal(t, past, IsPast(text, old[0], now, append(append([]words.Span{}, old...), now...)), notes)
	}
}

func TestNotesThatAreGone(t *testing.T) {
	for notes, gone := range map[string]bool{
		"Hotel: Marlow":          false,
		"Hotel: not Marlow":      true,
		"Hotel: Marlow → Harrow": true,
		"Marlow was scrapped":    true,
		"Hotel: Harrow → Marlow": false,
	} {
		old, now := spansOf(notes, "Harrow"), spansOf(notes, "Marlow")
		require.Equal(t, gone, IsGone(words.Read(notes), now[0], old, append(append([]words.Span{}, old...), now...)), notes)
	}
}
