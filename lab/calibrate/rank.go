package calibrate

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// Rank is how well one order of strategies agrees with a published one, by tasks passed.
type Rank struct {
	With    string  `json:"with"`    // what the leaderboard is compared with
	N       int     `json:"n"`       // strategies
	Rho     float64 `json:"rho"`     // Spearman's, ties at their average rank; 0 where one side has no order
	Defined bool    `json:"defined"` // false where all of a side are equal
	// Chance is the share of all orders of the strategies that agree at least as well: the exact
	// one-sided permutation test.
	Chance float64 `json:"chance"`
}

// rank compares two orders.
func rank(with string, a, b []float64) Rank {
	r := Rank{With: with, N: len(a), Chance: permuted(a, b)}
	r.Rho, r.Defined = spearman(a, b)
	return r
}

// spearman is the rank correlation of two lists, ties at their average rank. It is false if all
// of one are equal.
func spearman(a, b []float64) (float64, bool) {
	rho := stat.Correlation(ranks(a), ranks(b), nil)
	if math.IsNaN(rho) {
		return 0, false
	}
	return rho, true
}

// ranks are the ranks of values from 1, the smallest first, ties at their average.
func ranks(values []float64) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		below, same := 0, 0
		for _, o := range values {
			if o < v {
				below++
			} else if o == v {
				same++
			}
		}
		out[i] = float64(below) + float64(same+1)/2
	}
	return out
}

// permuted is the share of all orders of b that agree with a at least as well as b does.
func permuted(a, b []float64) float64 {
	rho, _ := spearman(a, b)
	hits, all := 0, 0
	order := slices.Clone(b)
	var visit func(k int)
	visit = func(k int) {
		if k == len(order) {
			all++
			if r, _ := spearman(a, order); r >= rho-1e-12 {
				hits++
			}
			return
		}
		for i := k; i < len(order); i++ {
			order[k], order[i] = order[i], order[k]
			visit(k + 1)
			order[k], order[i] = order[i], order[k]
		}
	}
	visit(0)
	return float64(hits) / float64(all)
}
