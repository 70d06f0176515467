package pareto

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/stat"

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
	Maybe       []int
	Hypervolume stats.Estimate // without a mean where it wasn't asked for
	Note        string
}

// Bootstrap resamples scenarios with replacement and then repeats within each that came up, the
// same ones for all points, so that what makes a scenario hard for every point doesn't blur their
// differences (Efron 1979; two stages: Davison & Hinkley 1997, 3.8, a little wide). Equal arguments
// give equal figures.
//
// The interval of the hypervolume at confidence 1-alpha is the basic one, the estimate minus what
// the resamples lie above it (Davison & Hinkley 1997, 5.2): noise only ever pushes a front outward,
// in the resamples once more than in the estimate. Its upper end may therefore lie below the mean.
// A nil reference leaves the hypervolume out; with one there are two or three objectives.
//
// Across fewer than stats.MinClusters scenarios nothing is resampled, and below stats.MinBootstrap
// the shares are too sure of themselves; the note says so.
func (s Sample) Bootstrap(reference []float64, resamples int, seed uint64, alpha float64) (Uncertainty, error) {
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
	var rows [][]float64
	if u.Front, rows, err = t.frontAmong(u.Points); err != nil {
		return u, err
	}
	var corner []float64
	if reference == nil {
		u.Hypervolume.Note = "no reference"
	} else {
		ref, err := lower([][]float64{reference}, s.Objectives)
		if err != nil {
			return u, fmt.Errorf("reference: %w", err)
		}
		corner = ref[0]
		u.Hypervolume = stats.Estimate{Mean: hypervolume(rows, corner), N: float64(len(t.rows)), Clusters: s.Scenarios}
	}
	if s.Scenarios < stats.MinClusters {
		u.Note = fmt.Sprintf("not estimable across scenarios (fewer than %d)", stats.MinClusters)
		if corner != nil {
			u.Hypervolume.Note = u.Note
		}
		return u, nil
	}
	if s.Scenarios < stats.MinBootstrap {
		u.Note = fmt.Sprintf("too narrow with %d scenarios", s.Scenarios)
	}

	draws := stats.DrawTrials(slices.Repeat([]int{s.Repeats}, s.Scenarios), resamples, seed)
	seen := make([]float64, s.Points)
	u.OnFront = make([]float64, s.Points)
	var volumes []float64
	for b := range resamples {
		points := t.measureWhereDefined(draws.Times(b))
		on, rows, err := t.frontAmong(points)
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
		if corner != nil {
			volumes = append(volumes, hypervolume(rows, corner))
		}
	}
	for i := range u.OnFront {
		u.OnFront[i] /= max(seen[i], 1)
		if _, numerically := slices.BinarySearch(u.Front, i); !numerically && u.OnFront[i] >= alpha {
			u.Maybe = append(u.Maybe, i)
		}
	}
	if corner != nil {
		slices.Sort(volumes)
		high := stat.Quantile(1-alpha/2, stat.Empirical, volumes, nil)
		low := stat.Quantile(alpha/2, stat.Empirical, volumes, nil)
		mean := u.Hypervolume.Mean
		u.Hypervolume.Interval = &stats.Interval{Low: max(0, 2*mean-high), High: max(0, 2*mean-low)}
		if resamples > 1 {
			u.Hypervolume.SE = stat.StdDev(volumes, nil)
		}
		u.Hypervolume.Note = u.Note
	}
	return u, nil
}
