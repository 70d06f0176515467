package stats

// GateResult is the outcome of a gate.
type GateResult string

// Pass, Fail and Inconclusive are explained at NonInferior.
const (
	Pass         GateResult = "pass"
	Fail         GateResult = "fail"
	Inconclusive GateResult = "inconclusive"
)

// NonInferior judges a difference, tonight minus the baseline with higher being better, against a
// loss of margin that is still acceptable (margin ≥ 0, in the difference's units).
//
// Pass: the interval's lower end is above -margin. A strategy that really lost the margin or more
// passes with chance alpha/2 at most, whatever the number of trials; few trials can't buy a pass.
//
// Fail: the whole interval is below -margin; or the estimate is, and the interval excludes 0. The
// first alone would call a loss of twice the margin inconclusive for as long as the interval is
// wider than the margin, night after night. The second asks for a proven loss whose best guess is
// too large; whoever lost nothing is still failed with chance alpha/2 at most.
//
// Anything else is Inconclusive, and so is an estimate without an interval: what wasn't measured
// can't pass. A proven loss within the margin that may also be beyond it is Inconclusive too.
func NonInferior(e Estimate, margin float64) GateResult {
	switch {
	case e.Interval == nil:
		return Inconclusive
	case e.Interval.Low > -margin:
		return Pass
	case e.Interval.High < -margin, e.Mean < -margin && e.Interval.High < 0:
		return Fail
	}
	return Inconclusive
}
