package pareto

import (
	"math"
	"slices"
)

// Front is the indices, ascending, of the points that no other dominates. A point dominates another
// if it is nowhere worse and somewhere better, so equal points don't dominate one another and all
// of them are on the front or none is. No points have no front.
//
// Two objectives take O(n log n) (Kung, Luccio & Preparata 1975), others O(n) for each point on the
// front (Chomicki et al. 2003).
func Front(points [][]float64, objectives []Objective) []int { return front(lower(points, objectives)) }

// front is Front of rows in which less is better everywhere.
func front(rows [][]float64) []int {
	order := sorted(rows) // nothing is dominated by what comes after it
	best := math.Inf(1)   // of the second of two coordinates
	var kept [][]float64
	var out []int
	for start := 0; start < len(order); {
		p, end := rows[order[start]], start+1
		for end < len(order) && slices.Equal(rows[order[end]], p) {
			end++
		}
		behind := false
		if len(p) == 2 {
			behind = best <= p[1]
		} else {
			behind = slices.ContainsFunc(kept, func(q []float64) bool { return nowhereWorse(q, p) })
		}
		if !behind {
			out = append(out, order[start:end]...)
			kept, best = append(kept, p), p[len(p)-1]
		}
		start = end
	}
	slices.Sort(out)
	return out
}

func nowhereWorse(q, p []float64) bool {
	for j, v := range q {
		if v > p[j] {
			return false
		}
	}
	return true
}

// sorted is the indices of rows in ascending order.
func sorted(rows [][]float64) []int {
	type key struct {
		value float64 // the first coordinate, where sorting finds it at once
		index int
	}
	keys := make([]key, len(rows))
	for i, p := range rows {
		keys[i] = key{p[0], i}
	}
	slices.SortFunc(keys, func(a, b key) int {
		switch {
		case a.value < b.value:
			return -1
		case a.value > b.value:
			return 1
		}
		return slices.Compare(rows[a.index], rows[b.index])
	})
	order := make([]int, len(rows))
	for k := range keys {
		order[k] = keys[k].index
	}
	return order
}
