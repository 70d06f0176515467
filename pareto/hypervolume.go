package pareto

import (
	"fmt"
	"slices"
	"sort"
)

// Hypervolume is the area, in two objectives, or the volume, in three, of what the points dominate
// up to the reference, exactly (Zitzler & Thiele 1998; by a sweep over the last objective, Beume,
// Fonseca et al. 2009). Its unit is the product of the objectives'. Points that aren't better than
// the reference in every objective add nothing, and neither do dominated or equal ones. Another
// number of objectives is an error, as is what Front refuses.
func Hypervolume(points [][]float64, objectives []Objective, reference []float64) (float64, error) {
	if m := len(objectives); m != 2 && m != 3 {
		return 0, fmt.Errorf("hypervolume of %d objectives: name two or three", m)
	}
	rows, err := lower(points, objectives)
	if err != nil {
		return 0, err
	}
	ref, err := lower([][]float64{reference}, objectives)
	if err != nil {
		return 0, fmt.Errorf("reference: %w", err)
	}
	return hypervolume(rows, ref[0]), nil
}

// hypervolume is Hypervolume of rows in which less is better everywhere.
func hypervolume(rows [][]float64, ref []float64) float64 {
	var inside [][]float64
	for _, p := range rows {
		better := true
		for j, v := range p {
			better = better && v < ref[j]
		}
		if better {
			inside = append(inside, p)
		}
	}
	last := len(ref) - 1
	slices.SortFunc(inside, func(a, b []float64) int {
		if a[last] != b[last] {
			return slices.Compare(a[last:], b[last:])
		}
		return slices.Compare(a, b)
	})
	s := stairs{x: ref[0], y: ref[1]}
	if last == 1 {
		for _, p := range inside {
			s.add(p[0], p[1])
		}
		return s.area
	}
	volume := 0.0
	for i, p := range inside {
		s.add(p[0], p[1])
		next := ref[2]
		if i+1 < len(inside) {
			next = inside[i+1][2]
		}
		volume += s.area * (next - p[2])
	}
	return volume
}

// stairs is the front of points in the plane, with x ascending and y descending, and the area it
// dominates up to the corner (x, y).
type stairs struct {
	x, y, area float64
	steps      [][2]float64
}

// add puts a point below the corner on the stairs unless it lies behind them.
func (s *stairs) add(x, y float64) {
	first := sort.Search(len(s.steps), func(i int) bool { return s.steps[i][0] >= x })
	top := s.y
	if first > 0 {
		top = s.steps[first-1][1]
	}
	if top <= y || first < len(s.steps) && s.steps[first][0] == x && s.steps[first][1] <= y {
		return
	}
	left, end := x, first
	for ; end < len(s.steps) && s.steps[end][1] >= y; end++ {
		s.area += (s.steps[end][0] - left) * (top - y)
		left, top = s.steps[end][0], s.steps[end][1]
	}
	right := s.x
	if end < len(s.steps) {
		right = s.steps[end][0]
	}
	s.area += (right - left) * (top - y)
	s.steps = slices.Replace(s.steps, first, end, [2]float64{x, y})
}
