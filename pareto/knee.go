package pareto

import (
	"math"
	"slices"
)

const (
	tie    = 1e-12 // values closer than this are a tie
	noKnee = 1e-9  // what a distance or a curvature must exceed to make a knee
)

// A Knee is where a measure of the points of a front is best.
type Knee struct {
	Values []float64 // of each point; nil if the measure isn't defined for so many objectives
	Index  int       // of the best point, the first of several within 1e-12; -1: there is no knee
}

// Knees are the knees of a front by several measures. They are taken after each objective was
// scaled to go from 0, the front's best, to 1, its worst; one that is constant becomes 0.
type Knees struct {
	// Chord is how far a point lies from the line, the plane or its like through the corners at
	// which one objective is worst and the others best, positive toward the ideal (Das 1999). In
	// two objectives that is the line through the ends of the front, as in Kneedle (Satopää et al.
	// 2011). Without any point beyond 1e-9 there is no knee.
	Chord Knee
	// Curvature is one over the radius of the circle through a point and its neighbours on the
	// front (Menger 1930), positive where the front bulges toward the ideal, 0 at both ends.
	// It sees what is sharp however small it is: where points lie close to one another, that may
	// be noise. Only two objectives have one. Equal points share theirs.
	Curvature Knee
}

// FindKnees finds the knees of a front, given as Front finds it. With fewer than three distinct points
// nothing is a knee. It refuses what Front refuses.
func FindKnees(front [][]float64, objectives []Objective) (Knees, error) {
	u, err := lower(front, objectives)
	if err != nil {
		return Knees{}, err
	}
	toUnit(u)
	k := Knees{
		Chord:     knee(chordDistances(u)),
		Curvature: knee(curvatures(u)),
	}
	distinct := slices.Clone(u)
	slices.SortFunc(distinct, slices.Compare)
	if len(slices.CompactFunc(distinct, slices.Equal)) < 3 {
		k.Chord.Index, k.Curvature.Index = -1, -1
	}
	return k, nil
}

// knee picks the first value within a tie of the greatest, if that is one at all.
func knee(values []float64) Knee {
	k := Knee{Values: values, Index: -1}
	if len(values) == 0 {
		return k
	}
	if best := slices.Max(values); best > noKnee {
		k.Index = slices.IndexFunc(values, func(v float64) bool { return v >= best-tie })
	}
	return k
}

// toUnit scales rows, in place, to [0, 1] in every coordinate.
func toUnit(rows [][]float64) {
	if len(rows) == 0 {
		return
	}
	for j := range rows[0] {
		low, high := rows[0][j], rows[0][j]
		for _, p := range rows {
			low, high = min(low, p[j]), max(high, p[j])
		}
		for _, p := range rows {
			if high > low {
				p[j] = (p[j] - low) / (high - low)
			} else {
				p[j] = 0
			}
		}
	}
}

func chordDistances(u [][]float64) []float64 {
	out := make([]float64, len(u))
	for i, p := range u {
		sum := 0.0
		for _, v := range p {
			sum += v
		}
		out[i] = (1 - sum) / math.Sqrt(float64(len(p)))
	}
	return out
}

func curvatures(u [][]float64) []float64 {
	if len(u) == 0 || len(u[0]) != 2 {
		return nil
	}
	out := make([]float64, len(u))
	order := slices.Clone(u)
	slices.SortFunc(order, slices.Compare)
	order = slices.CompactFunc(order, slices.Equal)
	for i, p := range u {
		k, _ := slices.BinarySearchFunc(order, p, slices.Compare)
		if k == 0 || k == len(order)-1 {
			continue
		}
		a, b := order[k-1], order[k+1]
		// Twice the triangle's area, positive if p lies on the ideal's side of the line from a to b.
		area := (p[1]-a[1])*(b[0]-a[0]) - (p[0]-a[0])*(b[1]-a[1])
		sides := math.Hypot(p[0]-a[0], p[1]-a[1]) * math.Hypot(b[0]-p[0], b[1]-p[1]) * math.Hypot(b[0]-a[0], b[1]-a[1])
		out[i] = -2 * area / sides
	}
	return out
}
