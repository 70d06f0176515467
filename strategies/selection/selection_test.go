package selection_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/strategies/selection"
)

// list draws up to most items of positive and, if so said, other scores. Sizes and scores are few, so that
// there are ties, and references go anywhere: to items, to themselves, to nothing, in circles.
func list(t *rapid.T, most int, others bool) []selection.Item {
	least := 1
	if others {
		least = -3
	}
	items := make([]selection.Item, rapid.IntRange(0, most).Draw(t, "items"))
	for i := range items {
		items[i] = selection.Item{
			ID:     i,
			Tokens: rapid.IntRange(0, 12).Draw(t, "tokens"),
			Score:  float64(rapid.IntRange(least, 8).Draw(t, "score")) / 4,
			At:     float64(rapid.IntRange(0, 5).Draw(t, "at")),
			Refs:   rapid.SliceOfN(rapid.IntRange(-1, most), 0, 3).Draw(t, "refs"),
		}
	}
	return items
}

// subsets calls see with every choice that fits.
func subsets(items []selection.Item, budget int, see func(chosen []int)) {
	for set := range 1 << len(items) {
		var chosen []int
		for i := range items {
			if set>>i&1 == 1 {
				chosen = append(chosen, i)
			}
		}
		if selection.Tokens(items, chosen) <= budget {
			see(chosen)
		}
	}
}

// methods are all ways to choose among scored items; their errors go to require.
func methods(require func(error)) map[string]func(items []selection.Item, budget int) []int {
	return map[string]func([]selection.Item, int) []int{
		"greedy":      func(items []selection.Item, b int) []int { return selection.Highest(items, b, selection.EarlyStop) },
		"greedy_full": func(items []selection.Item, b int) []int { return selection.Highest(items, b, 0) },
		"dependent":   func(items []selection.Item, b int) []int { return selection.GreedyDependent(items, b, 0, .5) },
		"density":     selection.Densest,
		"optimal": func(items []selection.Item, b int) []int {
			chosen, err := selection.Knapsack(items, b)
			require(err)
			return chosen
		},
		"beam 1":    func(items []selection.Item, b int) []int { return selection.BeamSearch(items, b, 1) },
		"beam 3":    func(items []selection.Item, b int) []int { return selection.BeamSearch(items, b, 3) },
		"recency":   selection.Newest,
		"every_kth": func(items []selection.Item, b int) []int { return selection.Strided(items, b, 0) },
		"every 2nd": func(items []selection.Item, b int) []int { return selection.Strided(items, b, 2) },
	}
}

// What is chosen fits, is chosen once, and is the same again; so does what references add.
func TestNeverOverBudget(t *testing.T) {
	for name, choose := range methods(func(err error) { require.NoError(t, err) }) {
		t.Run(name, rapid.MakeCheck(func(t *rapid.T) {
			items, budget := list(t, 14, true), rapid.IntRange(0, 60).Draw(t, "budget")
			before := slices.Clone(items)
			chosen := choose(items, budget)
			require.Equal(t, chosen, choose(items, budget))
			all := append(slices.Clone(chosen), selection.Resolve(items, chosen, budget)...)
			require.Equal(t, before, items, "the list stays as it is")
			require.LessOrEqual(t, selection.Tokens(items, all), budget)
			slices.Sort(all)
			require.Len(t, slices.Compact(all), len(all), "chosen twice")
		}))
	}
}

func TestOptimalIsTheBestOfAllChoices(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		items, budget := list(t, 10, true), rapid.IntRange(0, 60).Draw(t, "budget")
		best := 0.
		subsets(items, budget, func(chosen []int) { best = max(best, selection.Score(items, chosen)) })
		chosen, err := selection.Knapsack(items, budget)
		require.NoError(t, err)
		require.InDelta(t, best, selection.Score(items, chosen), 1e-12)
		require.True(t, slices.IsSorted(chosen))
		require.InDelta(t, best, selection.Score(items, selection.BeamSearch(items, budget, 1<<10)), 1e-12, "a beam of all choices")
	})
}

func TestDensityHasHalfOfTheOptimum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		items, budget := list(t, 30, false), rapid.IntRange(0, 200).Draw(t, "budget")
		best, err := selection.Knapsack(items, budget)
		require.NoError(t, err)
		have := selection.Score(items, selection.Densest(items, budget))
		require.GreaterOrEqual(t, 2*have, selection.Score(items, best))
		require.LessOrEqual(t, have, selection.Score(items, best)+1e-12)
	})
}

