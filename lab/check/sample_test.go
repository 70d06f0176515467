package check

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
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

func ids(fs []labelled) []string {
	var out []string
	for _, f := range fs {
		out = append(out, f.ID)
	}
	return out
}

func TestLabels(t *testing.T) {
	s := deal(t)
	require.True(t, s.facts[s.lineage.Index["price-3"]].changes)
	require.False(t, s.facts[s.lineage.Index["price-4"]].changes, "the same value again changes nothing")
	require.True(t, s.facts[s.lineage.Index["contact"]].identifier())
	require.Equal(t, []arena.FactType{arena.Correction, arena.Quantity}, s.facts[s.lineage.Index["price-3"]].types)
	require.Equal(t, []string{"AB-1234"}, s.codes())
}

func TestHolding(t *testing.T) {
	s := deal(t)
	for name, c := range map[string]struct {
		gone []arena.Turn
		want []string
	}{
		"nothing":             {nil, nil},
		"one":                 {[]arena.Turn{1, 2}, []string{"price-1", "boxes"}},
		"replaced":            {[]arena.Turn{1, 2, 3}, []string{"boxes", "price-2"}},
		"replaced unseen":     {[]arena.Turn{1, 4}, []string{"price-3", "price-4", "contact"}},
		"not replaced so far": {[]arena.Turn{1}, []string{"price-1"}},
	} {
		var gone departed
		for _, turn := range c.gone {
			gone = append(gone, arena.Message{Message: llm.Message{Role: llm.User}, Turn: turn})
		}
		require.Equal(t, c.want, ids(s.holding(gone)), name)
	}
}
