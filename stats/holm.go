package stats

import "sort"

// Holm adjusts the p values of one family so that comparing each with alpha keeps the chance of any
// false alarm in the family at alpha (Holm 1979). The result is in input order, never below p and
// at most 1; equal values get equal results. An empty family gives an empty slice. NaN isn't
// allowed: leave out what has no p.
func Holm(p []float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(a, b int) bool { return p[order[a]] < p[order[b]] })
	adjusted := make([]float64, len(p))
	highest := 0.0
	for rank, i := range order {
		highest = max(highest, min(1, p[i]*float64(len(p)-rank)))
		adjusted[i] = highest
	}
	return adjusted
}
