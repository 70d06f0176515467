package calibrate

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// Rank is how well one order of strategies agrees with a published one.
type Rank struct {
	Measure string  `json:"measure"` // P or A
	With    string  `json:"with"`    // what the leaderboard is compared with
	N       int     `json:"n"`       // strategies
	Rho     float64 `json:"rho"`     // Spearman's, ties at their average rank; 0 where one side has no order
	Defined bool    `json:"defined"` // false where all of a side are equal
	// Low and High are the middle 95 % of Rho when the eight scenarios of the simulated side are
	// resampled and the published counts drawn again as binomial. With so few strategies it is
	// coarse.
	Low  float64 `json:"low"`
	High float64 `json:"high"`
	// Chance is the share of all orders of the strategies that agree at least as well: the exact
	// one-sided permutation test.
	Chance float64 `json:"chance"`
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

// share is a count of a leaderboard.
type share struct{ k, n int }

func (s share) of() float64 { return float64(s.k) / float64(s.n) }

// rank compares published counts with what a bench counted, by scenario: side[i][s] is the mean of
// strategy i on scenario s.
func rank(published []share, side [][]float64) Rank {
	a, b := make([]float64, len(published)), make([]float64, len(published))
	for i := range published {
		a[i], b[i] = published[i].of(), total(side[i])
	}
	r := Rank{N: len(published)}
	if r.Rho, r.Defined = spearman(a, b); !r.Defined {
		return r
	}
	r.Chance = permuted(a, b)
	rng := rand.New(rand.NewPCG(seed, uint64(len(published))))
	var rhos []float64
	for range draws {
		at := make([]int, len(side[0]))
		for s := range at {
			at[s] = rng.IntN(len(at))
		}
		for i, p := range published {
			a[i], b[i] = binomial(rng, p)/float64(p.n), 0
			for _, s := range at {
				b[i] += side[i][s]
			}
		}
		if rho, ok := spearman(a, b); ok {
			rhos = append(rhos, rho)
		}
	}
	slices.Sort(rhos)
	if n := len(rhos); n > 0 {
		r.Low, r.High = rhos[n*25/1000], rhos[n-1-n*25/1000]
	}
	return r
}

// draws is how often the figures are drawn again for an interval.
const draws = 4000

// binomial draws a count like a published one. Half a success and half a failure are added, since a
// count of all would else never vary.
func binomial(rng *rand.Rand, s share) float64 {
	p, k := (float64(s.k)+0.5)/float64(s.n+1), 0.0
	for range s.n {
		if rng.Float64() < p {
			k++
		}
	}
	return k
}

func total(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum
}
