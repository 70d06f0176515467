package selection

import (
	"cmp"
	"slices"
)

// EarlyStop is the share of the budget at which the source document's greedy method stops.
const EarlyStop = .95

// Highest takes items by score, the highest first, whether it is above 0 or not, and passes over those that don't
// fit. After each item, taken or not, it stops once stop of the budget is full; with a stop of 0 it looks at all.
// It returns places in the order of choice.
//
// The document claims at least half of the optimum. It has no such bound: an item that is worth a little more
// than any other and fills the budget is taken instead of all the others.
func Highest(items []Item, budget int, stop float64) []int {
	return GreedyDependent(items, budget, stop, 0)
}

// GreedyDependent is Highest with the term for references at work: an item's score is raised by delta times the
// mean score of those of its references that are chosen already, and counted anew whenever one of them is. The
// document's code computes this term from an empty table, so that it is always 0. Scores of references count
// without their own references, so circles do no harm. An item that was passed over doesn't come back.
func GreedyDependent(items []Item, budget int, stop, delta float64) []int {
	at := places(items)
	referring := map[int][]int{} // by place: the places of those that refer to it
	score, order := make([]float64, len(items)), make([]int, len(items))
	for i, it := range items {
		score[i], order[i] = it.Score, i
		for _, id := range it.Refs {
			if j, known := at[id]; known && j != i {
				referring[j] = append(referring[j], i)
			}
		}
	}
	byScore := func(i, j int) int { return cmp.Or(cmp.Compare(score[j], score[i]), i-j) }
	slices.SortFunc(order, byScore)
	isChosen := make([]bool, len(items))
	return fill(items, budget, stop, order, func(i int, rest []int) {
		isChosen[i] = true
		if delta == 0 || len(referring[i]) == 0 {
			return
		}
		for _, j := range referring[i] {
			score[j] = items[j].Score + delta*Dependency(items[j].Refs, func(id int) (float64, bool) {
				k, known := at[id]
				return items[k].Score, known && isChosen[k] && k != j
			})
		}
		slices.SortFunc(rest, byScore)
	})
}

// fill takes items in an order while they fit. taken is told each and may put those that are left into another order.
func fill(items []Item, budget int, stop float64, order []int, taken func(i int, rest []int)) []int {
	var chosen []int
	used := 0
	for n, i := range order {
		if items[i].Tokens <= budget-used {
			chosen = append(chosen, i)
			used += items[i].Tokens
			taken(i, order[n+1:])
		}
		if stop > 0 && float64(used) >= float64(budget)*stop {
			break
		}
	}
	return chosen
}
