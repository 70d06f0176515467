package stats

import "gonum.org/v1/gonum/stat/distuv"

// Interval is a confidence interval. Both ends are within the range of the quantity.
type Interval struct{ Low, High float64 }

// Estimate is a mean with its denominator and, where one exists, its interval. The zero value is
// a figure of nothing: not Defined.
type Estimate struct {
	Mean     float64
	N        float64   // the denominator; fractional where repeats were averaged
	Clusters int       // scenarios it comes from
	SE, DF   float64   // standard error and degrees of freedom of the interval; 0 where there is none
	Interval *Interval // nil where it can't be estimated
	Note     string    // why there is no interval, or what limits it
}

// Defined reports whether there was anything to take the mean of.
func (e Estimate) Defined() bool { return e.N > 0 }

// Reach is how far the interval reaches from the mean, on the longer side: one that is cut at the
// end of the quantity's range, or comes from a bootstrap, has two. It is 0 without an interval.
func (e Estimate) Reach() float64 {
	if e.Interval == nil {
		return 0
	}
	return max(e.Interval.High-e.Mean, e.Mean-e.Interval.Low)
}

// rounding is how far two sums of the same shares may lie apart because they were added up in a
// different order. What differs by less is a tie.
const rounding = 1e-12

// around sets the t interval about the mean, clipped to [low, high].
func (e *Estimate) around(se, df, low, high, alpha float64) {
	half := tQuantile(df, alpha) * se
	e.SE, e.DF = se, df
	e.Interval = &Interval{max(low, e.Mean-half), min(high, e.Mean+half)}
}

// tQuantile is how many standard errors a two-sided t interval reaches to either side.
func tQuantile(df, alpha float64) float64 {
	return distuv.StudentsT{Sigma: 1, Nu: df}.Quantile(1 - alpha/2)
}
