package stats

import (
	"math"
	"sync"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat/distuv"
)

// found is the chance that a two-sided paired t test at alpha over n units (scenarios) finds a true mean
// difference, as a function of that difference times √n over the standard deviation: the noncentral t's
// mass beyond the critical values (Cohen 1988). The tail in the wrong direction counts, so that no
// difference is found with chance alpha.
func found(n int, alpha float64) func(shift float64) float64 {
	df := float64(n - 1)
	critical := tQuantile(df, alpha)
	// The estimated standard deviation over the true one is a chi variable over its root df; given
	// it, the mean is normal and the test is a pair of normal tails.
	spread := distuv.ChiSquared{K: df}
	high := math.Sqrt(spread.Quantile(1-1e-14) / df)
	at, weight := nodes()
	edge, mass := make([]float64, len(at)), make([]float64, len(at))
	for i, x := range at {
		s := high * x
		edge[i] = critical * s
		mass[i] = high * weight[i] * 2 * df * s * math.Exp(spread.LogProb(df*s*s))
	}
	return func(shift float64) float64 {
		power := 0.0
		for i, c := range edge {
			power += mass[i] * (distuv.UnitNormal.Survival(c-shift) + distuv.UnitNormal.CDF(-c-shift))
		}
		return min(1, power)
	}
}

// nodes are those of Gauss and Legendre's quadrature from 0 to 1, with their weights. Finding them
// takes longer than any integral.
var nodes = sync.OnceValues(func() (at, weight []float64) {
	at, weight = make([]float64, 400), make([]float64, 400)
	quad.Legendre{}.FixedLocations(at, weight, 0, 1)
	return at, weight
})

// MDE is the minimum detectable effect: the least difference that a two-sided paired t test at
// alpha over n units with standard deviation sd finds with the given power. It is in sd's units,
// +Inf for fewer than two units or an alpha of 0, and 0 where sd is 0 or the power asked for isn't
// above alpha.
func MDE(sd float64, n int, alpha, power float64) float64 {
	switch {
	case n < 2 || power >= 1 || alpha <= 0:
		return math.Inf(1)
	case sd == 0 || power <= alpha:
		return 0
	}
	return detectable(n, alpha, power) * sd / math.Sqrt(float64(n))
}

// shifts are what detectable has worked out: a report asks for the same few again and again, and each takes half a millisecond.
var shifts sync.Map

// detectable is the least shift (a difference times √n over the standard deviation) that is found with the given power.
func detectable(n int, alpha, power float64) float64 {
	key := [3]float64{float64(n), alpha, power}
	if shift, ok := shifts.Load(key); ok {
		return shift.(float64)
	}
	at := found(n, alpha)
	low, high := 0.0, 1.0
	for at(high) < power {
		low, high = high, 2*high
	}
	for high-low > 1e-8*high {
		middle := (low + high) / 2
		if at(middle) < power {
			low = middle
		} else {
			high = middle
		}
	}
	shifts.Store(key, high)
	return high
}

// FlipMDE is MDE for FlipSigns, whose p over n units is a multiple of 2^(1-n): the level that counts
// is the greatest multiple that isn't above alpha, and where there is none no difference is ever
// found: +Inf. If it is the least one, all differences must have the same sign, which those of a
// normal distribution have with chance Φ(d/sd)^n (the other sign adds next to nothing). Above that
// it is the t test's MDE at that level, which flips find with nearly the same power.
func FlipMDE(sd float64, n int, alpha, power float64) float64 {
	if n < 1 || n > exactFlips {
		return MDE(sd, n, alpha, power)
	}
	least := math.Ldexp(1, 1-n)
	switch steps := math.Floor(alpha/least + rounding); {
	case steps < 1 || power >= 1:
		return math.Inf(1)
	case steps == 1:
		return max(0, sd*distuv.UnitNormal.Quantile(math.Pow(power, 1/float64(n))))
	default:
		return MDE(sd, n, steps*least, power)
	}
}
