package pareto

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"contextarena.internal/stats"
)

// Uncertainty is how sure a front is.
type Uncertainty struct {
	Points [][]float64 // each point's objectives over all its trials
	Front  []int       // of Points
	// OnFront is the share of resamples in which a point is on the front, of those in which it has
	// a value; nil where the note says why.
	OnFront []float64
	// Low and High are between what that share lies where the scenarios themselves are drawn anew first (a double bootstrap, the middle
	// 90 %): below 32 scenarios the share alone is too sure of itself. nil from there on, or where OnFront is.
	Low, High []float64
	// Maybe is the points that others dominate, but in a share of at least alpha of the resamples
	// don't: statistically they are on the front.
	Maybe []int
	Note  string
}

// Bootstrap resamples scenarios with replacement and then repeats within each that came up, the
// same ones for all points, so that what makes a scenario hard for every point doesn't blur their
// differences (Efron 1979; two stages: Davison & Hinkley 1997, 3.8, a little wide). Equal arguments
// give equal figures.
//
// Across fewer than stats.MinClusters scenarios nothing is resampled; the note says so.
func (s Sample) Bootstrap(resamples int, seed uint64, alpha float64) Uncertainty {
	var u Uncertainty
	t := s.layOut()
	u.Points = t.measure(slices.Repeat([]float64{1}, len(t.rows)))
	u.Front = Front(u.Points, s.Objectives)
	if s.Scenarios < stats.MinClusters {
		u.Note = fmt.Sprintf("not estimable across scenarios (fewer than %d)", stats.MinClusters)
		return u
	}
	draws := stats.DrawTrials(slices.Repeat([]int{s.Repeats}, s.Scenarios), resamples, seed)
	u.OnFront = t.onFront(resamples, draws.Times)
	for i, share := range u.OnFront {
		if _, numerically := slices.BinarySearch(u.Front, i); !numerically && share >= alpha {
			u.Maybe = append(u.Maybe, i)
		}
	}
	if s.Scenarios < enoughScenarios {
		t.ranges(&u, resamples/outer, seed)
	}
	return u
}

const (
	enoughScenarios = 32 // from which a chance is given without a range
	outer           = 40 // draws of the scenarios themselves
)

// ranges draws the scenarios anew and resamples each draw, as Bootstrap does those that there are.
func (t trials) ranges(u *Uncertainty, resamples int, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 1))
	all := make([][]float64, t.Points)
	for range outer {
		drawn := make([]int, t.Scenarios)
		for k := range drawn {
			drawn[k] = r.IntN(t.Scenarios)
		}
		shares := t.onFront(max(resamples, 1), func(int) []float64 {
			times := make([]float64, len(t.rows))
			for range drawn {
				first := drawn[r.IntN(len(drawn))] * t.Repeats
				for range t.Repeats {
					times[first+r.IntN(t.Repeats)]++
				}
			}
			return times
		})
		for i, share := range shares {
			all[i] = append(all[i], share)
		}
	}
	for _, shares := range all {
		slices.Sort(shares)
		u.Low, u.High = append(u.Low, shares[outer/20]), append(u.High, shares[outer-1-outer/20])
	}
}

// onFront is in which share of the resamples each point is on the front, of those in which it has a value.
func (t trials) onFront(resamples int, times func(resample int) []float64) []float64 {
	seen, out := make([]float64, t.Points), make([]float64, t.Points)
	for b := range resamples {
		points := t.measureWhereDefined(times(b))
		for i, p := range points {
			if p != nil {
				seen[i]++
			}
		}
		for _, i := range t.frontAmong(points) {
			out[i]++
		}
	}
	for i := range out {
		out[i] /= max(seen[i], 1)
	}
	return out
}
