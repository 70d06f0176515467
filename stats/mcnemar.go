package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// McNemarTest compares two strategies on the same probes by those on which they differ.
type McNemarTest struct {
	B, C                          int     // only the first kept it; only the second did
	Exact, Mid                    float64 // two-sided binomial p, and the mid-p that is less conservative
	Chi2, PChi2                   float64 // (b-c)²/(b+c) and its p; NaN without discordant pairs
	Chi2Corrected, PChi2Corrected float64 // with Edwards' continuity correction, never below 0
}

// McNemar is the test for b and c discordant pairs (McNemar 1947; mid-p: Fagerland, Lydersen &
// Laake 2013). It takes pairs for independent, which the probes of one scenario aren't: use it on
// one trial per probe, and FlipSigns for a claim about strategies. Without discordant pairs the p
// values are 1. Both counts must be at least 0.
func McNemar(b, c int) McNemarTest {
	t := McNemarTest{B: b, C: c, Exact: 1, Mid: 1}
	n, least := float64(b+c), float64(min(b, c))
	if n > 0 {
		half := distuv.Binomial{N: n, P: 0.5}
		t.Exact = min(1, 2*half.CDF(least))
		t.Mid = t.Exact - half.Prob(least)
	}
	apart := math.Abs(float64(b - c))
	corrected := max(0, apart-1)
	t.Chi2, t.Chi2Corrected = apart*apart/n, corrected*corrected/n
	t.PChi2, t.PChi2Corrected = chi2P(t.Chi2), chi2P(t.Chi2Corrected)
	return t
}

// chi2P is the upper tail of chi-square with one degree of freedom.
func chi2P(x float64) float64 {
	return math.Erfc(math.Sqrt(x / 2))
}
