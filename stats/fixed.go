package stats

import (
	"fmt"
	"math"
)

// Stratum is one scenario of which nothing but the repeats is random. A and B are the two sides'
// means over probes, one value per trial; B stays empty where there is one side.
type Stratum struct {
	Weight float64 // the scenario's share of the mean: its probes. Not above 0: left out
	Probes float64 // probes behind each value; below 1 a trial counts as one all-or-nothing draw
	A, B   []float64
	Paired bool // A[i] and B[i] are of the same repeat and seed. Ignored where the lengths differ
}

// FixedMean is the weighted mean of A with a t interval that says how far other repeats of these
// very scenarios would move it; N is the sum of weights. It claims nothing about other scenarios.
//
// The variance is the sum of w²·s²/R over scenarios (w: shares of the weight, R: repeats), with
// Satterthwaite's degrees of freedom (1946), at least 1. A scenario with a single repeat leaves the
// whole figure without an interval.
//
// Bounded values (shares) are clipped to [0, 1], and their interval is never narrower than what
// repeats that all agree would justify: n probes seen never to change can still change once in a
// while. With two changes and two probes that stayed added (Agresti & Coull 1998), a scenario's
// changing share is q = 2/(n+4) with variance q(1-q)/(n+4), n being its repeats × probes, whatever
// the share kept. It counts probes as independent within a trial, but adds the two changes to every
// scenario rather than to the whole, which is the wider choice and makes up for it: for 8 scenarios
// × 5 repeats × 8 probes a difference is known to 0.03 at best. The floor holds for the whole
// interval, so that seeing a first change can't narrow it.
//
// Unbounded values (costs) have no such scale: where every repeat agrees the interval has no width
// and the note says so.
func FixedMean(strata []Stratum, bounded bool, alpha float64) Estimate {
	return fixedEstimate(strata, false, bounded, alpha)
}

// FixedDifference is FixedMean for A minus B, clipped to [-1, 1] where bounded. Paired repeats give
// the variance of their differences; others add the variances of both sides (Welch 1947). Scenarios
// that lack one side are left out, and the note counts them.
func FixedDifference(strata []Stratum, bounded bool, alpha float64) Estimate {
	return fixedEstimate(strata, true, bounded, alpha)
}

// source is one independent part of a variance: some repeats of one scenario on one side.
type source struct {
	variance float64 // of the mean over the repeats, times the squared share of the weight
	floor    float64 // the least it could honestly be
	df       float64 // repeats less one
}

func fixedEstimate(strata []Stratum, difference, bounded bool, alpha float64) Estimate {
	var e Estimate
	var used []Stratum
	for _, s := range strata {
		if s.Weight > 0 && len(s.A) > 0 && (!difference || len(s.B) > 0) {
			used = append(used, s)
			e.N += s.Weight
		}
	}
	e.Clusters = len(used)
	if len(used) == 0 {
		e.Note = "nothing to count"
		return e
	}
	left := ""
	if n := len(strata) - len(used); n > 0 {
		left = fmt.Sprintf("%d scenarios without trials to use left out", n)
		if n == 1 {
			left = "1 scenario without trials to use left out"
		}
	}
	var sources []source
	for _, s := range used {
		w := s.Weight / e.N
		sides := [][]float64{s.A}
		switch {
		case difference && s.Paired && len(s.A) == len(s.B):
			d := make([]float64, len(s.A))
			for i := range d {
				d[i] = s.A[i] - s.B[i]
			}
			sides[0] = d
			e.Mean += w * mean(d)
		case difference:
			sides = append(sides, s.B)
			e.Mean += w * (mean(s.A) - mean(s.B))
		default:
			e.Mean += w * mean(s.A)
		}
		for _, side := range sides {
			sources = append(sources, sourceOf(side, w, s.Probes))
		}
	}
	e.Note = left
	low, high := math.Inf(-1), math.Inf(1)
	if bounded {
		low, high = 0, 1
		if difference {
			low = -1
		}
		e.Mean = min(high, max(low, e.Mean))
	}
	var variance, floor, df, squares float64
	for _, s := range sources {
		if s.df < 1 {
			e.Note = join("one repeat: no variance to estimate from", left)
			return e
		}
		variance, floor, df = variance+s.variance, floor+s.floor, df+s.df
		squares += s.variance * s.variance / s.df
	}
	if variance > 0 {
		if satterthwaite := max(1, variance*variance/squares); !bounded || tQuantile(satterthwaite, alpha)*math.Sqrt(variance) >= tQuantile(df, alpha)*math.Sqrt(floor) {
			e.around(math.Sqrt(variance), satterthwaite, low, high, alpha)
			return e
		}
	}
	if !bounded {
		e.Interval = &Interval{e.Mean, e.Mean}
		e.Note = join("every repeat agrees: the interval has no width", left)
		return e
	}
	e.around(math.Sqrt(floor), df, low, high, alpha)
	e.Note = join("repeats hardly differ: the interval is the least their number allows", left)
	return e
}

// sourceOf is the variance that repeats with these values bring to a mean in which they have
// weight w.
func sourceOf(values []float64, w, probes float64) source {
	r := float64(len(values))
	n := r * max(1, probes)
	q := 2 / (n + 4)
	s := source{df: r - 1, floor: w * w * q * (1 - q) / (n + 4)}
	if r > 1 {
		m := mean(values)
		for _, v := range values {
			s.variance += (v - m) * (v - m)
		}
		s.variance *= w * w / (r - 1) / r
	}
	return s
}

// mean counts from the first value, so that values that are all the same have exactly that mean.
func mean(values []float64) float64 {
	var sum float64
	for _, v := range values {
		sum += v - values[0]
	}
	return values[0] + sum/float64(len(values))
}

// join puts two notes into one.
func join(a, b string) string {
	if b == "" {
		return a
	}
	return a + "; " + b
}
