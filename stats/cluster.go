package stats

import "math"

// Cluster is the sum of one scenario's values and how many there are.
type Cluster struct{ Sum, N float64 }

// Correction is how a cluster-robust standard error makes up for residuals being smaller than
// errors, which matters with few clusters.
type Correction int

// CR0 corrects nothing. CR1 multiplies the variance by G/(G-1). CR2 divides each cluster's squared
// residual by 1-n/N, its own share of the loss: unbiased where the values are independent and
// equally spread, whatever the sizes (Bell & McCaffrey 2002; Pustejovsky & Tipton 2018).
const (
	CR0 Correction = iota
	CR1
	CR2
)

// MinClusters is the fewest scenarios across which an interval is worth printing.
const MinClusters = 3

// ClusterSE is the mean over all values and its cluster-robust standard error: the root of the sum
// of squared cluster residuals, corrected, over N (Miller 2024, "Adding Error Bars to Evals").
// Clusters without values don't count; g is how many do. With fewer than two clusters the error is
// NaN, and without any so is the mean.
func ClusterSE(clusters []Cluster, c Correction) (mean, se float64, g int) {
	var sum, n float64
	for _, k := range clusters {
		if k.N > 0 {
			sum, n, g = sum+k.Sum, n+k.N, g+1
		}
	}
	if g == 0 {
		return math.NaN(), math.NaN(), 0
	}
	mean = sum / n
	if g < 2 {
		return mean, math.NaN(), g
	}
	var squares float64
	for _, k := range clusters {
		if k.N <= 0 {
			continue
		}
		residual := k.Sum - mean*k.N
		square := residual * residual
		if c == CR2 {
			square /= 1 - k.N/n
		}
		squares += square
	}
	if c == CR1 {
		squares *= float64(g) / float64(g-1)
	}
	return mean, math.Sqrt(squares) / n, g
}

// ClusterMean is the mean of proportions with a CR2 interval over scenarios at confidence 1-alpha:
// Student's t with one degree of freedom fewer than there are scenarios, clipped to [0, 1]. Every
// value weighs the same, so a scenario weighs as much as it has values. Fewer than MinClusters
// scenarios give no interval, and neither do scenarios that all agree, whose spread of zero would
// promise certainty.
func ClusterMean(clusters []Cluster, alpha float64) Estimate {
	return clusterEstimate(clusters, 0, 1, alpha)
}

// PairedMean is ClusterMean for differences: a cluster is one scenario's sum of paired differences
// and how many pairs it has. Bounded differences (of shares) are clipped to [-1, 1], others (of
// costs) aren't.
func PairedMean(clusters []Cluster, bounded bool, alpha float64) Estimate {
	if bounded {
		return clusterEstimate(clusters, -1, 1, alpha)
	}
	return clusterEstimate(clusters, math.Inf(-1), math.Inf(1), alpha)
}

func clusterEstimate(clusters []Cluster, low, high, alpha float64) Estimate {
	mean, se, g := ClusterSE(clusters, CR2)
	e := Estimate{Mean: mean, Clusters: g}
	scale := 0.0
	for _, c := range clusters {
		if c.N > 0 {
			e.N += c.N
			scale = max(scale, math.Abs(c.Sum/c.N))
		}
	}
	switch {
	case g == 0:
		e.Mean, e.Note = 0, "nothing to count"
	case g < MinClusters:
		e.Note = "not estimable across scenarios (fewer than 3)"
	case se <= rounding*scale || !math.IsInf(high, 0) && se <= rounding:
		e.Note = "all scenarios agree: no spread to estimate from"
	default:
		e.around(se, float64(g-1), low, high, alpha)
	}
	return e
}
