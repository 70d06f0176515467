package sim

import "math"

// dice draws numbers that depend on nothing but the seed of the request, what they are about and
// how much there is to read. They are no stream: no draw depends on how many were made before.
//
// With the amount of text a number drifts: of two requests that are about equally long it is
// nearly the same, and once one is half as long again as the other it is another. So a word
// more changes little, while a fact that survived one rewriting of the notes isn't safe for ever.
type dice struct {
	seed   uint64
	era    uint64  // how long the request is, in whole steps
	within float64 // how far on the way to the next one, 0 to 1
}

// erasPerDoubling is how often the draws are all new while the text doubles.
const erasPerDoubling = 2

// newDice makes dice for a request of n clauses.
func newDice(seed int64, sample, n int) dice {
	at := erasPerDoubling * math.Log2(float64(n+1))
	era := math.Floor(at)
	return dice{mix(uint64(seed) ^ mix(uint64(sample))), uint64(era), at - era}
}

// unit is a number from 0 to 1 (exclusive), evenly spread: about the nth clause of a shape, on an
// occasion.
func (d dice) unit(occasion, shape uint64, nth int) float64 {
	h := mix(d.seed ^ mix(occasion^mix(shape+uint64(nth)*0x9e3779b97f4a7c15)))
	now, next := fraction(mix(h^d.era)), fraction(mix(h^(d.era+1)))
	return drift(now, next, d.within)
}

// drift goes from a to b, both even on [0,1), so that it is even everywhere on the way: it is the
// distribution function of (1-t)·a + t·b, a trapezoid, at its own value.
func drift(a, b, t float64) float64 {
	x, long, short := (1-t)*a+t*b, max(t, 1-t), min(t, 1-t)
	switch {
	case x < short:
		return x * x / (2 * long * short)
	case x > long:
		return min(1-(1-x)*(1-x)/(2*long*short), 1-0x1p-53)
	}
	return (x - short/2) / long
}

func fraction(h uint64) float64 { return float64(h>>11) / (1 << 53) }

// mix is the finisher of SplitMix64 (Steele, Lea and Flood 2014).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Occasions on which something is drawn.
const (
	onNotes uint64 = iota + 1
	onAnswer
	onResistance
	onSum
	onStale
	onCopy
	onWorth
	onRepeat
	onVolunteer
	onRestating
	onNod
	onLatency
	onJudging
)

// happens is the chance of something with a hazard.
func happens(hazard float64) float64 { return -math.Expm1(-max(hazard, 0)) }
