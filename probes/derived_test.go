package probes_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/arena"
	"contextarena.internal/probes"
)

// fair is a conversation in which one operand of a product changes.
func fair() *arena.Scenario {
	about := func(label string) *arena.Pattern { return &arena.Pattern{Text: label} }
	number := func(n int) arena.Pattern { return arena.Pattern{Number: &arena.NumberPattern{Value: fmt.Sprint(n)}} }
	return &arena.Scenario{
		ID:    "fair",
		Turns: []arena.Exchange{{User: "guests 20, price 7", Assistant: "Fine."}, {User: "guests 30", Assistant: "Fine."}},
		Facts: []arena.Fact{
			{ID: "guests-old", Turn: 1, About: about("guests"), Value: number(20), Within: 2},
			{ID: "price", Turn: 1, About: about("price"), Value: number(7), Within: 2},
			{ID: "bill-old", Turn: 1, About: about("bill"), Value: number(140), DerivedFrom: []string{"guests-old", "price"}},
			{ID: "guests", Turn: 2, About: about("guests"), Value: number(30), Within: 2, Supersedes: "guests-old"},
			{ID: "bill", Turn: 2, About: about("bill"), Value: number(210), Supersedes: "bill-old", DerivedFrom: []string{"guests", "price"}},
		},
		Probes: []arena.Probe{
			{ID: "guests", Fact: "guests", Kind: arena.Current, Type: arena.Quantity, Extended: true},
			{ID: "bill", Fact: "bill", Kind: arena.Derived, Type: arena.Quantity, Extended: true},
			{ID: "bill-then", Fact: "bill-old", Kind: arena.Historical, Type: arena.Quantity, Extended: true},
		},
	}
}

func TestOperandsThatHold(t *testing.T) {
	for _, c := range []struct {
		text           string
		bill, billThen probes.Result
	}{
		{"guests 30, price 7", probes.Kept, probes.Lost},
		{"guests 20, price 7", probes.Stale, probes.Kept},
		{"guests 30 (20 before), price 7", probes.Kept, probes.Kept},
		{"guests 20, guests 30, price 7", probes.Stale, probes.Kept}, // nobody knows which
		{"guests 30", probes.Lost, probes.Lost},
		{"guests 20", probes.Lost, probes.Lost},
		{"bill 210", probes.Kept, probes.Lost},
		{"bill 140", probes.Stale, probes.Kept},
	} {
		got := said(t, fair(), c.text)
		require.Equal(t, c.bill, got["bill"], c.text)
		require.Equal(t, c.billThen, got["bill-then"], c.text)
	}
}

// A value that follows from others is never kept in notes whose operand is stale, in whatever order they say it.
func TestNoSumOfStaleOperands(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.Permutation([]string{"price 7", "guests 20", "nothing", "guests 30"}).Draw(t, "lines")
		keep := rapid.IntRange(1, len(lines)).Draw(t, "keep")
		notes := ""
		for _, l := range lines[:keep] {
			notes += "- " + l + "\n"
		}
		got := said(t, fair(), notes)
		if got["guests"] != probes.Kept {
			require.NotEqual(t, probes.Kept, got["bill"], notes)
		}
	})
}

// The value of a derived fact, which nobody says, needs no label, but is none behind the label of another.
func TestUnsaidValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		guests, price := rapid.IntRange(31, 99).Draw(t, "guests"), rapid.IntRange(5, 9).Draw(t, "price")
		s := fair()
		s.Facts[3].Value.Number.Value = fmt.Sprint(guests)
		s.Facts[1].Value.Number.Value = fmt.Sprint(price)
		s.Facts[4].Value.Number.Value = fmt.Sprint(guests * price)
		s.Facts[4].Question = "What does the bill come to?"
		form := rapid.SampledFrom([]string{"%d", "- %d", "# %d", "fair\n= %d", "comes to %d"}).Draw(t, "form")
		require.Equal(t, probes.Kept, said(t, s, fmt.Sprintf(form, guests*price))["bill"], form)
		other := rapid.SampledFrom([]string{"guests %d", "- price: %d", "%d guests", "the taxi took %d"}).Draw(t, "other")
		require.Equal(t, probes.Lost, said(t, s, fmt.Sprintf(other, guests*price))["bill"], other)
	})
}
