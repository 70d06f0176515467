package frontier

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"contextarena.internal/strategies/routed"
)

// line fits what is kept to a signal by least squares, every scenario weighing the same. Without a signal
// it is the mean.
type line struct {
	signal string    // empty for none
	mean   float64   // of the signal
	away   []float64 // by scenario: the signal less its mean
	square float64   // sum of the squares of away
}

// newLine is a line in a signal. False if that doesn't vary.
func newLine(signal string, signals []routed.Signals) (line, bool) {
	l := line{signal: signal}
	for _, s := range signals {
		l.away = append(l.away, s.Value(signal))
	}
	l.mean = stat.Mean(l.away, nil)
	for i := range l.away {
		l.away[i] -= l.mean
		l.square += l.away[i] * l.away[i]
	}
	return l, signal == "" || math.Sqrt(l.square) > 1e-9*max(1, math.Abs(l.mean))
}

// freedom is how many degrees of freedom the fit leaves.
func (l line) freedom() int {
	if l.signal == "" {
		return len(l.away) - 1
	}
	return len(l.away) - 2
}

// fit is the mean of the values, by how much they rise with the signal, and the sum of the squares of what is left.
func (l line) fit(values []float64) (mean, slope, squares float64) {
	mean = stat.Mean(values, nil)
	for i, v := range values {
		if l.square > 0 {
			slope += l.away[i] * (v - mean) / l.square
		}
	}
	for i, v := range values {
		left := v - mean - slope*l.away[i]
		squares += left * left
	}
	return mean, slope, squares
}

// foretold is, by scenario, the mean over candidates of the squared error with which the others foretell
// it. False if they can't.
func foretold(signal string, signals []routed.Signals, kept [][]float64) ([]float64, bool) {
	out := make([]float64, len(signals))
	for s := range signals {
		l, ok := newLine(signal, slices.Delete(slices.Clone(signals), s, s+1))
		if !ok || l.freedom() < 1 {
			return nil, false
		}
		for _, values := range kept {
			mean, slope, _ := l.fit(slices.Delete(slices.Clone(values), s, s+1))
			mean += slope * (signals[s].Value(signal) - l.mean)
			err := values[s] - min(1, max(0, mean))
			out[s] += err * err / float64(len(kept))
		}
	}
	return out, true
}

// chooseLine picks the signal that foretells best what each scenario keeps from the others, or none. It is
// used only if it does better than none by more than one standard error of that difference over scenarios;
// with few scenarios, some signal always looks a little useful.
func chooseLine(signals []routed.Signals, kept [][]float64) (line, []routed.Tried) {
	var tried []routed.Tried
	var none []float64
	best, gain := "", 0.0
	for _, signal := range append([]string{""}, routed.SignalNames...) {
		errs, ok := foretold(signal, signals, kept)
		if !ok {
			continue
		}
		if signal == "" {
			none = errs
		}
		var gains []float64
		for s, e := range errs {
			gains = append(gains, none[s]-e)
		}
		tried = append(tried, routed.Tried{Signal: signal, Error: math.Sqrt(stat.Mean(errs, nil))})
		if better, spread := stat.MeanStdDev(gains, nil); better > gain && better > stat.StdErr(spread, float64(len(gains))) {
			best, gain = signal, better
		}
	}
	l, _ := newLine(best, signals) // it could be fitted to fewer scenarios
	return l, tried
}
