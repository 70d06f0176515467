package probes_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/arena"
	"contextarena.internal/probes"
)

// relocated is a conversation in which a thing goes from one numbered place to another.
func relocated(place string, old, now int) *arena.Scenario {
	fact := func(id, question string, n int, turn arena.Turn) arena.Fact {
		return arena.Fact{
			ID: id, Turn: turn, Question: question, Text: fmt.Sprintf("the motor is in %s %d", place, n),
			About: &arena.Pattern{Text: "motor"}, Value: arena.Pattern{Text: fmt.Sprintf("%s %d", place, n)}, Within: 6,
		}
	}
	s := &arena.Scenario{
		ID: "moved",
		Turns: []arena.Exchange{
			{User: fmt.Sprintf("The motor is in %s %d.", place, old), Assistant: "Fine."},
			{User: fmt.Sprintf("The motor is in %s %d now.", place, now), Assistant: "Fine."},
		},
		Facts: []arena.Fact{fact("was", "In which "+place+" was the motor at first?", old, 1), fact("is", "In which "+place+" is the motor?", now, 2)},
		Probes: []arena.Probe{
			{ID: "was", Fact: "was", Kind: arena.Historical, Type: arena.Spatial, Extended: true},
			{ID: "is", Fact: "is", Kind: arena.Current, Type: arena.Spatial, Extended: true},
		},
	}
	s.Facts[1].Supersedes = "was"
	return s
}

// Of two values, one for the other, the second may be said by its number alone.
func TestHalfSaidValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		place := rapid.SampledFrom([]string{"bay", "room", "gate", "shed"}).Draw(t, "place")
		old := rapid.IntRange(2, 40).Draw(t, "old")
		now := rapid.IntRange(2, 40).Filter(func(n int) bool { return n != old }).Draw(t, "now")
		s := relocated(place, old, now)
		for _, form := range []string{"motor: %[1]s %[3]d, not %[2]d", "motor: %[1]s %[2]d → %[3]d", "motor: %[1]s %[3]d (was %[2]d)", "motor in %[1]s %[3]d; before: %[2]d"} {
			require.Equal(t, map[string]probes.Result{"was": probes.Kept, "is": probes.Kept}, said(t, s, fmt.Sprintf(form, place, old, now)), form)
		}
		for _, form := range []string{"motor: %[1]s %[3]d, %[2]d bolts", "motor: %[1]s %[3]d. Crates: %[2]d", "motor: %[1]s %[3]d, not %[2]d bolts"} {
			require.Equal(t, probes.Lost, said(t, s, fmt.Sprintf(form, place, old, now))["was"], form)
		}
		require.Equal(t, probes.Lost, said(t, s, fmt.Sprintf("%d, not %d", now, old))["was"], "nobody says of what")
	})
}
