package selection

import (
	"cmp"
	"slices"
)

// BeamSearch goes through the items in the list's order and keeps, after each, the width partial choices of the
// greatest total score; of equal ones the first, where leaving an item out comes before taking it. It returns
// the places of the best choice in the list's order. A width below 1 counts as 1.
//
// The document calls a width of 1 "equivalent to greedy". It is oldest-first: taking an item that fits raises the
// score, so it is always taken, and the budget is gone before the newest are seen. Unbounded widths enumerate all
// choices; the width at which BeamSearch surely finds the optimum grows as they do, not as those of dynamic programming.
func BeamSearch(items []Item, budget, width int) []int {
	beam := []partial{{}}
	for i, it := range items {
		var next []partial
		for _, p := range beam {
			next = append(next, p)
			if it.Tokens <= budget-p.tokens {
				next = append(next, partial{p.score + it.Score, p.tokens + it.Tokens, &link{i, p.last}})
			}
		}
		slices.SortStableFunc(next, func(a, b partial) int { return cmp.Compare(b.score, a.score) })
		beam = next[:min(max(1, width), len(next))]
	}
	var chosen []int
	for l := beam[0].last; l != nil; l = l.before {
		chosen = append(chosen, l.item)
	}
	slices.Reverse(chosen)
	return chosen
}

// partial is a choice among the items so far.
type partial struct {
	score  float64
	tokens int
	last   *link // nil for none
}

// link is an item that was taken, and the one before it.
type link struct {
	item   int
	before *link
}
