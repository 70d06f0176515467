package selection

import (
	"fmt"
	"math"
	"slices"
)

// MostCells bounds items × budget of Knapsack, whose decisions take a bit each: 256 MiB.
const MostCells = 1 << 31

// Knapsack chooses the greatest total score that fits, by dynamic programming: a 0/1 knapsack in O(items × budget)
// time. Of choices that are worth the same it leaves out the item that is later in the list; items worth 0 or
// less are never taken. It returns places in the list's order.
//
// Only the best scores of the item before are kept, and of each item a bit per size of budget. Sizes that the items to
// come can't bring up to the budget are not computed. More than MostCells are an error.
//
// The document speaks of a knapsack "with message dependencies"; its code has none, and with them the problem
// isn't one that this recursion solves.
func Knapsack(items []Item, budget int) ([]int, error) {
	total := 0 // of what can be taken
	var able []int
	for i, it := range items {
		if it.Score > 0 && it.Tokens >= 0 && it.Tokens <= budget {
			able, total = append(able, i), total+it.Tokens
		}
	}
	if len(able) == 0 || total <= budget {
		return able, nil
	}
	if cells := float64(len(able)) * float64(budget+1); cells > MostCells {
		return nil, fmt.Errorf("the exact optimum of %d messages in %d tokens takes a table of %.0f million cells, and %d million are the most: use density, which needs none", len(able), budget, cells/1e6, MostCells/1_000_000)
	}
	best := make([]float64, budget+1)    // by tokens: the greatest score so far
	taken := make([][]uint64, len(able)) // by tokens, a bit each: the item is part of it
	for k, i := range able {
		taken[k] = make([]uint64, budget/64+1)
		size, score := items[i].Tokens, items[i].Score
		total -= size
		for w := budget; w >= max(size, budget-total); w-- {
			taken[k][w/64] |= better(&best[w], best[w-size]+score) << (w % 64)
		}
	}
	var chosen []int
	for k, w := len(able)-1, budget; k >= 0; k-- {
		if taken[k][w/64]>>(w%64)&1 == 1 {
			chosen = append(chosen, able[k])
			w -= items[able[k]].Tokens
		}
	}
	slices.Reverse(chosen)
	return chosen, nil
}

// better keeps the greater of two scores of 0 or more, and is 1 if that is the second. Such scores are in the
// order of their bits, and whole numbers are compared without a branch that a processor could guess wrong.
func better(kept *float64, score float64) (taken uint64) {
	v, w := math.Float64bits(*kept), math.Float64bits(score)
	if w > v {
		taken = 1
	}
	*kept = math.Float64frombits(max(v, w))
	return taken
}
