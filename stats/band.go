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

// Times is how often each trial comes up in a resample, scenario after scenario. It must not be changed.
func (d Draws) Times(resample int) []float64 { return d.times.RawRowView(resample) }

// Group is a set of lives, scenario × trial × life, and the times at which its curve's band is
// wanted.
type Group struct {
	Lives [][][]Life
	Times []float64
}

// Banded is the band of a group: Intervals at its times, or nil and the reason.
type Banded struct {
	Intervals []Interval
	Note      string
}

// Bands are pointwise percentile bootstrap intervals of the groups' survival curves at confidence 1-alpha,
// all resampled in one multiplication. Every group has as many trials as were drawn.
//
// One cut reply kills many facts at once and the facts of a scenario share its conversation, so
// lives aren't independent and Greenwood's interval is too narrow. With few scenarios the
// percentile method errs on the narrow side too, and the note says so. A resample in which nobody
// is at risk shows nothing and is left out.
//
// The intervals are nil where there is no honest one, and the note says why: fewer than
// MinClusters scenarios with lives. The order of lives within a trial is immaterial.
func (d Draws) Bands(groups []Group, alpha float64) []Banded {
	out := make([]Banded, len(groups))
	counted := make([]toll, len(groups))
	first, columns := make([]int, len(groups)), 0
	for i, g := range groups {
		c := deaths(g.Lives)
		switch {
		case c.scenarios == 0:
			out[i].Note = "nothing was at risk"
		case c.scenarios < MinClusters:
			out[i].Note = "not estimable across scenarios (fewer than 3)"
		default:
			counted[i], first[i] = c, columns
			columns += 1 + 2*len(c.moments)
		}
	}
	if columns == 0 {
		return out
	}
	resamples, rows := d.times.Dims()
	all := mat.NewDense(rows, columns, nil)
	for i, c := range counted {
		if c.perTrial != nil {
			_, n := c.perTrial.Dims()
			all.Slice(0, rows, first[i], first[i]+n).(*mat.Dense).Copy(c.perTrial)
		}
	}
	var sums mat.Dense
	sums.Mul(d.times, all)
	for i, c := range counted {
		if c.perTrial == nil {
			continue
		}
		out[i].Intervals = c.band(groups[i].Times, resamples, alpha, func(b int) []float64 { return sums.RawRowView(b)[first[i]:] })
		if c.scenarios < MinBootstrap {
			out[i].Note = fmt.Sprintf("too narrow with %d scenarios", c.scenarios)
		}
	}
	return out
}

// band takes the percentiles of the curves that the resampled counts give.
func (c toll) band(times []float64, resamples int, alpha float64, resampled func(int) []float64) []Interval {
	// column[k] is the moment that decides the curve at times[k], or -1.
	column := make([]int, len(times))
	curves := make([][]float64, len(times))
	for k, t := range times {
		i, found := slices.BinarySearch(c.moments, t)
		if !found {
			i--
		}
		column[k], curves[k] = i, make([]float64, 0, resamples)
	}
	survival := make([]float64, len(c.moments))
	for b := range resamples {
		sum := resampled(b)
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
	return out
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

// toll is, for each trial (a row), the lives, and at every moment at which any life was lost
// the losses and the risk set: lives, lost, at risk, lost, at risk …
type toll struct {
	perTrial  *mat.Dense // nil without trials
	moments   []float64
	scenarios int // that have lives
}

func deaths(lives [][][]Life) toll {
	var c toll
	rows := 0
	for _, trials := range lives {
		rows += len(trials)
		for _, trial := range trials {
			for _, l := range trial {
				if l.Lost && l.Entry < l.Time {
					c.moments = append(c.moments, l.Time)
				}
			}
		}
	}
	if rows == 0 {
		return c
	}
	slices.Sort(c.moments)
	c.moments = slices.Compact(c.moments)
	c.perTrial = mat.NewDense(rows, 1+2*len(c.moments), nil)
	i := 0
	for _, trials := range lives {
		counted := false
		for _, trial := range trials {
			counted = c.add(i, trial) || counted
			i++
		}
		if counted {
			c.scenarios++
		}
	}
	return c
}

// add counts the lives of a trial in its row. It reports false if there are none.
func (c toll) add(row int, trial []Life) bool {
	sums := c.perTrial.RawRowView(row)
	for _, l := range trial {
		if l.Entry >= l.Time {
			continue
		}
		sums[0]++
		from, found := slices.BinarySearch(c.moments, l.Entry)
		if found {
			from++ // a life is at risk after its entry
		}
		for j := from; j < len(c.moments) && c.moments[j] <= l.Time; j++ {
			sums[2+2*j]++
			if l.Lost && c.moments[j] == l.Time {
				sums[1+2*j]++
			}
		}
	}
	return sums[0] > 0
}
