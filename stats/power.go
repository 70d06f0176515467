package stats

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat/distuv"
)

// Power is the chance that a two-sided paired t test at alpha over n units (scenarios), whose
// differences have standard deviation sd, finds a true mean difference of delta: the noncentral
// t's mass beyond the critical values (Cohen 1988). The tail in the wrong direction counts, so no
// difference is found with chance alpha. Fewer than two units find nothing: 0. Without any spread
// every difference is found.
func Power(delta, sd float64, n int, alpha float64) float64 {
	switch {
	case n < 2:
		return 0
	case delta == 0:
		return alpha
	case sd == 0:
		return 1
	}
	df := float64(n - 1)
	critical := tQuantile(df, alpha)
	shift := math.Abs(delta) * math.Sqrt(float64(n)) / sd
	// The estimated standard deviation over the true one is a chi variable over its root df; given
	// it, the mean is normal and the test is a pair of normal tails.
	spread := distuv.ChiSquared{K: df}
	density := func(s float64) float64 {
		return 2 * df * s * math.Exp(spread.LogProb(df*s*s))
	}
	high := math.Sqrt(spread.Quantile(1-1e-14) / df)
	return min(1, quad.Fixed(func(s float64) float64 {
		upper := distuv.UnitNormal.Survival(critical*s - shift)
		lower := distuv.UnitNormal.CDF(-critical*s - shift)
		return density(s) * (upper + lower)
	}, 0, high, 400, nil, 0))
}

// MDE is the minimum detectable effect: the least difference that a two-sided paired t test at
// alpha over n units with standard deviation sd finds with the given power. It is in sd's units,
// +Inf for fewer than two units, and 0 where sd is 0 or the power asked for isn't above alpha.
func MDE(sd float64, n int, alpha, power float64) float64 {
	switch {
	case n < 2 || power >= 1:
		return math.Inf(1)
	case sd == 0 || power <= alpha:
		return 0
	}
	low, high := 0.0, 1.0
	for Power(high, 1, n, alpha) < power {
		low, high = high, 2*high
	}
	for high-low > 1e-10*high {
		middle := (low + high) / 2
		if Power(middle, 1, n, alpha) < power {
			low = middle
		} else {
			high = middle
		}
	}
	return high * sd
}
