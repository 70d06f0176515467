package stats

import "math"

// Verdict is what became of a prediction.
type Verdict string

// The verdicts. PremiseFalse: what the prediction starts from isn't so. NotDelivered: what was to be tried
// hardly took place, so that there is nothing to give a verdict on. Assumed: on a simulated model, what
// decides was put into the simulation, not found.
const (
	Supported    Verdict = "supported"
	NotSupported Verdict = "not supported"
	Undecided    Verdict = "undecided"
	PremiseFalse Verdict = "premise false"
	NotEstimable Verdict = "not estimable"
	NotDelivered Verdict = "not delivered"
	Assumed      Verdict = "assumed by the simulator"
)

// Bounds are what a prediction allows a quantity to be, both ends included.
type Bounds struct{ Low, High float64 }

// AtLeast allows a bound and all above it.
func AtLeast(bound float64) Bounds { return Bounds{bound, math.Inf(1)} }

// AtMost allows a bound and all below it.
func AtMost(bound float64) Bounds { return Bounds{math.Inf(-1), bound} }

// Within allows all that is no further from 0 than margin.
func Within(margin float64) Bounds { return Bounds{-margin, margin} }

// Judge says what an interval means for a prediction: supported if all of it is allowed, not supported if
// none of it is, undecided otherwise. Without an interval it is not estimable.
func Judge(interval *Interval, allowed Bounds) Verdict {
	if interval == nil {
		return NotEstimable
	}
	return Decide(allowed.Low <= interval.Low && interval.High <= allowed.High, interval.High < allowed.Low || interval.Low > allowed.High)
}

// Decide is the verdict where something speaks for a prediction, against it, or neither does. What is for
// it counts first.
func Decide(supported, refuted bool) Verdict {
	switch {
	case supported:
		return Supported
	case refuted:
		return NotSupported
	}
	return Undecided
}
