package stats

import "math/rand/v2"

// Draws are bootstrap resamples of the trials of an experiment: how often each trial comes up in
// each resample. They are drawn once, so that every curve of an experiment is resampled alike.
//
// Scenarios are drawn with replacement, then trials within each that came up. Drawing at both
// stages counts the chance of the repeats a little twice, which errs on the wide side (Davison &
// Hinkley 1997, 3.8).
type Draws struct {
	trials    []int // of each scenario
	resamples int
	// times is resample by resample, scenario after scenario. No trial comes up 256 times: by Chernoff's bound the chance is
	// below 1e-100 however many there are.
	times []uint8
}

// DrawTrials draws resamples of scenarios with so many trials each. Equal arguments give equal
// draws. A scenario without trials comes up like any other and adds nothing.
func DrawTrials(trials []int, resamples int, seed uint64) Draws {
	first, all := make([]int, len(trials)), 0
	for i, n := range trials {
		first[i] = all
		all += n
	}
	if all == 0 || resamples == 0 {
		return Draws{trials: trials}
	}
	d := Draws{trials, resamples, make([]uint8, resamples*all)}
	r := rand.New(rand.NewPCG(seed, 0))
	for b := range resamples {
		row := d.row(b)
		for range trials {
			i := r.IntN(len(trials))
			for range trials[i] {
				row[first[i]+r.IntN(trials[i])]++
			}
		}
	}
	return d
}

// row is how often each trial comes up in a resample.
func (d Draws) row(resample int) []uint8 {
	all := len(d.times) / d.resamples
	return d.times[resample*all : (resample+1)*all]
}

// Times is how often each trial comes up in a resample, scenario after scenario.
func (d Draws) Times(resample int) []float64 {
	row := d.row(resample)
	out := make([]float64, len(row))
	for i, n := range row {
		out[i] = float64(n)
	}
	return out
}
