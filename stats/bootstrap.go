package stats

import (
	"fmt"
	"math"
	"sort"

	"gonum.org/v1/gonum/stat/distuv"
)

// MinBootstrap is the fewest units (scenarios) from which a bootstrap interval keeps what it
// promises; with fewer it is too narrow and PairedMean's t interval is the one to print.
const MinBootstrap = 20

// Bootstrap is the bootstrap distribution of a mean, summed up.
type Bootstrap struct {
	Estimate, SE    float64
	Percentile, BCa Interval
	// Bias and Acceleration are BCa's two corrections, z0 and a: 0 where the distribution of
	// resampled means lies symmetrically about the estimate.
	Bias, Acceleration float64
	Resamples          int    // drawn; 0: every possible resample was gone through
	Note               string // what limits the intervals
}

// BCa resamples the differences of independent units (scenarios, never probes) and gives the
// percentile and the bias-corrected accelerated interval (Efron 1987) of their mean at confidence
// 1-alpha. Ends are the smallest resampled mean whose cumulative share reaches the level; ties with
// the estimate are split in half for the bias, since shares tie heavily. Up to 9 units it goes
// through every resample, otherwise it draws from seed. The order of the differences doesn't
// matter. Below MinBootstrap units the note says "too narrow". Where all units agree the interval
// is a point and the note says so; no units give zeros and a note.
func BCa(differences []float64, resamples int, seed uint64, alpha float64) Bootstrap {
	n := len(differences)
	if n == 0 {
		return Bootstrap{Note: "nothing to resample"}
	}
	d := append([]float64(nil), differences...)
	sort.Float64s(d)
	b := Bootstrap{Estimate: mean(d)}
	if d[n-1]-d[0] <= rounding*max(math.Abs(d[0]), math.Abs(d[n-1])) {
		b.Percentile = Interval{b.Estimate, b.Estimate}
		b.BCa = b.Percentile
		b.Note = "all units agree: the interval is a point"
		return b
	}
	var means replicates
	b.Resamples = eachResample(n, resamples, seed, func(counts []int, share float64) {
		var sum float64
		for i, k := range counts {
			sum += float64(k) * d[i]
		}
		means = append(means, replicate{sum / float64(n), share})
	})
	means.sort()
	b.SE = means.se()
	tie := rounding * max(math.Abs(d[0]), math.Abs(d[n-1]))
	var below float64
	for _, m := range means {
		switch {
		case m.value < b.Estimate-tie:
			below += m.share
		case m.value <= b.Estimate+tie:
			below += m.share / 2
		}
	}
	b.Bias = distuv.UnitNormal.Quantile(below)
	var squares, cubes float64
	for _, x := range d {
		r := (x - b.Estimate) / (d[n-1] - d[0]) // a has no scale, but tiny cubes underflow
		squares, cubes = squares+r*r, cubes+r*r*r
	}
	b.Acceleration = cubes / (6 * math.Pow(squares, 1.5))
	corrected := func(level float64) float64 {
		z := b.Bias + distuv.UnitNormal.Quantile(level)
		return distuv.UnitNormal.CDF(b.Bias + z/(1-b.Acceleration*z))
	}
	b.Percentile = Interval{means.quantile(alpha / 2), means.quantile(1 - alpha/2)}
	b.BCa = Interval{means.quantile(corrected(alpha / 2)), means.quantile(corrected(1 - alpha/2))}
	if n < MinBootstrap {
		b.Note = fmt.Sprintf("too narrow with %d units", n)
	}
	return b
}

// ClusterBootstrap is the mean over all values with the percentile interval of resampling whole clusters
// (scenarios), whatever their sizes. Fewer than MinClusters clusters with values give no interval, and neither
// do clusters that all agree. Up to 9 clusters it goes through every resample, otherwise it draws from seed; the
// order of the clusters then matters.
func ClusterBootstrap(clusters []Cluster, resamples int, seed uint64, alpha float64) Estimate {
	e := ClusterMean(clusters, alpha)
	if e.Interval == nil {
		return e
	}
	var used []Cluster
	for _, c := range clusters {
		if c.N > 0 {
			used = append(used, c)
		}
	}
	var means replicates
	eachResample(len(used), resamples, seed, func(counts []int, share float64) {
		var sum, n float64
		for i, k := range counts {
			sum, n = sum+float64(k)*used[i].Sum, n+float64(k)*used[i].N
		}
		means = append(means, replicate{sum / n, share})
	})
	means.sort()
	e.SE, e.DF = means.se(), 0
	e.Interval = &Interval{means.quantile(alpha / 2), means.quantile(1 - alpha/2)}
	return e
}
