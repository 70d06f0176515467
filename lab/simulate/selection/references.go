package selection

import (
	"fmt"
	"math/rand/v2"

	"contextarena.internal/strategies/selection"
)

// chain is a way to choose and to follow references, and what share of the references of what is shown leads to
// something that isn't.
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
		{"density, resolved", selection.Density, true},
		{"recency", selection.Recency, false},
	}
}()

// dangling is, for every chain, the share of references that lead nowhere, in percent, among 1,000 messages.
func dangling(r *rand.Rand, s sizing) []float64 {
	sc := shown
	items := inTime(scored(r, selection.Documented, sc.items, s))
	var out []float64
	for _, c := range chains {
		chosen := c.choose(items, sc.budget)
		if c.resolve {
			chosen = append(chosen, selection.Resolve(items, chosen, sc.budget)...)
		}
		refs := 0
		for _, i := range chosen {
			refs += len(items[i].Refs)
		}
		out = append(out, 100*float64(len(selection.Missing(items, chosen)))/float64(max(1, refs)))
	}
	return out
}

// smallest is the small instances on which the exact choice with references is found.
const smallest = 24

// deltas are the weights of references that are tried on them.
var deltas = []float64{.1, .5, 1}

// withReferences is what is reached of the exact choice's worth on one small list, by method and delta, in
// percent.
func withReferences(r *rand.Rand, s sizing) ([][]float64, error) {
	items := inTime(scored(r, selection.Documented, smallest, s))
	budget := 0
	for _, it := range items {
		budget += it.Tokens
	}
	budget /= 2
	var out [][]float64
	for _, delta := range deltas {
		best, err := selection.Exact(items, budget, delta)
		if err != nil {
			return nil, err
		}
		optimal, err := selection.Optimal(items, budget)
		if err != nil {
			return nil, err
		}
		most := selection.Worth(items, best, delta)
		var shares []float64
		for _, chosen := range [][]int{
			selection.Greedy(items, budget, 0), selection.GreedyDependent(items, budget, 0, delta), selection.Density(items, budget), optimal,
		} {
			shares = append(shares, 100*selection.Worth(items, chosen, delta)/most)
		}
		out = append(out, shares)
	}
	return out, nil
}

// blind are the methods of withReferences, in its order.
var blind = []string{"greedy_full, blind", "greedy_full, re-scored", "density, blind", "optimum, blind"}

func deltaName(d float64) string { return fmt.Sprintf("δ %g", d) }
