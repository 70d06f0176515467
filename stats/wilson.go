package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

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
