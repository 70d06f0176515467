package pareto

import (
	"cmp"
	"math"
	"slices"
)

// CostRetention is a configuration's cost, of which less is better, and its retention, of which more is.
type CostRetention struct{ Cost, Retention float64 }

// staircase is the outcomes that no other dominates, by falling cost and so by falling retention.
func staircase(front []CostRetention, reference CostRetention) []CostRetention {
	inside := slices.DeleteFunc(slices.Clone(front), func(o CostRetention) bool {
		return o.Cost >= reference.Cost || o.Retention <= reference.Retention
	})
	slices.SortFunc(inside, func(a, b CostRetention) int {
		return cmp.Or(cmp.Compare(a.Cost, b.Cost), cmp.Compare(b.Retention, a.Retention))
	})
	var stairs []CostRetention
	for _, o := range inside {
		if len(stairs) == 0 || o.Retention > stairs[len(stairs)-1].Retention {
			stairs = append(stairs, o)
		}
	}
	slices.Reverse(stairs)
	return stairs
}

// expectedGain is the expected gain in hypervolume over a staircase, below the reference's cost and
// above its retention, of a configuration with independent predictions of both. It is exact: the
// sum over the strips between the staircase's costs of the expected part of a strip that the new
// point's cost covers, times its expected rise above the strip's retention (Emmerich, Deutz &
// Klinkenberg 2011, Hypervolume-based expected improvement; in this form Yang et al. 2019).
func expectedGain(stairs []CostRetention, reference CostRetention, cost, retention Prediction) float64 {
	var gain float64
	right := cost.below(reference.Cost)
	for i := 0; i <= len(stairs); i++ {
		left, floor := 0., reference.Retention
		if i < len(stairs) {
			left, floor = cost.below(stairs[i].Cost), stairs[i].Retention
		}
		if right > left {
			gain += (right - left) * retention.above(floor)
		}
		right = left
	}
	return gain
}

// Propose picks the batch of n candidates to measure next, the most promising first: each is the
// one of the highest expected improvement, and from then on believed to have turned out at its
// medians (the kriging believer of Ginsbourger, Le Riche & Carraro 2010). A belief joins the front
// and narrows the retention of what is like it; costs, one per candidate, stay as they are given:
// those that are known have an SD of 0. The surface is one of retention. It returns places among the
// candidates; an earlier one wins a tie. Outcomes of the front that are dominated or outside the
// reference change nothing. Fewer come back where no other can improve anything.
func (s *Surface) Propose(candidates [][]int, costs []Prediction, front []CostRetention, reference CostRetention, n int) ([]int, error) {
	at, err := placeAll(s.space, candidates)
	if err != nil || len(candidates) == 0 {
		return nil, err
	}
	f := s.post.values(at)
	stairs := staircase(front, reference)
	var batch []int
	// learned has for each belief how much each candidate's value moves with it: a row of the
	// pivoted Cholesky factor of their joint posterior.
	var learned [][]float64
	for range min(n, len(candidates)) {
		c, most := -1, 0.0
		for i := range candidates {
			if slices.Contains(batch, i) {
				continue
			}
			retention := Prediction{Mean: f.mean[i], SD: math.Sqrt(f.variance[i]), Scale: s.scale}
			if gain := expectedGain(stairs, reference, costs[i], retention); gain > most {
				c, most = i, gain
			}
		}
		if c < 0 {
			break
		}
		batch = append(batch, c)
		believed := Prediction{Mean: f.mean[c], Scale: s.scale}.Median()
		stairs = staircase(append(stairs, CostRetention{costs[c].Median(), believed}), reference)
		row := s.moves(at, f, c, learned)
		for i, v := range row {
			f.variance[i] = max(0, f.variance[i]-v*v)
		}
		learned = append(learned, row)
	}
	return batch, nil
}

// moves is the posterior covariance of every candidate with candidate c after the beliefs so far,
// in units of the standard deviation of a measurement of c.
func (s *Surface) moves(at [][]float64, f predicted, c int, learned [][]float64) []float64 {
	row := make([]float64, len(at))
	for i, x := range at {
		row[i] = s.post.kernel.covariance(x, at[c], s.post.p) + f.slack[i]*f.slack[c]/s.post.total
		for _, l := range learned {
			row[i] -= l[i] * l[c]
		}
	}
	n, _ := f.whitened.Dims()
	for k := range n {
		w := f.whitened.RawRowView(k)
		for i, v := range w {
			row[i] -= v * w[c]
		}
	}
	scale := math.Sqrt(max(0, row[c]) + s.post.p[len(s.post.p)-1] + s.typicalNoise())
	for i := range row {
		row[i] /= scale
	}
	return row
}

// typicalNoise is the median variance of the observations, which a new one is taken to have.
func (s *Surface) typicalNoise() float64 {
	noise := slices.Sorted(slices.Values(s.post.noise))
	return noise[len(noise)/2]
}
