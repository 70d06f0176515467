package pareto

import (
	"math"

	"contextarena.internal/space"
)

// Effect is what one level of a dimension does to the surface over a set of points that all count the
// same.
type Effect struct {
	Dimension, Level string
	Points           int // of the set that have the level
	// Mean is the surface's average over those points, on the surface's scale. Back in its own unit
	// it belongs to a typical one of them: it isn't the average retention, but lies beside it.
	Mean Prediction
	// Difference is Mean less the average of all points to which the dimension applies, on the
	// surface's scale: for a retention it is a difference of log odds.
	Difference Prediction
}

// MainEffects are the effects of each level of each dimension over points, in the order of the
// space and then of the levels; a dimension of which the points have one level has none. It is
// the functional analysis of variance (Hooker 2007; Hutter, Hoos & Leyton-Brown 2014) under the
// uniform measure on the points, which should be a space's distinct configurations: what its
// levels are averaged over is then what the conditions allow. The intervals come from the joint
// posterior of the averages, so neighbours' errors are not taken for independent. The time grows
// with the square of the number of points: give a sample of a very large space.
func (s *Surface) MainEffects(points [][]int) ([]Effect, error) {
	at, err := placeAll(s.space, points)
	if err != nil {
		return nil, err
	}
	var out []Effect
	var weights [][]float64 // of each effect's mean, and of its difference
	for i, d := range s.space.Dimensions {
		having, all := make([]float64, len(d.Levels)), 0.0 // points
		for _, x := range points {
			if x[i] != space.Inactive {
				having[x[i]]++
				all++
			}
		}
		for level, n := range having {
			if n == 0 || n == all {
				continue
			}
			mean, difference := make([]float64, len(points)), make([]float64, len(points))
			for k, x := range points {
				if x[i] == level {
					mean[k] = 1 / n
				}
				if x[i] != space.Inactive {
					difference[k] = mean[k] - 1/all
				}
			}
			out = append(out, Effect{Dimension: d.Name, Level: d.Levels[level], Points: int(n)})
			weights = append(weights, mean, difference)
		}
	}
	if len(out) == 0 {
		return nil, nil
	}
	f := s.post.sums(at, weights)
	for i := range out {
		out[i].Mean = Prediction{Mean: f.mean[2*i], SD: math.Sqrt(f.variance[2*i]), Scale: s.scale}
		out[i].Difference = Prediction{Mean: f.mean[2*i+1], SD: math.Sqrt(f.variance[2*i+1])}
	}
	return out, nil
}
