package pareto

import (
	"math"
	"slices"
	"sort"
)

// Front is the indices, ascending, of the points that no other dominates. A point dominates another
// if it is nowhere worse and somewhere better, so equal points don't dominate one another and all
// of them are on the front or none is. No points have no front. A value that is missing, NaN or
// infinite is an error that names the point and the objective.
//
// One, two and three objectives take O(n log n) (Kung, Luccio & Preparata 1975), more take O(n)
// for each point on the front (Chomicki et al. 2003).
func Front(points [][]float64, objectives []Objective) ([]int, error) {
	rows, err := lower(points, objectives)
	if err != nil {
		return nil, err
	}
	return front(rows), nil
}

// front is Front of rows in which less is better everywhere.
func front(rows [][]float64) []int {
	// In this order nothing is dominated by what comes after it.
	order := sorted(rows, 0)
	behind, keep := skyline(rows)
	var out []int
	for start := 0; start < len(order); {
		p, end := rows[order[start]], start+1
		for end < len(order) && slices.Equal(rows[order[end]], p) {
			end++
		}
		if !behind(p) {
			out = append(out, order[start:end]...)
			keep(p)
		}
		start = end
	}
	slices.Sort(out)
	return out
}

// sorted is the indices of rows in ascending order of a coordinate and, where that ties, of all.
func sorted(rows [][]float64, coordinate int) []int {
	type key struct {
		value float64 // beside the index, where sorting finds it at once
		index int
	}
	keys := make([]key, len(rows))
	for i, p := range rows {
		keys[i] = key{p[coordinate], i}
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

// skyline remembers the points it is told to keep and says of another, which must not equal one of
// them and comes after them in lexicographic order, whether one of them dominates it.
func skyline(rows [][]float64) (behind func([]float64) bool, keep func([]float64)) {
	if len(rows) == 0 {
		return nil, nil
	}
	switch len(rows[0]) {
	case 2:
		best := math.Inf(1)
		return func(p []float64) bool { return best <= p[1] }, func(p []float64) { best = p[1] }
	case 3:
		s := newStack(rows)
		return func(p []float64) bool { return s.least(p[1]) <= p[2] }, func(p []float64) { s.put(p[1], p[2]) }
	}
	var kept [][]float64
	return func(p []float64) bool {
		return slices.ContainsFunc(kept, func(q []float64) bool {
			for j, v := range q {
				if v > p[j] {
					return false
				}
			}
			return true
		})
	}, func(p []float64) { kept = append(kept, p) }
}

// stack is a Fenwick tree (1994) of the least third coordinate among points whose second is at
// most a given one.
type stack struct {
	second []float64 // distinct, ascending
	third  []float64 // tree, 1-based
}

func newStack(rows [][]float64) stack {
	second := make([]float64, len(rows))
	for i, p := range rows {
		second[i] = p[1]
	}
	slices.Sort(second)
	second = slices.Compact(second)
	third := make([]float64, len(second)+1)
	for i := range third {
		third[i] = math.Inf(1)
	}
	return stack{second, third}
}

func (s stack) least(y float64) float64 {
	z := math.Inf(1)
	for i := sort.SearchFloat64s(s.second, y) + 1; i > 0; i -= i & -i {
		z = min(z, s.third[i])
	}
	return z
}

func (s stack) put(y, z float64) {
	for i := sort.SearchFloat64s(s.second, y) + 1; i < len(s.third); i += i & -i {
		s.third[i] = min(s.third[i], z)
	}
}
