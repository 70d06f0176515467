package check

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/strategies/cascade"
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
	require.Equal(t, "price-1", s.fact("price-4").chain)
	require.Equal(t, "boxes", s.fact("boxes").chain)
	require.True(t, s.fact("price-3").changes)
	require.False(t, s.fact("price-4").changes, "the same value again changes nothing")
	require.True(t, s.fact("contact").identifier())
	require.Equal(t, []arena.FactType{arena.Correction, arena.Quantity}, s.fact("price-3").types)
	require.Equal(t, []string{"AB-1234"}, s.codes())
	require.Equal(t, "40", s.fact("price-1").literal(s.at(1), false))
	require.Equal(t, "price is 40", s.fact("price-1").literal(s.at(1), true))
	require.Equal(t, "60", s.fact("price-3").literal(s.at(4), false), "what a tool says counts")
	require.Nil(t, s.fact("none"))
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

func TestEdges(t *testing.T) {
	s := deal(t)
	require.Equal(t, []edge{{"price-1", "total-1"}, {"boxes", "total-1"}}, s.edges())
	for name, c := range map[string]struct {
		of   cascade.Dependency
		want []string
	}{
		"by its name":      {cascade.Dependency{Name: "total_1", Values: []string{"7"}}, []string{"total-1"}},
		"by its value":     {cascade.Dependency{Name: "sum", Values: []string{"150"}}, []string{"total-1"}},
		"by its old value": {cascade.Dependency{Name: "the_price", Values: []string{"99", "40"}}, []string{"price-1"}},
		"of nothing":       {cascade.Dependency{Name: "sum", Values: []string{"151"}}, nil},
	} {
		require.Equal(t, c.want, s.chainsOf(c.of), name)
	}
}

func TestDiff(t *testing.T) {
	s := deal(t)
	list := readDiff("```diff\n- price: 40\n- price: 50\n+ price: 60\n- other: 1\n+ other: 2\n```")
	require.Equal(t, []diff{{[]string{"price: 40", "price: 50", "price: 60"}}, {[]string{"other: 1", "other: 2"}}}, list)
	for id, want := range map[string][]bool{"price-1": {false, false}, "price-2": {true, true}, "price-3": {true, true}, "boxes": {false, false}} {
		f := *s.fact(id)
		require.Equal(t, want, []bool{list[0].to(f), list[0].from(s, f)}, id)
		require.False(t, list[1].to(f), id)
	}
	require.Empty(t, readDiff("no list"))
}
