package stats

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Correlation is how well two orders of the same things agree.
type Correlation struct {
	Rho      float64   // Spearman's; 0 where it isn't defined
	Interval *Interval // nil where it can't be estimated
	N        int
	Note     string // what limits the figures
}

// Spearman is the rank correlation of two lists of one length, which pair up by place; ties are at
// their average rank. The interval, at confidence 1-alpha, is normal on Fisher's scale with variance
// (1+rho²/2)/(n-3) (Bonett & Wright 2000, "Sample size requirements for estimating Pearson, Kendall and
// Spearman correlations"). Fewer than 5 pairs, or a correlation of exactly 1 or -1, have none; a list
// whose values are all equal has no order, so the correlation is not defined.
func Spearman(a, b []float64, alpha float64) Correlation {
	c := Correlation{N: len(a)}
	rho := math.NaN()
	if len(a) > 1 {
		rho = stat.Correlation(averageRanks(a), averageRanks(b), nil)
	}
	if math.IsNaN(rho) {
		c.Note = "not defined: one side has no order"
		return c
	}
	c.Rho = max(-1, min(1, rho))
	n := float64(c.N)
	switch {
	case c.N < 5:
		c.Note = fmt.Sprintf("%d pairs: too few for an interval", c.N)
	case math.Abs(c.Rho) > 1-1e-12:
		c.Rho = math.Copysign(1, c.Rho)
		c.Note = "both orders agree wholly: no interval"
	default:
		reach := distuv.UnitNormal.Quantile(1-alpha/2) * math.Sqrt((1+c.Rho*c.Rho/2)/(n-3))
		z := math.Atanh(c.Rho)
		c.Interval = &Interval{math.Tanh(z - reach), math.Tanh(z + reach)}
	}
	return c
}

// averageRanks are the ranks of values from 1, the smallest first, ties at their average.
func averageRanks(values []float64) []float64 {
	order := slices.Sorted(slices.Values(values))
	out := make([]float64, len(values))
	for i, v := range values {
		low, _ := slices.BinarySearch(order, v)
		high := low
		for high < len(order) && order[high] == v {
			high++
		}
		out[i] = float64(low+high+1) / 2
	}
	return out
}
