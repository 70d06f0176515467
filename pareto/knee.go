package pareto

import (
	"math"
	"slices"
)

const (
	tie    = 1e-12 // values closer than this are a tie
	noKnee = 1e-9  // what a distance must exceed to make a knee
)

// A Knee is where a little more of one objective starts to cost much of another.
type Knee struct {
	Values []float64 // of each point
	Index  int       // of the best point, the first of several within 1e-12; -1: there is no knee
}

// FindKnee finds the knee of a front, given as Front finds it, by its chord: how far a point lies from the line, the
// plane or its like through the corners at which one objective is worst and the others best, positive toward the
// ideal (Das 1999). In two objectives that is the line through the ends of the front, as in Kneedle (Satopää et al.
// 2011). Each objective is scaled to go from 0, the front's best, to 1, its worst, first; one that is constant
// becomes 0. Without any point beyond 1e-9, or with fewer than three distinct points, nothing is a knee.
func FindKnee(front [][]float64, objectives []Objective) Knee {
	u := lower(front, objectives)
	toUnit(u)
	k := knee(chordDistances(u))
	slices.SortFunc(u, slices.Compare)
	if len(slices.CompactFunc(u, slices.Equal)) < 3 {
		k.Index = -1
	}
	return k
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
