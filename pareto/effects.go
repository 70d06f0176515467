package pareto

import (
	"math"
	"slices"
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
func (s *Surface) MainEffects(points [][]float64) ([]Effect, error) {
	var out []Effect
	var weights [][]float64
	for i, d := range s.space {
		cells := split(points, i)
		if len(cells) < 2 {
			continue
		}
		all := slices.Concat(members(cells)...)
		for _, c := range cells {
			out = append(out, Effect{Dimension: d.Name, Level: d.label(c.value), Points: len(c.points)})
			mean := average(len(points), c.points, 1)
			weights = append(weights, mean, plus(mean, average(len(points), all, -1)))
		}
	}
	return s.measured(out, points, weights)
}

// Interactions are the effects of each pair of levels of each pair of dimensions over points, in
// the order of MainEffects and by the same measure. A pair of levels that no point has is left out.
func (s *Surface) Interactions(points [][]float64) ([]Effect, error) {
	var out []Effect
	var weights [][]float64
	n := len(points)
	for i, d := range s.space {
		for j := i + 1; j < len(s.space); j++ {
			var both []int
			for k, x := range points {
				if len(x) == len(s.space) && !math.IsNaN(x[i]) && !math.IsNaN(x[j]) {
					both = append(both, k)
				}
			}
			shared := make([][]float64, len(both))
			for k, at := range both {
				shared[k] = points[at]
			}
			rows, columns := split(shared, i), split(shared, j)
			if len(rows) < 2 || len(columns) < 2 {
				continue
			}
			for _, r := range rows {
				for _, c := range columns {
					var cell []int
					for _, k := range r.points {
						if shared[k][j] == c.value {
							cell = append(cell, both[k])
						}
					}
					if len(cell) == 0 {
						continue
					}
					out = append(out, Effect{
						Dimension: d.Name, Level: d.label(r.value),
						OtherDimension: s.space[j].Name, OtherLevel: s.space[j].label(c.value), Points: len(cell),
					})
					mean := average(n, cell, 1)
					w := plus(mean, average(n, pick(both, r.points), -1))
					w = plus(w, average(n, pick(both, c.points), -1))
					weights = append(weights, mean, plus(w, average(n, both, 1)))
				}
			}
		}
	}
	return s.measured(out, points, weights)
}

// measured fills in the effects' figures from their weights over the points, two rows each.
func (s *Surface) measured(effects []Effect, points, weights [][]float64) ([]Effect, error) {
	at, err := placeAll(s.space, points)
	if err != nil || len(effects) == 0 {
		return nil, err
	}
	f := s.post.sums(at, weights)
	for i := range effects {
		effects[i].Mean = Prediction{Mean: f.mean[2*i], SD: math.Sqrt(f.variance[2*i]), Scale: s.Scale}
		effects[i].Difference = Prediction{Mean: f.mean[2*i+1], SD: math.Sqrt(f.variance[2*i+1])}
	}
	return effects, nil
}

// cell is the points that share one value of a dimension.
type cell struct {
	value  float64
	points []int
}

// split is the points by their value of a dimension, ascending; those to which it doesn't apply
// are in none.
func split(points [][]float64, dimension int) []cell {
	var cells []cell
	for i, x := range points {
		if dimension >= len(x) || math.IsNaN(x[dimension]) {
			continue
		}
		at := slices.IndexFunc(cells, func(c cell) bool { return c.value == x[dimension] })
		if at < 0 {
			at, cells = len(cells), append(cells, cell{value: x[dimension]})
		}
		cells[at].points = append(cells[at].points, i)
	}
	slices.SortFunc(cells, func(a, b cell) int {
		if a.value < b.value {
			return -1
		}
		return 1
	})
	return cells
}

func members(cells []cell) [][]int {
	out := make([][]int, len(cells))
	for i, c := range cells {
		out[i] = c.points
	}
	return out
}

// pick is the elements of a list at the given places.
func pick(list, places []int) []int {
	out := make([]int, len(places))
	for i, p := range places {
		out[i] = list[p]
	}
	return out
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
