package calibrate

import (
	"slices"

	"contextarena.internal/stats"
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
	ordered := func(values []float64) bool { return slices.Max(values) > slices.Min(values) }
	return Rank{With: with, N: len(a), Rho: stats.Spearman(a, b, alpha).Rho, Defined: ordered(a) && ordered(b), Chance: permuted(a, b)}
}

// permuted is the share of all orders of b that agree with a at least as well as b does.
func permuted(a, b []float64) float64 {
	rho := stats.Spearman(a, b, alpha).Rho
	hits, all := 0, 0
	order := slices.Clone(b)
	var visit func(k int)
	visit = func(k int) {
		if k == len(order) {
			all++
			if stats.Spearman(a, order, alpha).Rho >= rho-1e-12 {
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
