package pareto

import (
	"cmp"
	"math"
	"slices"

	"contextarena.internal/space"
)

// Effect is what one level of a dimension, or two levels of two dimensions together, do to the
// surface over a set of points that all count the same.
type Effect struct {
	Dimension, Level           string
	OtherDimension, OtherLevel string // of an interaction; empty for a main effect
	// Points is how many of the set have the level, or both.
	Points int
	// Mean is the surface's average over those points, on the surface's scale. Back in its own unit
	// it belongs to a typical one of them: it isn't the average retention, but lies beside it.
	Mean Prediction
	// Difference is, for a main effect, Mean less the average of all points to which the dimension
	// applies. For an interaction, it is what the two levels together make beyond the sum of what
	// each makes, among the points to which both dimensions apply. On the surface's scale, so for a
	// retention it is a difference of log odds.
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
	var weights [][]float64
	for i, d := range s.space.Dimensions {
		all := applies(points, i)
		cells := split(points, all, i)
		if len(cells) < 2 {
			continue
		}
		for _, c := range cells {
			out = append(out, Effect{Dimension: d.Name, Level: d.Levels[c.level], Points: len(c.points)})
			mean := average(len(points), c.points, 1)
			weights = append(weights, mean, plus(mean, average(len(points), all, -1)))
		}
	}
	return s.measured(out, at, weights), nil
}

// Interactions are the effects of each pair of levels of each pair of dimensions over points, in
// the order of MainEffects and by the same measure. A pair of levels that no point has is left out.
func (s *Surface) Interactions(points [][]int) ([]Effect, error) {
	at, err := placeAll(s.space, points)
	if err != nil {
		return nil, err
	}
	var out []Effect
	var weights [][]float64
	n := len(points)
	for i, d := range s.space.Dimensions {
		for j := i + 1; j < len(s.space.Dimensions); j++ {
			both := applies(points, i, j)
			rows, columns := split(points, both, i), split(points, both, j)
			if len(rows) < 2 || len(columns) < 2 {
				continue
			}
			for _, r := range rows {
				for _, c := range columns {
					joint := slices.DeleteFunc(slices.Clone(r.points), func(k int) bool { return points[k][j] != c.level })
					if len(joint) == 0 {
						continue
					}
					out = append(out, Effect{
						Dimension: d.Name, Level: d.Levels[r.level],
						OtherDimension: s.space.Dimensions[j].Name, OtherLevel: s.space.Dimensions[j].Levels[c.level], Points: len(joint),
					})
					mean := average(n, joint, 1)
					w := plus(mean, average(n, r.points, -1))
					w = plus(w, average(n, c.points, -1))
					weights = append(weights, mean, plus(w, average(n, both, 1)))
				}
			}
		}
	}
	return s.measured(out, at, weights), nil
}

// measured fills in the effects' figures from their weights over the points, two rows each.
func (s *Surface) measured(effects []Effect, at, weights [][]float64) []Effect {
	if len(effects) == 0 {
		return nil
	}
	f := s.post.sums(at, weights)
	for i := range effects {
		effects[i].Mean = Prediction{Mean: f.mean[2*i], SD: math.Sqrt(f.variance[2*i]), Scale: s.scale}
		effects[i].Difference = Prediction{Mean: f.mean[2*i+1], SD: math.Sqrt(f.variance[2*i+1])}
	}
	return effects
}

// cell is the points that share one level of a dimension.
type cell struct {
	level  int
	points []int
}

// applies is the points to which all of the dimensions apply.
func applies(points [][]int, dimensions ...int) []int {
	var out []int
	for i, x := range points {
		if !slices.ContainsFunc(dimensions, func(d int) bool { return x[d] == space.Inactive }) {
			out = append(out, i)
		}
	}
	return out
}

// split sorts some of the points by their level of a dimension, ascending.
func split(points [][]int, some []int, dimension int) []cell {
	var cells []cell
	for _, i := range some {
		l := points[i][dimension]
		at, ok := slices.BinarySearchFunc(cells, l, func(c cell, l int) int { return cmp.Compare(c.level, l) })
		if !ok {
			cells = slices.Insert(cells, at, cell{level: l})
		}
		cells[at].points = append(cells[at].points, i)
	}
	return cells
}

// average is the weights over n points that take sign times the average of some of them.
func average(n int, points []int, sign float64) []float64 {
	w := make([]float64, n)
	for _, i := range points {
		w[i] = sign / float64(len(points))
	}
	return w
}

func plus(a, b []float64) []float64 {
	out := make([]float64, len(a))
	for i := range a {
		out[i] = a[i] + b[i]
	}
	return out
}
