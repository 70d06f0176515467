package selection

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/stat"

	"contextarena.internal/strategies/selection"
)

// partNames are the terms of a score.
var partNames = [3]string{"likeness", "recency", "importance"}

// partShares are the shares of the variance of scores that likeness, recency and importance have, in percent: the
// variance of each term over the sum of theirs. The terms are drawn independently.
func partShares(r *rand.Rand, w selection.Weights, s sizing) [3]float64 {
	const n = 1000
	items, like := generate(r, n, s), likenesses(r, n)
	mean := 0.
	for _, it := range items {
		mean += float64(it.Tokens) / n
	}
	var terms [3][]float64
	for i, it := range items {
		p := w.Parts(it, like[i], 0, mean)
		for k, v := range []float64{w.Semantic * p.Semantic, w.Recency * p.Recency, w.Importance * p.Importance} {
			terms[k] = append(terms[k], v)
		}
	}
	var out [3]float64
	all := 0.
	for k, values := range terms {
		out[k] = stat.Variance(values, nil)
		all += out[k]
	}
	for k := range out {
		out[k] *= 100 / all
	}
	return out
}
