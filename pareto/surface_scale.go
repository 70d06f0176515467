package pareto

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat/distuv"
)

// Scale says what a surface's values stand for. The zero value is Linear.
type Scale int

// The scales.
const (
	Linear Scale = iota // the quantity itself
	Log                 // the natural logarithm of a positive quantity, as a cost
	Logit               // log(p/(1-p)) of a share, as a retention
)

// unit is the quantity a value on the scale stands for. It rises with the value.
func (s Scale) unit(value float64) float64 {
	switch s {
	case Log:
		return math.Exp(value)
	case Logit:
		return 1 / (1 + math.Exp(-value))
	}
	return value
}

// LogitShare is the observation that kept of asked probes make on the Logit scale and its sampling
// variance by the delta method. The share is smoothed to (kept+2)/(asked+4) (Agresti & Coull
// 1998), so that none or all of few has a finite value and a wide variance. Averages over repeats
// may be fractional; asked is then still the number of verdicts. 0 ≤ kept ≤ asked.
func LogitShare(kept, asked float64) (value, variance float64) {
	p := (kept + 2) / (asked + 4)
	return math.Log(p / (1 - p)), 1 / ((asked + 4) * p * (1 - p))
}

// Prediction is what a surface says of a value: normal with Mean and SD on its scale. An SD of 0
// is a value that is known.
type Prediction struct {
	Mean, SD float64
	Scale    Scale
}

// Median is the quantity's median, in its own unit. On a curved scale it isn't its mean.
func (p Prediction) Median() float64 { return p.Scale.unit(p.Mean) }

// above is the expected amount by which the quantity exceeds t, counted 0 where it doesn't.
func (p Prediction) above(t float64) float64 {
	if p.SD == 0 {
		return max(0, p.Median()-t)
	}
	return p.integrate(max(-reach, p.edge(t)), reach, func(quantity float64) float64 { return quantity - t })
}

// below is the expected amount by which the quantity falls short of t, counted 0 where it doesn't.
func (p Prediction) below(t float64) float64 {
	if p.SD == 0 {
		return max(0, t-p.Median())
	}
	return p.integrate(-reach, min(reach, p.edge(t)), func(quantity float64) float64 { return t - quantity })
}

// edge is how many standard deviations above the mean the quantity is t; infinite where it is all on one side.
func (p Prediction) edge(t float64) float64 {
	switch {
	case p.Scale == Log && t > 0:
		t = math.Log(t)
	case p.Scale == Logit && t > 0 && t < 1:
		t = math.Log(t / (1 - t))
	case p.Scale == Logit && t >= 1:
		return math.Inf(1)
	case p.Scale != Linear:
		return math.Inf(-1)
	}
	return (t - p.Mean) / p.SD
}

// reach is how many standard deviations of a normal are integrated over. The rest is below 1e-11.
const reach = 7

// legendre are the nodes and weights of a Gauss-Legendre rule on [-1, 1].
var legendre = func() (rule struct{ nodes, weights [64]float64 }) {
	quad.Legendre{}.FixedLocations(rule.nodes[:], rule.weights[:], -1, 1)
	return
}()

// integrate is what is expected of a function of the quantity between so many standard deviations.
func (p Prediction) integrate(low, high float64, of func(quantity float64) float64) float64 {
	if low >= high {
		return 0
	}
	half, middle, sum := (high-low)/2, (high+low)/2, 0.0
	for i, node := range legendre.nodes {
		z := middle + half*node
		sum += legendre.weights[i] * of(p.Scale.unit(p.Mean+z*p.SD)) * distuv.UnitNormal.Prob(z)
	}
	return sum * half
}
