package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// Reading is a value of a series with its standard error, which is above 0.
type Reading struct{ Value, SE float64 }

// Change is where the level of a series changes: At is the first reading of the new level.
type Change struct {
	At            int
	Before, After float64 // means of the readings since the change before and until the next, weighed by their precision
	P             float64 // two-sided, times the splits that were tried
}

// Changes finds where the level of a series of independent readings changes, by binary segmentation
// (Scott and Knott 1974): of a segment the split is taken whose weighted means differ most in standard errors; it is a change
// if its p, times the number of splits of the segment (Bonferroni), is at most alpha, and then both parts are
// searched in the same way. A series without a change is found to have one with a chance of alpha at most, as far
// as the standard errors are right; after a first change more may be found. Of equal splits the first is taken.
func Changes(series []Reading, alpha float64) []Change {
	var ends []int
	ps := map[int]float64{}
	var search func(from, to int)
	search = func(from, to int) {
		best, most := 0, 0.0
		for k := from + 1; k < to; k++ {
			a, va := weighted(series[from:k])
			b, vb := weighted(series[k:to])
			if z := math.Abs(a-b) / math.Sqrt(va+vb); z > most {
				best, most = k, z
			}
		}
		p := 2 * distuv.UnitNormal.Survival(most) * float64(to-from-1)
		if best == 0 || p > alpha {
			return
		}
		search(from, best)
		ends, ps[best] = append(ends, best), p
		search(best, to)
	}
	search(0, len(series))
	var out []Change
	bounds := slices.Concat([]int{0}, ends, []int{len(series)})
	for i, at := range ends {
		before, _ := weighted(series[bounds[i]:at])
		after, _ := weighted(series[at:bounds[i+2]])
		out = append(out, Change{At: at, Before: before, After: after, P: ps[at]})
	}
	return out
}

// weighted is the mean by precision, with its variance.
func weighted(rs []Reading) (mean, variance float64) {
	var sum, precision float64
	for _, r := range rs {
		w := 1 / (r.SE * r.SE)
		sum, precision = sum+w*r.Value, precision+w
	}
	return sum / precision, 1 / precision
}
