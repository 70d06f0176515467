package calibrate

import (
	"math"
	"slices"

	"contextarena.internal/arena"
)

// lapse is the chance that a published verdict came out as it did for a reason that has nothing to
// do with the model's reading: 2 of the 64 runs behind the leaderboard of gpt-5-nano are canned
// refusals. It keeps one count that a fit can't explain from deciding everything.
const lapse = 0.03

// likely is a chance with the lapse.
func likely(p float64) float64 { return lapse/2 + (1-lapse)*p }

// logLikelihood is that of the published counts if a model behaves as it did on the bench: each
// type's survivors, counted by the original's rule on both sides, are binomial, and each strategy's passed tasks a sum of one Bernoulli for each
// scenario. Facts and tasks are taken as independent, which they are not quite.
func logLikelihood(p Published, c Counts) float64 {
	sum := 0.0
	for _, s := range p.Survival.Types {
		i := slices.Index(arena.FactTypes, s.Type)
		if n := c.Survival[i].N; n > 0 {
			q := likely(float64(c.Survival[i].Legacy) / float64(n))
			k := float64(s.Kept)
			sum += k*math.Log(q) + (float64(s.N)-k)*math.Log(1-q)
		}
	}
	for _, r := range p.fitted() {
		i := slices.IndexFunc(c.Strategies, func(s StrategyCounts) bool { return s.Spec == r.Spec })
		chances := make([]float64, len(c.Strategies[i].Passed))
		for k, n := range c.Strategies[i].Passed {
			chances[k] = likely(float64(n) / float64(c.Repeats))
		}
		sum += math.Log(exactly(r.Rescored, chances))
	}
	return sum
}

// exactly is the chance that k of independent events happen, given the chance of each
// (Poisson-binomial, by convolution).
func exactly(k int, chances []float64) float64 {
	dist := make([]float64, len(chances)+1)
	dist[0] = 1
	for n, p := range chances {
		for i := n + 1; i > 0; i-- {
			dist[i] = dist[i]*(1-p) + dist[i-1]*p
		}
		dist[0] *= 1 - p
	}
	if k < 0 || k >= len(dist) {
		return 0
	}
	return dist[k]
}
