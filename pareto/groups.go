package pareto

import (
	"errors"
	"fmt"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
)

// Group is the observations of one scenario, on a surface's scale: at most one of each point.
type Group []Observation

// AcrossGroups is each point's value on the average group with its variance, ready to fit a
// surface to, in the order in which points are first met. Groups may lack points: their shifts are
// taken off first, by least squares in the additive model point + group. The variance is that of
// the measurements, plus what a point's value varies from group to group, so that the groups are a
// sample; of how far all of them lie too high or too low together it tells nothing. It needs 2
// groups that share points.
func AcrossGroups(groups []Group) ([]Observation, error) {
	var points []Observation
	var values, owners []float64
	var cells [][2]int // point and group of each value
	known := map[string]int{}
	for g, group := range groups {
		for _, o := range group {
			at, ok := known[fmt.Sprint(o.At)]
			if !ok {
				at = len(points)
				known[fmt.Sprint(o.At)] = at
				points, owners = append(points, Observation{At: o.At}), append(owners, 0)
			}
			values, cells = append(values, o.Value), append(cells, [2]int{at, g})
			owners[at]++
			points[at].Variance += o.Variance
		}
	}
	free := len(values) - len(points) - len(groups) + 1
	if len(groups) < 2 || free < 1 {
		return nil, errors.New("it takes 2 scenarios that share points to tell them apart")
	}
	noise := 0.0
	for _, p := range points {
		noise += p.Variance / float64(len(values))
	}
	shift := make([]float64, len(groups)) // 0 on average
	// Where every group has every point the first round is exact.
	for range 100 {
		for i := range points {
			points[i].Value = 0
		}
		for i, c := range cells {
			points[c[0]].Value += (values[i] - shift[c[1]]) / owners[c[0]]
		}
		clear(shift)
		for i, c := range cells {
			shift[c[1]] += (values[i] - points[c[0]].Value) / float64(len(groups[c[1]]))
		}
		floats.AddConst(-stat.Mean(shift, nil), shift)
	}
	square := 0.0
	for i, c := range cells {
		r := values[i] - points[c[0]].Value - shift[c[1]]
		square += r * r
	}
	within := max(0, square/float64(free)-noise) // of a point's value beyond its group's shift
	for i, n := range owners {
		points[i].Variance = points[i].Variance/(n*n) + within/n
	}
	return points, nil
}
