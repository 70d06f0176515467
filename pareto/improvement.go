package pareto

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// Outcome is a configuration's cost, of which less is better, and its retention, of which more is.
type Outcome struct{ Cost, Retention float64 }

// Promise is a configuration that may be measured next.
type Promise struct {
	// Candidate is its index among the candidates.
	Candidate int
	// Improvement is by how much measuring it is expected to raise the hypervolume, given what
	// comes before it in the batch. It is in units of cost times retention.
	Improvement float64
}

// ExpectedImprovement is the expected gain in hypervolume over the front, below the reference's
// cost and above its retention, of a configuration with independent predictions of both. It is
// exact: the sum over the vertical strips between the front's costs (Emmerich, Deutz & Klinkenberg
// 2011, Hypervolume-based expected improvement; in this form Yang et al. 2019) of the expected
// part of a strip that the new point's cost covers times the expected rise above the strip's
// retention. Outcomes that are dominated or outside the reference change nothing. A NaN is not an
// outcome: the caller has refused it.
func ExpectedImprovement(front []Outcome, reference Outcome, cost, retention Prediction) float64 {
	return expectedGain(staircase(front, reference), reference, cost, retention)
}

// staircase is the outcomes that no other dominates, by falling cost and so by falling retention.
func staircase(front []Outcome, reference Outcome) []Outcome {
	inside := slices.DeleteFunc(slices.Clone(front), func(o Outcome) bool {
		return o.Cost >= reference.Cost || o.Retention <= reference.Retention
	})
	slices.SortFunc(inside, func(a, b Outcome) int {
		if a.Cost < b.Cost || a.Cost == b.Cost && a.Retention > b.Retention {
			return -1
		}
		return 1
	})
	var stairs []Outcome
	for _, o := range inside {
		if len(stairs) == 0 || o.Retention > stairs[len(stairs)-1].Retention {
			stairs = append(stairs, o)
		}
	}
	slices.Reverse(stairs)
	return stairs
}

func expectedGain(stairs []Outcome, reference Outcome, cost, retention Prediction) float64 {
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
// those that are known have an SD of 0. The surface is one of retention. An earlier candidate wins
// a tie. Fewer come back where no other can improve anything.
func (s *Surface) Propose(candidates [][]float64, costs []Prediction, front []Outcome, reference Outcome, n int) ([]Promise, error) {
	errs := []error{checkOutcomes(append(slices.Clone(front), reference))}
	if len(costs) != len(candidates) {
		errs = append(errs, fmt.Errorf("%d costs for %d candidates", len(costs), len(candidates)))
	}
	at, err := placeAll(s.space, candidates)
	if err := errors.Join(append(errs, err)...); err != nil || len(candidates) == 0 {
		return nil, err
	}
	f := s.post.values(at)
	stairs := staircase(front, reference)
	var batch []Promise
	taken := make([]bool, len(candidates))
	// learned has for each belief how much each candidate's value moves with it: a row of the
	// pivoted Cholesky factor of their joint posterior.
	var learned [][]float64
	for range min(n, len(candidates)) {
		best := Promise{Candidate: -1}
		for i := range candidates {
			if taken[i] {
				continue
			}
			retention := Prediction{Mean: f.mean[i], SD: math.Sqrt(f.variance[i]), Scale: s.Scale}
			if gain := expectedGain(stairs, reference, costs[i], retention); gain > best.Improvement {
				best = Promise{Candidate: i, Improvement: gain}
			}
		}
		if best.Candidate < 0 {
			break
		}
		c := best.Candidate
		batch, taken[c] = append(batch, best), true
		believed := Prediction{Mean: f.mean[c], Scale: s.Scale}.Median()
		stairs = staircase(append(stairs, Outcome{costs[c].Median(), believed}), reference)
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
func (s *Surface) moves(at [][]float64, f functionals, c int, learned [][]float64) []float64 {
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
	scale := math.Sqrt(max(0, row[c]) + s.nugget() + s.typicalNoise())
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

func checkOutcomes(outcomes []Outcome) error {
	var errs []error
	for i, o := range outcomes {
		what := fmt.Sprintf("front %d", i)
		if i == len(outcomes)-1 {
			what = "the reference"
		}
		for _, v := range []struct {
			name  string
			value float64
		}{{"cost", o.Cost}, {"retention", o.Retention}} {
			if math.IsNaN(v.value) || math.IsInf(v.value, 0) {
				errs = append(errs, fmt.Errorf("%s: %s is %g", what, v.name, v.value))
			}
		}
	}
	return errors.Join(errs...)
}
