package pareto

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat/distuv"

	"contextarena.internal/stats"
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
// may be fractional; asked is then still the number of verdicts. It returns an error unless
// 0 ≤ kept ≤ asked and both are finite.
func LogitShare(kept, asked float64) (value, variance float64, err error) {
	if !(kept >= 0 && kept <= asked) || math.IsInf(asked, 0) {
		return 0, 0, fmt.Errorf("logit of %g kept in %g: want 0 ≤ kept ≤ asked", kept, asked)
	}
	p := (kept + 2) / (asked + 4)
	return math.Log(p / (1 - p)), 1 / ((asked + 4) * p * (1 - p)), nil
}

// Prediction is what a surface says of a value: normal with Mean and SD on its scale. An SD of 0
// is a value that is known.
type Prediction struct {
	Mean, SD float64
	Scale    Scale
}

// Median is the quantity's median, in its own unit. On a curved scale it isn't its mean.
func (p Prediction) Median() float64 { return p.Scale.unit(p.Mean) }

// Interval holds the quantity with probability 1-alpha, in its own unit, as far as the surface's
// parameters are right: their own uncertainty isn't in it. 0 < alpha < 1.
func (p Prediction) Interval(alpha float64) stats.Interval {
	half := distuv.UnitNormal.Quantile(1-alpha/2) * p.SD
	return stats.Interval{Low: p.Scale.unit(p.Mean - half), High: p.Scale.unit(p.Mean + half)}
}

// above is the expected amount by which the quantity exceeds t, counted 0 where it doesn't.
func (p Prediction) above(t float64) float64 {
	if p.SD == 0 {
		return max(0, p.Median()-t)
	}
	switch p.Scale {
	case Log:
		if t <= 0 {
			return p.logMean() - t
		}
		z := (math.Log(t) - p.Mean) / p.SD
		return p.logMean()*distuv.UnitNormal.CDF(p.SD-z) - t*distuv.UnitNormal.CDF(-z)
	case Logit:
		return p.integrate(t, 1)
	}
	z := (p.Mean - t) / p.SD
	return p.SD*distuv.UnitNormal.Prob(z) + (p.Mean-t)*distuv.UnitNormal.CDF(z)
}

// below is the expected amount by which the quantity falls short of t, counted 0 where it doesn't.
func (p Prediction) below(t float64) float64 {
	if p.SD == 0 {
		return max(0, t-p.Median())
	}
	switch p.Scale {
	case Log:
		if t <= 0 {
			return 0
		}
		z := (math.Log(t) - p.Mean) / p.SD
		return t*distuv.UnitNormal.CDF(z) - p.logMean()*distuv.UnitNormal.CDF(z-p.SD)
	case Logit:
		return p.integrate(t, -1)
	}
	return Prediction{Mean: -p.Mean, SD: p.SD}.above(-t)
}

// logMean is the mean of a quantity that is normal on the Log scale.
func (p Prediction) logMean() float64 { return math.Exp(p.Mean + p.SD*p.SD/2) }

// reach is how many standard deviations of a normal are integrated over. The rest is below 1e-11.
const reach = 7

// legendre are the nodes and weights of a Gauss-Legendre rule on [-1, 1].
var legendre = func() (rule struct{ nodes, weights [64]float64 }) {
	quad.Legendre{}.FixedLocations(rule.nodes[:], rule.weights[:], -1, 1)
	return
}()

// integrate is above (side 1) or below (side -1) on the Logit scale, where there is no formula.
func (p Prediction) integrate(t, side float64) float64 {
	low, high := p.Mean-reach*p.SD, p.Mean+reach*p.SD
	var edge float64
	switch {
	case t <= 0:
		edge = math.Inf(-1)
	case t >= 1:
		edge = math.Inf(1)
	default:
		edge = math.Log(t / (1 - t))
	}
	if side > 0 {
		low = max(low, edge)
	} else {
		high = min(high, edge)
	}
	if low >= high {
		return 0
	}
	half, middle := (high-low)/2, (high+low)/2
	var sum float64
	for i, node := range legendre.nodes {
		value := middle + half*node
		sum += legendre.weights[i] * side * (Logit.unit(value) - t) * distuv.UnitNormal.Prob((value-p.Mean)/p.SD)
	}
	return sum * half / p.SD
}
