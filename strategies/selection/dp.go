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
// Only the best scores of the item before are kept, and of each item a bit per size of budget. Sizes that no
// choice so far can fill, and those that the items to come can't bring up to the budget, are not computed: the
// first have the score of the largest that can, the second are never asked for. More than MostCells are an error.
//
// The document speaks of a knapsack "with message dependencies"; its code has none, and with them the problem
// isn't one that this recursion solves.
func Knapsack(items []Item, budget int) ([]int, error) {
	total := 0 // of what can be taken
	var able []int
	for i, it := range items {
		if it.Tokens < 0 {
			return nil, fmt.Errorf("item %d: %d tokens: want 0 or more", it.ID, it.Tokens)
		}
		if it.Score > 0 && it.Tokens <= budget {
			able, total = append(able, i), total+it.Tokens
		}
	}
	if total <= budget || len(able) == 0 {
		return able, nil
	}
	most := budget
	if cells := float64(len(able)) * float64(most+1); cells > MostCells {
		return nil, fmt.Errorf("the exact optimum of %d messages in %d tokens takes a table of %.0f million cells, and %d million are the most: use density, which needs none", len(able), budget, cells/1e6, MostCells/1_000_000)
	}
	t := table{best: make([]float64, most+1)}
	rest := total
	for _, i := range able {
		rest -= items[i].Tokens
		t.add(items[i], max(0, most-rest))
	}
	var chosen []int
	for w, k := most, len(able)-1; k >= 0; k-- {
		if i := able[k]; t.kept(k, w) {
			chosen = append(chosen, i)
			w -= items[i].Tokens
		}
	}
	slices.Reverse(chosen)
	return chosen, nil
}

// table is the dynamic program under way.
type table struct {
	best  []float64 // by tokens up to reach: the greatest score so far
	reach int       // the tokens of all items so far, within the budget
	rows  []row
}

// row says, of one item, for which budgets it is taken.
type row struct {
	low, reach int // the budgets it was computed for; of more tokens than reach the answer is that of reach
	bits       []uint64
}

// kept reports whether the k-th item is taken where w tokens are left.
func (t *table) kept(k, w int) bool {
	r := t.rows[k]
	w = min(w, r.reach)
	return w >= r.low && r.bits[(w-r.low)>>6]>>((w-r.low)&63)&1 == 1
}

// add takes the next item into account for budgets from low on.
func (t *table) add(it Item, low int) {
	reach := min(len(t.best)-1, t.reach+it.Tokens)
	for w := t.reach + 1; w <= reach; w++ {
		t.best[w] = t.best[t.reach]
	}
	low = max(low, it.Tokens) // below its size it is out of the question
	r := row{low: low, reach: reach, bits: make([]uint64, (reach-low)/64+1)}
	decide(r.bits, t.best[low:reach+1], t.best[low-it.Tokens:reach-it.Tokens+1], it.Score)
	t.rows, t.reach = append(t.rows, r), reach
}

// decide sets best to the better of itself and with + score, and the bit of each place where that is the second.
// The two may overlap, with before best: places are gone through from the last on, so that with is as it was
// before the item.
func decide(bits []uint64, best, with []float64, score float64) {
	for i := len(bits) - 1; i >= 0; i-- {
		if at := i * 64; at+64 <= len(best) {
			bits[i] = decide64((*[64]float64)(best[at:]), (*[64]float64)(with[at:]), score)
		} else {
			for k := len(best) - 1 - at; k >= 0; k-- {
				bits[i] |= better(&best[at+k], with[at+k]+score) << k
			}
		}
	}
}

// decide64 is decide for 64 places, and all of the time that Knapsack takes. Within decide it would have too few
// registers.
//
//go:noinline
func decide64(best, with *[64]float64, score float64) (bits uint64) {
	for k := 63; k >= 0; k-- {
		bits = bits<<1 | better(&best[k], with[k]+score)
	}
	return bits
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
