package stats

import "math"

// Power is the chance that a two-sided paired t test at alpha over n units, whose differences have standard
// deviation sd, finds a true mean difference of delta.
func Power(delta, sd float64, n int, alpha float64) float64 {
	return found(n, alpha)(math.Abs(delta) * math.Sqrt(float64(n)) / sd)
}
