package selection

import (
	"fmt"
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
	rescored := func(items []selection.Item, b int) []int {
		return selection.GreedyDependent(items, b, selection.EarlyStop, selection.Documented.Dependency)
	}
	strong := func(items []selection.Item, b int) []int {
		return selection.GreedyDependent(items, b, selection.EarlyStop, 1)
	}
	return []chain{
		{"greedy", greedy, false},
		{"greedy, resolved", greedy, true},
		{"greedy δ 0.1", rescored, false},
		{"greedy δ 0.1, resolved", rescored, true},
		{"greedy δ 1, resolved", strong, true},
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
		refs, missing, _ := selection.Missing(items, chosen)
		c.Add("dangling", by.name, s.name, 100*float64(missing)/float64(max(1, refs)), 1)
	}
}

// smallest is the small instances on which the exact choice with references is found.
const smallest = 24

// withReferences draws one small list and, if it is to be played, adds what methods reach there of the exact choice's
// worth, in percent, by weights of references.
func withReferences(c *simulate.Case, r *rand.Rand, s sizing, played bool) error {
	items := inTime(scored(r, selection.Documented, smallest, s))
	if !played {
		return nil
	}
	budget := 0
	for _, it := range items {
		budget += it.Tokens
	}
	budget /= 2
	optimal, err := selection.Knapsack(items, budget)
	if err != nil {
		return err
	}
	for _, delta := range []float64{.1, .5, 1} {
		best, err := selection.Exact(items, budget, delta)
		if err != nil {
			return err
		}
		most := selection.Worth(items, best, delta)
		for _, m := range []struct {
			name   string
			chosen []int
		}{
			{"greedy_full, blind", selection.Highest(items, budget, 0)},
			{"greedy_full, re-scored", selection.GreedyDependent(items, budget, 0, delta)},
			{"density, blind", selection.Densest(items, budget)},
			{"optimum, blind", optimal},
		} {
			c.Add("references", m.name, fmt.Sprintf("δ %g", delta), 100*selection.Worth(items, m.chosen, delta)/most, 1)
		}
	}
	return nil
}
