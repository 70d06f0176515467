// Package stats turns counts into estimates with their uncertainty. It is pure.
//
//  1. A single trial's counts get a Wilson interval (Wilson).
//  2. Across scenarios the scenario is the unit: the probes of one scenario share a
//     conversation, a memory and its accidents, so they aren't independent. ClusterMean weighs
//     every probe equally, takes the spread between scenarios and uses Student's t with one
//     degree of freedom fewer than there are scenarios.
//  3. What can't be estimated says so: an Estimate without an interval carries the reason.
package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Interval is a confidence interval. Both ends are within the range of the quantity.
type Interval struct{ Low, High float64 }

// Estimate is a mean with its denominator and, where one exists, its interval.
type Estimate struct {
	Mean     float64
	N        float64   // the denominator; fractional where repeats were averaged
	Clusters int       // scenarios it comes from
	Interval *Interval // nil where it can't be estimated
	Note     string    // why there is no interval
}

// Defined reports whether there was anything to take the mean of.
func (e Estimate) Defined() bool { return e.N > 0 }

// Wilson is the score interval for k successes in n trials at confidence 1-alpha (Wilson 1927).
// No trials tell nothing: [0, 1]. It returns an error unless 0 ≤ k ≤ n and 0 < alpha < 1.
func Wilson(k, n int, alpha float64) (Interval, error) {
	if k < 0 || k > n || !(alpha > 0 && alpha < 1) {
		return Interval{}, fmt.Errorf("wilson interval of %d in %d at alpha %g: want 0 ≤ k ≤ n, 0 < alpha < 1", k, n, alpha)
	}
	if n == 0 {
		return Interval{0, 1}, nil
	}
	z := distuv.UnitNormal.Quantile(1 - alpha/2)
	nf, p := float64(n), float64(k)/float64(n)
	centre := (p + z*z/(2*nf)) / (1 + z*z/nf)
	half := z / (1 + z*z/nf) * math.Sqrt(p*(1-p)/nf+z*z/(4*nf*nf))
	return Interval{max(0, centre-half), min(1, centre+half)}, nil
}

// Cluster is the sum of one scenario's values and how many there are.
type Cluster struct{ Sum, N float64 }

// ClusterSE is the mean over all values and its cluster-robust standard error (CR1: the sum of
// squared cluster residuals with the factor G/(G-1), over N²; Miller 2024, "Adding Error Bars
// to Evals"). Clusters without values don't count. With fewer than two the error is NaN.
func ClusterSE(clusters []Cluster) (mean, se float64, g int) {
	var sum, n float64
	for _, c := range clusters {
		sum, n = sum+c.Sum, n+c.N
		if c.N > 0 {
			g++
		}
	}
	if n == 0 {
		return math.NaN(), math.NaN(), 0
	}
	mean = sum / n
	if g < 2 {
		return mean, math.NaN(), g
	}
	var squares float64
	for _, c := range clusters {
		if c.N > 0 {
			residual := c.Sum - mean*c.N
			squares += residual * residual
		}
	}
	return mean, math.Sqrt(squares*float64(g)/float64(g-1)) / n, g
}

// MinClusters is the fewest scenarios across which an interval is worth printing.
const MinClusters = 3

// ClusterMean is the mean of proportions with a t interval over scenarios at confidence
// 1-alpha, clipped to [0, 1]. Fewer than MinClusters scenarios give no interval, and neither do
// scenarios that all agree, whose spread of zero would promise certainty.
func ClusterMean(clusters []Cluster, alpha float64) Estimate {
	mean, se, g := ClusterSE(clusters)
	e := Estimate{Mean: mean, Clusters: g}
	for _, c := range clusters {
		e.N += c.N
	}
	switch {
	case g == 0:
		e.Mean, e.Note = 0, "nothing to count"
	case g < MinClusters:
		e.Note = "not estimable across fewer than 3 scenarios"
	case se == 0:
		e.Note = "all scenarios agree: no spread to estimate from"
	default:
		t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(g - 1)}.Quantile(1 - alpha/2)
		e.Interval = &Interval{max(0, mean-t*se), min(1, mean+t*se)}
	}
	return e
}
