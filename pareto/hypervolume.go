package pareto

import (
	"cmp"
	"slices"
)

// Hypervolume is the area, in two objectives, or the volume, in three or more, of what the points
// dominate up to the reference, exactly (Zitzler & Thiele 1998; by slicing objectives, Knowles 2002,
// While et al. 2006). Its unit is the product of the objectives'. Points that aren't better than
// the reference in every objective add nothing, and neither do dominated or equal ones. In more than
// five objectives it takes long.
func Hypervolume(points [][]float64, objectives []Objective, reference []float64) float64 {
	ref := lower([][]float64{reference}, objectives)[0]
	inside := slices.DeleteFunc(lower(points, objectives), func(p []float64) bool {
		for j, v := range p {
			if v >= ref[j] {
				return true
			}
		}
		return false
	})
	return sliced(inside, ref)
}

// sliced is the volume of rows below the corner: between one row and the next in the last objective it is
// that of the rows so far in the others.
func sliced(rows [][]float64, corner []float64) float64 {
	last := len(corner) - 1
	slices.SortFunc(rows, func(a, b []float64) int { return cmp.Or(cmp.Compare(a[last], b[last]), slices.Compare(a, b)) })
	if last == 0 {
		return corner[0] - rows[0][0]
	}
	volume := 0.0
	var so [][]float64 // far, in the others, and on their front
	for i, p := range rows {
		so = append(so, p[:last])
		next := corner[last]
		if i+1 < len(rows) {
			next = rows[i+1][last]
		}
		if next > p[last] {
			at := front(so)
			for k, i := range at {
				so[k] = so[i] // ascending, so that none is lost
			}
			so = so[:len(at)]
			volume += sliced(so, corner[:last]) * (next - p[last])
		}
	}
	return volume
}
