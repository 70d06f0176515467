package selection

import (
	"math/rand/v2"

	"contextarena.internal/lab/simulate"
	"contextarena.internal/strategies/selection"
)

// chain is a way to choose and to follow references.
type chain struct {
	name    string
	choose  func(items []selection.Item, budget int) []int
	resolve bool
}

var chains = func() []chain {
	greedy := methods[0].choose
	dependent := func(delta float64) func([]selection.Item, int) []int {
		return func(items []selection.Item, b int) []int {
			return selection.GreedyDependent(items, b, selection.EarlyStop, delta)
		}
	}
	return []chain{
		{"greedy", greedy, false},
		{"greedy, resolved", greedy, true},
		{"greedy δ 0.1", dependent(selection.Documented.Dependency), false},
		{"greedy δ 0.1, resolved", dependent(selection.Documented.Dependency), true},
		{"greedy δ 1, resolved", dependent(1), true},
		{"density, resolved", selection.Densest, true},
		{"recency", selection.Newest, false},
	}
}()

// dangling adds, for every chain, the share of references that lead nowhere, in percent, among 1,000 messages.
func dangling(c *simulate.Case, r *rand.Rand, s sizing) {
	items := inTime(scored(r, selection.Documented, shown.items, s))
	for _, by := range chains {
		chosen := by.choose(items, shown.budget)
		if by.resolve {
			chosen = append(chosen, selection.Resolve(items, chosen, shown.budget)...)
		}
		refs, missing := selection.Missing(items, chosen)
		c.Add("dangling", by.name, s.name, 100*float64(missing)/float64(max(1, refs)), 1)
	}
}
