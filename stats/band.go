package stats

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
)

// Band is a pointwise percentile bootstrap interval of a survival curve at each of times, at
// confidence 1-alpha. lives is scenario × trial × life.
//
// One cut reply kills many facts at once and the facts of a scenario share its conversation, so
// lives aren't independent and Greenwood's interval is too narrow. Trials are drawn with
// replacement within their scenario (fixed: the only chance is that of the repeats), after the
// scenarios themselves have been (not fixed: they are a sample of those one might have). Drawing
// at both stages counts the chance of the repeats a little twice, which errs on the wide side
// (Davison & Hinkley 1997, 3.8); with few scenarios the percentile method errs on the narrow
// side, and the note says so.
//
// The intervals are nil where there is no honest one, and the note says why: fewer than
// MinClusters scenarios with lives, or, if fixed, a scenario with one trial. A trial without
// lives, or a scenario without any, isn't counted. The order of lives within a trial is
// immaterial; that of trials and scenarios isn't, for the same seed.
func Band(lives [][][]Life, times []float64, fixed bool, resamples int, seed uint64, alpha float64) ([]Interval, string) {
	scenarios, moments := deaths(lives)
	switch {
	case len(scenarios) == 0:
		return nil, "nothing was at risk"
	case !fixed && len(scenarios) < MinClusters:
		return nil, "not estimable across scenarios (fewer than 3)"
	case fixed && slices.ContainsFunc(scenarios, func(trials [][]float64) bool { return len(trials) < 2 }):
		return nil, "one repeat: no variance to estimate from"
	}
	// column[k] is the step of moments that decides the curve at times[k], or -1.
	column := make([]int, len(times))
	for k, t := range times {
		i, found := slices.BinarySearch(moments, t)
		if !found {
			i--
		}
		column[k] = i
	}
	draws := make([][]float64, len(times))
	for k := range draws {
		draws[k] = make([]float64, resamples)
	}
	r := rand.New(rand.NewPCG(seed, 0))
	sum, survival := make([]float64, 2*len(moments)), make([]float64, len(moments))
	for b := range resamples {
		clear(sum)
		for i := range scenarios {
			if !fixed {
				i = r.IntN(len(scenarios))
			}
			trials := scenarios[i]
			for range trials {
				for j, x := range trials[r.IntN(len(trials))] {
					sum[j] += x
				}
			}
		}
		s := 1.0
		for j := range survival {
			if lost, atRisk := sum[2*j], sum[2*j+1]; lost > 0 {
				s *= (atRisk - lost) / atRisk
			}
			survival[j] = s
		}
		for k, j := range column {
			draws[k][b] = 1
			if j >= 0 {
				draws[k][b] = survival[j]
			}
		}
	}
	out := make([]Interval, len(times))
	for k := range draws {
		slices.Sort(draws[k])
		cut := min(int(alpha/2*float64(resamples)), (resamples-1)/2)
		out[k] = Interval{draws[k][cut], draws[k][resamples-1-cut]}
	}
	if !fixed && len(scenarios) < MinBootstrap {
		return out, fmt.Sprintf("too narrow with %d scenarios", len(scenarios))
	}
	return out, ""
}

// deaths counts, for each trial of each scenario that has lives, the losses and the risk set at
// every time at which any life was lost: lost, at risk, lost, at risk …
func deaths(lives [][][]Life) (scenarios [][][]float64, moments []float64) {
	for _, trials := range lives {
		for _, trial := range trials {
			for _, l := range trial {
				if l.Lost && l.Entry < l.Time {
					moments = append(moments, l.Time)
				}
			}
		}
	}
	slices.Sort(moments)
	moments = slices.Compact(moments)
	for _, trials := range lives {
		var rows [][]float64
		for _, trial := range trials {
			row, counted := make([]float64, 2*len(moments)), false
			for _, l := range trial {
				if l.Entry >= l.Time {
					continue
				}
				counted = true
				from, _ := slices.BinarySearchFunc(moments, l.Entry, func(m, entry float64) int {
					if m > entry {
						return 1
					}
					return -1
				})
				for j := from; j < len(moments) && cmp.Compare(moments[j], l.Time) <= 0; j++ {
					row[2*j+1]++
					if l.Lost && moments[j] == l.Time {
						row[2*j]++
					}
				}
			}
			if counted {
				rows = append(rows, row)
			}
		}
		if rows != nil {
			scenarios = append(scenarios, rows)
		}
	}
	return scenarios, moments
}
