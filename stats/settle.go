package stats

import (
	"fmt"
	"math"
)

// Settling is when a learning curve has reached its plateau.
type Settling struct {
	// At is the first step, from 1, from which on the mean curve stays within the margin of its
	// plateau; one more than there are steps if even the last lies outside.
	At int
	// Low and High bound At; both 0 where there is no interval.
	Low, High int
	Plateau   float64 // mean of the last steps
	Units     int     // curves
	Note      string  // why there is no interval, or what limits it
}

// Settle finds the step at which curves settle: the plateau is the mean of the last tail steps of the
// mean curve, and a curve has settled at the first step from which on every step lies within margin of
// that. The interval is a percentile bootstrap over whole curves (units that learned by themselves, so
// that the steps of one stay together) at confidence 1-alpha; resamples that don't settle count as one
// step more than there are. All curves have the same length, at least tail.
//
// Fewer than MinClusters curves give no interval, and below MinBootstrap the note says that it is too
// narrow. Up to 9 curves every resample is gone through, otherwise they are drawn from seed. No curves
// give the zero Settling with a note. A flat curve settles at step 1: whether anything was gained is
// another question.
func Settle(curves [][]float64, tail int, margin float64, resamples int, seed uint64, alpha float64) Settling {
	n := len(curves)
	if n == 0 || len(curves[0]) == 0 {
		return Settling{Note: "nothing to settle"}
	}
	steps := len(curves[0])
	tail = max(1, min(tail, steps))
	mean := make([]float64, steps)
	weigh := func(counts []int) (at int, plateau float64) {
		clear(mean)
		for i, k := range counts {
			for s, y := range curves[i] {
				mean[s] += float64(k) * y / float64(n)
			}
		}
		for _, y := range mean[steps-tail:] {
			plateau += y / float64(tail)
		}
		at = steps + 1
		for at > 1 && math.Abs(mean[at-2]-plateau) <= margin+rounding {
			at--
		}
		return at, plateau
	}
	once := make([]int, n)
	for i := range once {
		once[i] = 1
	}
	out := Settling{Units: n}
	out.At, out.Plateau = weigh(once)
	if n < MinClusters {
		out.Note = "no interval from fewer than 3 curves"
		return out
	}
	var ats replicates
	eachResample(n, resamples, seed, func(counts []int, share float64) {
		at, _ := weigh(counts)
		ats = append(ats, replicate{float64(at), share})
	})
	ats.sort()
	out.Low, out.High = int(ats.quantile(alpha/2)), int(ats.quantile(1-alpha/2))
	if n < MinBootstrap {
		out.Note = fmt.Sprintf("too narrow with %d curves", n)
	}
	return out
}
