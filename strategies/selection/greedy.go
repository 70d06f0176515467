package selection

import (
	"container/heap"
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
	return fill(items, budget, stop, byScore(items))
}

func byScore(items []Item) []int {
	type key struct {
		score float64
		at    int
	}
	keys := make([]key, len(items))
	for i, it := range items {
		keys[i] = key{it.Score, i}
	}
	slices.SortFunc(keys, func(a, b key) int {
		switch {
		case a.score > b.score:
			return -1
		case a.score < b.score:
			return 1
		}
		return a.at - b.at
	})
	order := make([]int, len(keys))
	for i, k := range keys {
		order[i] = k.at
	}
	return order
}

// fill takes items in an order while they fit.
func fill(items []Item, budget int, stop float64, order []int) []int {
	var chosen []int
	used := 0
	for _, i := range order {
		if items[i].Tokens <= budget-used {
			chosen = append(chosen, i)
			used += items[i].Tokens
		}
		if full(used, budget, stop) {
			break
		}
	}
	return chosen
}

func full(used, budget int, stop float64) bool {
	return stop > 0 && float64(used) >= float64(budget)*stop
}

// GreedyDependent is Greedy with the term for references at work: an item's score is raised by delta times the
// mean score of those of its references that are chosen already, and counted anew whenever one of them is. The
// document's code computes this term from an empty table, so that it is always 0. Scores of references count
// without their own references, so circles do no harm. An item that was passed over doesn't come back.
func GreedyDependent(items []Item, budget int, stop, delta float64) []int {
	at := places(items)
	referring := map[int][]int{} // by place: the places of those that refer to it
	for i, it := range items {
		for _, id := range it.Refs {
			if j, known := at[id]; known && j != i {
				referring[j] = append(referring[j], i)
			}
		}
	}
	if delta == 0 || len(referring) == 0 {
		return Highest(items, budget, stop)
	}
	q := newQueue(items)
	isChosen := make([]bool, len(items))
	var chosen []int
	used := 0
	for q.Len() > 0 {
		i := heap.Pop(q).(int)
		if items[i].Tokens <= budget-used {
			chosen, isChosen[i] = append(chosen, i), true
			used += items[i].Tokens
			for _, j := range referring[i] {
				q.raise(j, items[j].Score+delta*dependency(items, at, isChosen, j))
			}
		}
		if full(used, budget, stop) {
			break
		}
	}
	return chosen
}

// dependency is that of the item at a place, given which places are chosen.
func dependency(items []Item, at map[int]int, chosen []bool, place int) float64 {
	return Dependency(items[place].Refs, func(id int) (float64, bool) {
		j, known := at[id]
		if !known || !chosen[j] || j == place {
			return 0, false
		}
		return items[j].Score, true
	})
}

// queue hands out places by score.
type queue struct {
	score []float64 // by place
	heap  []int     // places
	where []int     // by place: its place in the heap; -1 once it left
}

func newQueue(items []Item) *queue {
	q := &queue{score: make([]float64, len(items)), heap: make([]int, len(items)), where: make([]int, len(items))}
	for i, it := range items {
		q.score[i], q.heap[i], q.where[i] = it.Score, i, i
	}
	heap.Init(q)
	return q
}

// raise gives a place that is still in the queue another score.
func (q *queue) raise(place int, score float64) {
	if q.where[place] < 0 {
		return
	}
	q.score[place] = score
	heap.Fix(q, q.where[place])
}

// Len implements heap.Interface.
func (q *queue) Len() int { return len(q.heap) }

// Less implements heap.Interface.
func (q *queue) Less(a, b int) bool {
	i, j := q.heap[a], q.heap[b]
	return q.score[i] > q.score[j] || q.score[i] == q.score[j] && i < j
}

// Swap implements heap.Interface.
func (q *queue) Swap(a, b int) {
	q.heap[a], q.heap[b] = q.heap[b], q.heap[a]
	q.where[q.heap[a]], q.where[q.heap[b]] = a, b
}

// Push implements heap.Interface; a queue only ever loses places.
func (q *queue) Push(any) { panic("selection: a queue takes nothing new") }

// Pop implements heap.Interface.
func (q *queue) Pop() any {
	last := len(q.heap) - 1
	place := q.heap[last]
	q.heap, q.where[place] = q.heap[:last], -1
	return place
}
