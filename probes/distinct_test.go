package probes_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/arena"
	"contextarena.internal/probes"
)

// market is a conversation that says three amounts, a day, a name and a small number, each of one thing, and one amount
// of two.
func market(fee, rent, twice int) *arena.Scenario {
	about := func(label string) *arena.Pattern { return &arena.Pattern{Text: label} }
	number := func(n int) arena.Pattern { return arena.Pattern{Number: &arena.NumberPattern{Value: fmt.Sprint(n)}} }
	s := &arena.Scenario{
		ID: "market",
		Turns: []arena.Exchange{
			{User: fmt.Sprintf("The fee at the gate is %d and the rent for the barn is %d. The deposit is %d; a tent weighs %d pounds.", fee, rent, twice, twice), Assistant: "Fine."},
			{User: "The opening is on May 6 at noon. The judge is Alma from Ulm. We have stalls: 40. Sheds are shed of old paint; the roof is tin.", Assistant: "Fine."},
			{User: fmt.Sprintf("The fee at the gate is %d now.", fee+1), Assistant: "Fine."},
		},
		Facts: []arena.Fact{
			{ID: "fee-old", Turn: 1, About: about("fee"), Value: number(fee), Within: 5},
			{ID: "rent", Turn: 1, About: about("rent"), Value: number(rent), Within: 5},
			{ID: "deposit", Turn: 1, About: about("deposit"), Value: number(twice), Within: 3},
			{ID: "opening", Turn: 2, About: about("opening"), Value: arena.Pattern{Date: &arena.DatePattern{Month: 5, Day: 6}}, Within: 4},
			{ID: "judge", Turn: 2, About: about("judge"), Value: text("Alma"), Within: 3},
			{ID: "stalls", Turn: 2, About: about("stalls"), Value: number(40), Within: 3},
			{ID: "roof", Turn: 2, About: about("roof"), Value: text("tin"), Within: 3},
			{ID: "fee", Turn: 3, About: about("fee"), Value: number(fee + 1), Within: 5, Supersedes: "fee-old"},
		},
	}
	for _, f := range s.Facts[1:] {
		s.Probes = append(s.Probes, arena.Probe{ID: f.ID, Fact: f.ID, Kind: arena.Current, Type: arena.Quantity, Extended: true})
	}
	return s
}

// said are the verdicts on a text as notes, by probe.
func said(t require.TestingT, s *arena.Scenario, text string) map[string]probes.Result {
	sc, err := probes.NewScorer(s)
	require.NoError(t, err)
	out := map[string]probes.Result{}
	for i, v := range sc.ScoreText(arena.LevelMemory, text) {
		out[s.Probes[i].ID] = v.Result
	}
	return out
}

func TestWhatNeedsNoLabel(t *testing.T) {
	s := market(318, 612, 455)
	for _, c := range []struct {
		probe, text string
		want        probes.Result
	}{
		{"rent", "612", probes.Kept},
		{"rent", "barn 612 a month", probes.Kept},
		{"rent", "the taxi costs 612", probes.Lost},
		{"rent", "fee: 612, says the clerk", probes.Lost},
		{"rent", "fee 319; 612 for barn", probes.Kept},
		{"deposit", "455", probes.Lost},
		{"deposit", "deposit 455", probes.Kept},
		{"opening", "Notes\nwe begin at noon on May 6", probes.Kept},
		{"opening", "Notes\nwe paint on May 6", probes.Lost},
		{"opening", "Notes of May 6\nwe begin at noon", probes.Lost},
		{"opening", "Notes\n- May 6: rain", probes.Lost},
		{"opening", "Notes\n- May 6: opening", probes.Kept},
		{"judge", "Alma comes from Ulm", probes.Kept},
		{"judge", "Alma looks at the cows", probes.Lost},
		{"roof", "a tin can", probes.Lost},
		{"stalls", "room for 40", probes.Lost},
		{"fee", "everybody pays 318 at the gate", probes.Stale},
		{"fee", "everybody pays 319 at the gate", probes.Kept},
		{"fee", "everybody pays 319 at the gate, and 318 sheep", probes.Kept},
		{"fee", "everybody pays 319", probes.Lost},
		{"fee", "fee 319, fee 318", probes.Stale},
	} {
		require.Equal(t, c.want, said(t, s, c.text)[c.probe], c.text)
	}
}

// Whatever the amounts are: what the conversation says of one thing is known by itself, what it says of two isn't.
func TestAmountsOfOneThing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		fee := rapid.IntRange(100, 400).Draw(t, "fee")
		rent := rapid.IntRange(500, 700).Draw(t, "rent")
		twice := rapid.IntRange(800, 999).Draw(t, "twice")
		got := said(t, market(fee, rent, twice), fmt.Sprintf("gate %d, barn %d, %d", fee+1, rent, twice))
		require.Equal(t, probes.Kept, got["fee"])
		require.Equal(t, probes.Kept, got["rent"])
		require.Equal(t, probes.Lost, got["deposit"])
	})
}
