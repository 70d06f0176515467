package stats

import (
	"math"
	"slices"
)

// Against is how far each strategy's mean lies above that of one of them, the reference, with intervals
// that hold for all at once at confidence 1-alpha: Dunnett's comparisons with a control (1955), two-sided,
// with spreads of their own and the critical value simulated from seed as Best's are. x[strategy][scenario]
// are higher where better; every scenario weighs the same.
//
// The reference itself, and what agrees with it in every scenario, has the interval [0, 0]. A difference
// that is the same in every scenario, and not zero, has no interval: there is no spread to estimate from.
// With fewer than MinClusters scenarios no other strategy has one.
func Against(x [][]float64, reference int, alpha float64, seed uint64) []*Interval {
	out := make([]*Interval, len(x))
	for i, row := range x {
		if slices.Equal(row, x[reference]) {
			out[i] = &Interval{}
		}
	}
	g := len(x[reference])
	if g < MinClusters {
		return out
	}
	p := newPairs(x)
	var largest []float64
	p.draw(seed, func(t func(i, j int) float64) {
		most := math.Inf(-1)
		for i := range x {
			if p.spread[i][reference] > 0 {
				most = max(most, math.Abs(t(i, reference)))
			}
		}
		largest = append(largest, most)
	})
	critical := quantileOf(largest, alpha)
	for i := range x {
		if spread := p.spread[i][reference]; spread > 0 {
			d, reach := p.means[i]-p.means[reference], critical*math.Sqrt(spread/float64(g-1)/float64(g))
			out[i] = &Interval{d - reach, d + reach}
		}
	}
	return out
}

// Linear are numbers for each scenario whose plain mean is the mean over probes, and whose spread is that
// of the scenarios' residuals: the mean as a ratio, linearised, as ClusterMean takes it.
func Linear(clusters []Cluster) []float64 {
	var sum, n float64
	for _, c := range clusters {
		sum, n = sum+c.Sum, n+c.N
	}
	out := make([]float64, len(clusters))
	for i, c := range clusters {
		out[i] = sum/n + (c.Sum-c.N*sum/n)*float64(len(clusters))/n
	}
	return out
}
