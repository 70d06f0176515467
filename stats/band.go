package stats

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Draws are bootstrap resamples of the trials of an experiment: how often each trial comes up in
// each resample. They are drawn once, so that every curve of an experiment is resampled alike.
//
// Scenarios are drawn with replacement, then trials within each that came up. Drawing at both
// stages counts the chance of the repeats a little twice, which errs on the wide side (Davison &
// Hinkley 1997, 3.8).
type Draws struct {
	trials []int      // of each scenario
	times  *mat.Dense // resample × trial, scenario after scenario
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
	r := rand.New(rand.NewPCG(seed, 0))
	times := mat.NewDense(resamples, all, nil)
	for b := range resamples {
		row := times.RawRowView(b)
		for range trials {
			i := r.IntN(len(trials))
			for range trials[i] {
				row[first[i]+r.IntN(trials[i])]++
			}
		}
	}
	return Draws{trials, times}
}

// Band is a pointwise percentile bootstrap interval of a survival curve at each of times, at
// confidence 1-alpha. lives is scenario × trial × life, with as many trials as were drawn.
//
// One cut reply kills many facts at once and the facts of a scenario share its conversation, so
// lives aren't independent and Greenwood's interval is too narrow. With few scenarios the
// percentile method errs on the narrow side too, and the note says so. A resample in which nobody
// is at risk shows nothing and is left out.
//
// The intervals are nil where there is no honest one, and the note says why: fewer than
// MinClusters scenarios with lives. The order of lives within a trial is immaterial.
func (d Draws) Band(lives [][][]Life, times []float64, alpha float64) ([]Interval, string) {
	counts, moments, scenarios := deaths(lives)
	switch {
	case scenarios == 0:
		return nil, "nothing was at risk"
	case scenarios < MinClusters:
		return nil, "not estimable across scenarios (fewer than 3)"
	}
	var sums mat.Dense
	sums.Mul(d.times, counts)
	// column[k] is the moment that decides the curve at times[k], or -1.
	column := make([]int, len(times))
	for k, t := range times {
		i, found := slices.BinarySearch(moments, t)
		if !found {
			i--
		}
		column[k] = i
	}
	resamples, _ := sums.Dims()
	curves := make([][]float64, len(times))
	for k := range curves {
		curves[k] = make([]float64, 0, resamples)
	}
	survival := make([]float64, len(moments))
	for b := range resamples {
		sum := sums.RawRowView(b)
		if sum[0] == 0 {
			continue // nobody
		}
		s := 1.0
		for j := range survival {
			if lost, atRisk := sum[1+2*j], sum[2+2*j]; lost > 0 {
				s *= (atRisk - lost) / atRisk
			}
			survival[j] = s
		}
		for k, j := range column {
			at := 1.0
			if j >= 0 {
				at = survival[j]
			}
			curves[k] = append(curves[k], at)
		}
	}
	out := make([]Interval, len(times))
	for k, x := range curves {
		cut := min(int(alpha/2*float64(len(x))), (len(x)-1)/2)
		out[k] = Interval{nth(x, cut), nth(x, len(x)-1-cut)}
	}
	if scenarios < MinBootstrap {
		return out, fmt.Sprintf("too narrow with %d scenarios", scenarios)
	}
	return out, ""
}

// nth is what sorting would put at index n, in a tenth of the time (Hoare 1961). It reorders x.
func nth(x []float64, n int) float64 {
	for low, high := 0, len(x)-1; low < high; {
		pivot, i, j := x[(low+high)/2], low, high
		for i <= j {
			for x[i] < pivot {
				i++
			}
			for x[j] > pivot {
				j--
			}
			if i <= j {
				x[i], x[j] = x[j], x[i]
				i, j = i+1, j-1
			}
		}
		switch {
		case n <= j:
			high = j
		case n >= i:
			low = i
		default:
			return x[n]
		}
	}
	return x[n]
}

// deaths counts, for each trial (a row), the lives, and at every time at which any life was lost
// the losses and the risk set: lives, lost, at risk, lost, at risk … It also counts the scenarios
// that have lives.
func deaths(lives [][][]Life) (counts *mat.Dense, moments []float64, scenarios int) {
	rows := 0
	for _, trials := range lives {
		rows += len(trials)
		for _, trial := range trials {
			for _, l := range trial {
				if l.Lost && l.Entry < l.Time {
					moments = append(moments, l.Time)
				}
			}
		}
	}
	if rows == 0 {
		return nil, nil, 0
	}
	slices.Sort(moments)
	moments = slices.Compact(moments)
	counts = mat.NewDense(rows, 1+2*len(moments), nil)
	i := 0
	for _, trials := range lives {
		counted := false
		for _, trial := range trials {
			row := counts.RawRowView(i)
			i++
			for _, l := range trial {
				if l.Entry >= l.Time {
					continue
				}
				counted = true
				row[0]++
				from, found := slices.BinarySearch(moments, l.Entry)
				if found {
					from++ // a life is at risk after its entry
				}
				for j := from; j < len(moments) && moments[j] <= l.Time; j++ {
					row[2+2*j]++
					if l.Lost && moments[j] == l.Time {
						row[1+2*j]++
					}
				}
			}
		}
		if counted {
			scenarios++
		}
	}
	return counts, moments, scenarios
}
