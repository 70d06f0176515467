package selection

import (
	"fmt"
	"slices"
)

// MostNodes bounds the search of Exact: seconds.
const MostNodes = 20_000_000

// Exact chooses what is worth most with the term for references: the greatest Worth(items, chosen, delta) that
// fits, by branch and bound. It is for small instances: where MostNodes don't suffice, it returns an error. Of
// choices that are worth the same it returns the first it finds, in the order of the list.
//
// An item can add no more than its score and delta times the best of its references' scores, or 0, since a mean is
// no more than its greatest term. With every item at that most, and the last cut to fit, the best filling is the
// bound of what can still come: the order of density gives it in one pass.
func Exact(items []Item, budget int, delta float64) ([]int, error) {
	if delta < 0 {
		return nil, fmt.Errorf("a weight of %g for references: want 0 or more", delta)
	}
	s := search{items: items, at: places(items), delta: delta, isChosen: make([]bool, len(items)), most: make([]float64, len(items))}
	for i, it := range items {
		s.most[i] = it.Score
		best := 0.
		for _, id := range it.Refs {
			if j, known := s.at[id]; known && j != i && items[j].Tokens <= budget {
				best = max(best, items[j].Score)
			}
		}
		s.most[i] += max(0, delta*best)
		if it.Tokens <= budget {
			s.order = append(s.order, i)
		}
	}
	slices.SortStableFunc(s.order, func(i, j int) int {
		a, b := items[i], items[j]
		a.Score, b.Score = s.most[i], s.most[j]
		return byDensity(a, b)
	})
	s.branch(0, budget, 0)
	if s.nodes > MostNodes {
		return nil, fmt.Errorf("the exact choice among %d messages with references takes more than %d million steps: it is for small instances", len(items), MostNodes/1_000_000)
	}
	slices.Sort(s.best)
	return s.best, nil
}

// search is a branch and bound under way.
type search struct {
	items    []Item
	at       map[int]int
	delta    float64
	most     []float64 // by place: what an item can add at the most
	order    []int     // places by density of that, those that can't be chosen left out
	isChosen []bool    // by place
	chosen   []int
	best     []int
	worth    float64 // of best
	nodes    int
}

// branch decides on the k-th of the order and all behind it. bound is what the chosen items add at the most.
func (s *search) branch(k, room int, bound float64) {
	if s.nodes++; s.nodes > MostNodes {
		return
	}
	if bound+s.filling(k, room) <= s.worth {
		return
	}
	if k == len(s.order) {
		worth := 0.
		for _, i := range s.chosen {
			worth += s.items[i].Score + s.delta*dependency(s.items, s.at, s.isChosen, i)
		}
		if worth > s.worth {
			s.worth, s.best = worth, slices.Clone(s.chosen)
		}
		return
	}
	i := s.order[k]
	if s.items[i].Tokens <= room {
		s.chosen, s.isChosen[i] = append(s.chosen, i), true
		s.branch(k+1, room-s.items[i].Tokens, bound+s.most[i])
		s.chosen, s.isChosen[i] = s.chosen[:len(s.chosen)-1], false
	}
	s.branch(k+1, room, bound)
}

// filling is the most that the k-th of the order and those behind it can add in room tokens, if the last may be
// cut.
func (s *search) filling(k, room int) float64 {
	sum := 0.
	for _, i := range s.order[k:] {
		switch tokens := s.items[i].Tokens; {
		case s.most[i] <= 0:
		case tokens <= room:
			sum, room = sum+s.most[i], room-tokens
		default:
			return sum + s.most[i]*float64(room)/float64(tokens)
		}
	}
	return sum
}
