package check

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
)

// deal is a price that rises twice, a number that changes, and what follows from both.
func deal(t *testing.T) *subject {
	t.Helper()
	number := func(v string) arena.Pattern { return arena.Pattern{Number: &arena.NumberPattern{Value: v}} }
	price := &arena.Pattern{Text: "price"}
	s, err := label(&arena.Scenario{
		ID: "deal",
		Turns: []arena.Exchange{
			{User: "The price is 40."}, {User: "We need 3 boxes."}, {User: "The price goes to 50."}, {User: "Call AB-1234 about it.", Tools: []arena.ToolUse{{Result: "price: 60"}}},
		},
		Facts: []arena.Fact{
			{ID: "price-1", Turn: 1, Value: number("40"), About: price, Within: 4},
			{ID: "boxes", Turn: 2, Value: number("3")},
			{ID: "total-1", Turn: 2, Value: number("120"), DerivedFrom: []string{"price-1", "boxes"}},
			{ID: "price-2", Turn: 3, Value: number("50"), About: price, Within: 4, Supersedes: "price-1"},
			{ID: "total-2", Turn: 3, Value: number("150"), DerivedFrom: []string{"price-2", "boxes"}, Supersedes: "total-1"},
			{ID: "price-3", Turn: 4, Value: number("60"), About: price, Within: 4, Supersedes: "price-2"},
			{ID: "price-4", Turn: 4, Value: number("60"), About: price, Within: 4, Supersedes: "price-3"},
			{ID: "contact", Turn: 4, Value: arena.Pattern{Identifier: "AB-1234"}},
		},
		Probes: []arena.Probe{{ID: "p", Fact: "price-3", Type: arena.Correction}, {ID: "q", Fact: "price-3", Type: arena.Quantity}},
	})
	require.NoError(t, err)
	return s
}

func TestLabels(t *testing.T) {
	s := deal(t)
	require.True(t, s.facts[7].identifier())
	require.Equal(t, []arena.FactType{arena.Correction, arena.Quantity}, s.facts[5].types)
	require.False(t, s.facts[2].stated(), "it follows from others")
	require.Equal(t, []string{"AB-1234"}, s.codes())
}
