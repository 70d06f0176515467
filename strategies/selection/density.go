package selection

import (
	"cmp"
	"slices"
)

// Densest takes items by score per token, those of no tokens first, and passes over those that don't fit; if the
// best single item that fits is worth more than all of that, it takes that one alone. Items worth 0 or less are
// never taken. It returns places in the order of choice.
//
// Where scores add up it reaches at least half of the optimum. Proof: leave out items that are larger than the
// budget B, which no choice holds, and those worth 0 or less, which improve none. If all others fit, they are
// the optimum. Else let items 1, 2, … be in the order of density and k the first that doesn't fit behind those
// before it, all of which were taken. Filling the budget with 1 … k−1 and the fraction of k that fits is
// optimal if items may be cut, since exchanging any part of it for as many tokens of something else, of less
// density, gains nothing. A choice of whole items is worth no more than that, so
//
//	OPT ≤ (s₁ + … + s_{k−1}) + s_k ≤ F + M ≤ 2·max(F, M),
//
// where F ≥ s₁ + … + s_{k−1} is the worth of all that was taken and M ≥ s_k that of the best single item. The
// bound is tight: items of (2 tokens, score 2+ε), (B, B), (B, B) with budget 2B reach B+2+ε of 2B.
func Densest(items []Item, budget int) []int {
	best := -1
	order := make([]int, 0, len(items))
	for i, it := range items {
		if it.Score <= 0 || it.Tokens > budget {
			continue
		}
		order = append(order, i)
		if best < 0 || it.Score > items[best].Score {
			best = i
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return byDensity(items[i], items[j]) })
	chosen := fill(items, budget, 0, order)
	if best >= 0 && items[best].Score > Score(items, chosen) {
		return []int{best}
	}
	return chosen
}

// byDensity puts the item of more score per token first. Of those without tokens all are first.
func byDensity(a, b Item) int {
	if a.Tokens == 0 || b.Tokens == 0 {
		return cmp.Compare(min(a.Tokens, 1), min(b.Tokens, 1))
	}
	return cmp.Compare(b.Score/float64(b.Tokens), a.Score/float64(a.Tokens))
}
