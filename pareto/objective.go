// Package pareto finds the points that no other beats in everything, and says how sure that is. It
// is pure: the same numbers and the same seed give the same answer, to the last bit. Every point has
// a finite value for each objective: what wasn't measured is left out by who asks.
//
//  1. What is wanted of a point is declared once, with its direction (Objective).
//  2. The points that no other dominates are the Front, how much they cover its Hypervolume, and
//     where a little more of one objective starts to cost much of another its Knee.
//  3. Points are measured with noise. Sample.Bootstrap says how surely each is on the front.
package pareto

import (
	"math"
	"slices"
)

// Objective is what a coordinate of a point stands for. The zero value is something without a name
// of which less is better.
type Objective struct {
	Name     string
	Maximize bool // more is better; else less is
}

// lower is a copy of points in which less is better everywhere.
func lower(points [][]float64, objectives []Objective) [][]float64 {
	rows := make([][]float64, len(points))
	for i, p := range points {
		rows[i] = slices.Clone(p)
		for j, o := range objectives {
			if o.Maximize {
				rows[i][j] = -p[j]
			}
		}
	}
	return rows
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
