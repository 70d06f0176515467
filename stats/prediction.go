package stats

import "math"

// Ruling is what became of a prediction.
type Ruling string

// The rulings. PremiseFalse: what the prediction starts from isn't so. NotDelivered: what was to be tried
// hardly took place, so that there is nothing to rule on. Assumed: on a simulated model, what
// decides was put into the simulation, not found. Identical: what was to be tried changed nothing at all. PlaceboToo and
// CapacityToo: a control gains as much, so that the gain isn't what the prediction takes it for.
const (
	Supported    Ruling = "supported"
	NotSupported Ruling = "not supported"
	Undecided    Ruling = "undecided"
	PremiseFalse Ruling = "premise false"
	NotEstimable Ruling = "not estimable"
	NotDelivered Ruling = "not delivered"
	Assumed      Ruling = "assumed by the simulator"
	Identical    Ruling = "identical"
	PlaceboToo   Ruling = "placebo gains it too"
	CapacityToo  Ruling = "capacity gains it too"
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
func Judge(interval *Interval, allowed Bounds) Ruling {
	if interval == nil {
		return NotEstimable
	}
	return Decide(allowed.Low <= interval.Low && interval.High <= allowed.High, interval.High < allowed.Low || interval.Low > allowed.High)
}

// Decide is the ruling where something speaks for a prediction, against it, or neither does. What is for
// it counts first.
func Decide(supported, refuted bool) Ruling {
	switch {
	case supported:
		return Supported
	case refuted:
		return NotSupported
	}
	return Undecided
}
