package pareto

import (
	"fmt"
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
// Across fewer than stats.MinClusters scenarios nothing is resampled, and below stats.MinBootstrap
// the shares are too sure of themselves; the note says so.
func (s Sample) Bootstrap(resamples int, seed uint64, alpha float64) (Uncertainty, error) {
	var u Uncertainty
	if resamples < 1 || !(alpha > 0 && alpha < 1) {
		return u, fmt.Errorf("bootstrap of a front with %d resamples at alpha %g: want at least 1, 0 < alpha < 1", resamples, alpha)
	}
	t, err := s.layOut()
	if err != nil {
		return u, err
	}
	if u.Points, err = t.measureAll(); err != nil {
		return u, err
	}
	if u.Front, err = t.frontAmong(u.Points); err != nil {
		return u, err
	}
	if s.Scenarios < stats.MinClusters {
		u.Note = fmt.Sprintf("not estimable across scenarios (fewer than %d)", stats.MinClusters)
		return u, nil
	}
	if s.Scenarios < stats.MinBootstrap {
		u.Note = fmt.Sprintf("too narrow with %d scenarios", s.Scenarios)
	}

	draws := stats.DrawTrials(slices.Repeat([]int{s.Repeats}, s.Scenarios), resamples, seed)
	seen := make([]float64, s.Points)
	u.OnFront = make([]float64, s.Points)
	for b := range resamples {
		points := t.measureWhereDefined(draws.Times(b))
		on, err := t.frontAmong(points)
		if err != nil {
			return u, err
		}
		for i, p := range points {
			if p != nil {
				seen[i]++
			}
		}
		for _, i := range on {
			u.OnFront[i]++
		}
	}
	for i := range u.OnFront {
		u.OnFront[i] /= max(seen[i], 1)
		if _, numerically := slices.BinarySearch(u.Front, i); !numerically && u.OnFront[i] >= alpha {
			u.Maybe = append(u.Maybe, i)
		}
	}
	return u, nil
}