// The bound of density is reached in the limit, and greedy has none.
func TestHowBadItGets(t *testing.T) {
	ratio := func(items []selection.Item, budget int, chosen []int) float64 {
		best, err := selection.Knapsack(items, budget)
		require.NoError(t, err)
		return selection.Score(items, chosen) / selection.Score(items, best)
	}
	tight := []selection.Item{{ID: 0, Tokens: 2, Score: 2.001}, {ID: 1, Tokens: 1000, Score: 1000}, {ID: 2, Tokens: 1000, Score: 1000}}
	require.InDelta(t, .501, ratio(tight, 2000, selection.Densest(tight, 2000)), .0001)

	trap := []selection.Item{{ID: 0, Tokens: 1000, Score: 1.001}}
	for i := range 1000 {
		trap = append(trap, selection.Item{ID: i + 1, Tokens: 1, Score: 1})
	}
	for _, stop := range []float64{0, selection.EarlyStop} {
		require.InDelta(t, .001, ratio(trap, 1000, selection.Highest(trap, 1000, stop)), .0001)
	}
	require.InDelta(t, 1, ratio(trap, 1000, selection.Densest(trap, 1000)), 1e-12)
}

// Of items that are alike the earlier are taken, or the later by those that go back from the end.
func TestTiesAreStable(t *testing.T) {
	var alike []selection.Item
	for i := range 9 {
		alike = append(alike, selection.Item{ID: i, Tokens: 10, Score: 1})
	}
	last := map[string][]int{"recency": {8, 7, 6}, "every_kth": {8, 5, 2}, "every 2nd": {8, 6, 4}}
	for name, choose := range methods(func(err error) { require.NoError(t, err) }) {
		want, ok := last[name]
		if !ok {
			want = []int{0, 1, 2}
		}
		require.Equal(t, want, choose(alike, 30), name)
	}
}

// What an item refers to lifts it once that is chosen, and only then.
func TestReferencesAtWork(t *testing.T) {
	items := []selection.Item{
		{ID: 1, Tokens: 10, Score: 1},
		{ID: 2, Tokens: 10, Score: .4},
		{ID: 3, Tokens: 10, Score: .35, Refs: []int{1}},
		{ID: 4, Tokens: 10, Score: .3, Refs: []int{99}},
	}
	require.Equal(t, []int{0, 1}, selection.GreedyDependent(items, 20, 0, 0))
	require.Equal(t, []int{0, 2}, selection.GreedyDependent(items, 20, 0, .1), "0.35 + 0.1 × 1 is more than 0.4")
	require.Equal(t, []int{0, 1}, selection.Highest(items, 20, 0), "as written references count for nothing")
	references, missing := selection.Missing(items, []int{2, 3})
	require.Equal(t, [2]int{2, 2}, [2]int{references, missing})
}

func TestNormalisedImportance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := selection.Item{Tokens: rapid.IntRange(0, 1e6).Draw(t, "a"), ToolCalls: rapid.IntRange(0, 1e6).Draw(t, "calls"), Decision: rapid.Bool().Draw(t, "decision")}
		b := selection.Item{Tokens: rapid.IntRange(0, 1e6).Draw(t, "b"), Error: rapid.Bool().Draw(t, "error")}
		x, y := selection.Importance(a, 100), selection.Importance(b, 100)
		m, n := selection.Normalised(x), selection.Normalised(y)
		require.True(t, m >= 0 && m < 1)
		require.Equal(t, x < y, m < n)
	})
}

func TestWhatIsTooLarge(t *testing.T) {
	items := make([]selection.Item, 3000)
	for i := range items {
		items[i] = selection.Item{ID: i, Tokens: 1000, Score: 1}
	}
	_, err := selection.Knapsack(items, 1_000_000)
	require.ErrorContains(t, err, "use density")
	chosen, err := selection.Knapsack(items, 3_000_000)
	require.NoError(t, err, "all fit")
	require.Len(t, chosen, 3000)
}

// Whatever a list is like, no method panics, and none goes over the budget of a valid one.
func FuzzChoose(f *testing.F) {
	f.Add([]byte{3, 10, 1, 2, 200, 0, 9, 255, 128, 1}, 10)
	f.Add([]byte{0, 0, 0}, 0)
	f.Fuzz(func(t *testing.T, b []byte, budget int) {
		budget = min(budget, 1<<14)
		var items []selection.Item
		for len(b) >= 3 && len(items) < 24 {
			score := (float64(b[1]) - 100) / 32
			if b[1] == 255 {
				score = math.NaN()
			}
			items = append(items, selection.Item{ID: int(b[2] >> 3), Tokens: int(b[0]) - 4, Score: score, At: float64(b[2] & 7), Refs: []int{int(b[0] >> 3), int(b[1] >> 2)}})
			b = b[3:]
		}
		valid, seen := budget >= 0, map[int]bool{}
		for _, it := range items {
			valid = valid && it.Tokens >= 0 && !math.IsNaN(it.Score) && !seen[it.ID]
			seen[it.ID] = true
		}
		for name, choose := range methods(func(err error) {
			if valid && err != nil {
				t.Error(err)
			}
		}) {
			chosen := choose(items, budget)
			if valid && selection.Tokens(items, append(chosen, selection.Resolve(items, chosen, budget)...)) > budget {
				t.Errorf("%s is over the budget of %d: %v", name, budget, chosen)
			}
		}
	})
}
