package frontier

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"contextarena.internal/strategies/routed"
)

// line fits what is kept to signals by least squares, every scenario weighing the same. Without signals
// it is the mean.
type line struct {
	names   []string
	mean    []float64   // of the signals
	away    [][]float64 // by scenario and signal: the signals less their means
	inverse [][]float64 // of the sums of products of away
}

// newLine is a line in the named signals. False if they don't vary, or not apart from one another.
func newLine(names []string, signals []routed.Signals) (line, bool) {
	l := line{names: names, mean: make([]float64, len(names)), away: make([][]float64, len(signals)), inverse: [][]float64{}}
	for i, s := range signals {
		l.away[i], _ = s.Values(names) // the names are those of package routed
		for j, v := range l.away[i] {
			l.mean[j] += v / float64(len(signals))
		}
	}
	if len(names) == 0 {
		return l, true
	}
	products := mat.NewSymDense(len(names), nil)
	for _, row := range l.away {
		for j := range row {
			row[j] -= l.mean[j]
		}
		products.SymRankOne(products, 1, mat.NewVecDense(len(row), row))
	}
	scale := make([]float64, len(names)) // signals have units of their own
	for j := range scale {
		scale[j] = math.Sqrt(products.At(j, j))
		if scale[j] <= 1e-9*max(1, math.Abs(l.mean[j])) {
			return l, false
		}
	}
	related := mat.NewSymDense(len(names), nil)
	for i := range scale {
		for j := i; j < len(scale); j++ {
			related.SetSym(i, j, products.At(i, j)/scale[i]/scale[j])
		}
	}
	var c mat.Cholesky
	if !c.Factorize(related) || c.Cond() > 1e6 {
		return l, false
	}
	var inverse mat.SymDense
	if c.InverseTo(&inverse) != nil {
		return l, false
	}
	for i := range scale {
		row := make([]float64, len(scale))
		for j := range row {
			row[j] = inverse.At(i, j) / scale[i] / scale[j]
		}
		l.inverse = append(l.inverse, row)
	}
	return l, true
}

// freedom is how many degrees of freedom the fit leaves.
func (l line) freedom() int { return len(l.away) - 1 - len(l.names) }

// fit is the mean of the values, by how much they rise with each signal, and what is left of them.
func (l line) fit(values []float64) (mean float64, slopes, residuals []float64) {
	for _, v := range values {
		mean += v / float64(len(values))
	}
	slopes, residuals = make([]float64, len(l.names)), make([]float64, len(values))
	for i, v := range values {
		for j := range slopes {
			for k, x := range l.away[i] {
				slopes[j] += l.inverse[j][k] * x * (v - mean)
			}
		}
	}
	for i, v := range values {
		residuals[i] = v - mean
		for j, x := range l.away[i] {
			residuals[i] -= slopes[j] * x
		}
	}
	return mean, slopes, residuals
}

// foretold is, by scenario, the mean over candidates of the squared error with which the others foretell
// it. False if they can't.
func foretold(names []string, signals []routed.Signals, kept [][]float64) ([]float64, bool) {
	out := make([]float64, len(signals))
	for s := range signals {
		without := func(values []float64) []float64 { return slices.Delete(slices.Clone(values), s, s+1) }
		l, ok := newLine(names, slices.Delete(slices.Clone(signals), s, s+1))
		if !ok || l.freedom() < 1 {
			return nil, false
		}
		x, _ := signals[s].Values(names)
		for _, values := range kept {
			mean, slopes, _ := l.fit(without(values))
			for j := range slopes {
				mean += slopes[j] * (x[j] - l.mean[j])
			}
			err := values[s] - min(1, max(0, mean))
			out[s] += err * err / float64(len(kept))
		}
	}
	return out, true
}

// chooseLine picks the signals that foretell best what each scenario keeps from the others: none, one of
// them, or all. They are used only if they do better than none by more than one standard error of that
// difference over scenarios; with few scenarios, some signal always looks a little useful.
func chooseLine(signals []routed.Signals, kept [][]float64) (line, []routed.Model) {
	sets := [][]string{{}}
	for _, name := range routed.SignalNames {
		sets = append(sets, []string{name})
	}
	sets = append(sets, routed.SignalNames)
	var tried []routed.Model
	var none []float64
	best, gain := []string{}, 0.0
	for _, names := range sets {
		errs, ok := foretold(names, signals, kept)
		if !ok {
			continue
		}
		if len(names) == 0 {
			none = errs
		}
		n := float64(len(errs))
		total, better := 0.0, 0.0
		for s, e := range errs {
			total, better = total+e/n, better+(none[s]-e)/n
		}
		spread := 0.0
		for s, e := range errs {
			d := none[s] - e - better
			spread += d * d
		}
		tried = append(tried, routed.Model{Signals: names, Error: math.Sqrt(total)})
		if better > gain && better > math.Sqrt(spread/(n-1)/n) {
			best, gain = names, better
		}
	}
	l, _ := newLine(best, signals) // it could be fitted to fewer scenarios
	return l, tried
}
