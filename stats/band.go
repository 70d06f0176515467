package stats

import (
	"encoding/binary"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Band are pointwise percentile bootstrap intervals of the survival curve of lives (scenario × trial × life) at times, at confidence
// 1-alpha. There are as many trials as were drawn.
//
// One cut reply kills many facts at once and the facts of a scenario share its conversation, so
// lives aren't independent and Greenwood's interval is too narrow. With few scenarios the
// percentile method errs on the narrow side too, and the note says so. A resample in which nobody
// is at risk shows nothing and is left out.
//
// The intervals are nil where there is no honest one, and the note says why: fewer than
// MinClusters scenarios with lives. The order of lives within a trial is immaterial.
func (d Draws) Band(lives [][][]Life, times []float64, alpha float64) (intervals []Interval, note string) {
	c := deaths(lives)
	switch {
	case c.scenarios == 0:
		return nil, "nothing was at risk"
	case c.scenarios < MinClusters:
		return nil, "not estimable across scenarios (fewer than 3)"
	case c.scenarios < MinBootstrap:
		note = fmt.Sprintf("too narrow with %d scenarios", c.scenarios)
	}
	c.follow(times, d.resamples)
	d.resample(d.kinds(c), c)
	return c.band(alpha), note
}

// kinds are the trials sorted by what they count: repeats of one conversation often lose the same facts at the same time.
type kinds struct {
	trials [][]int32  // of each kind
	counts *mat.Dense // kind × column
}

// kinds sorts the trials. Kinds are in the order of their first trial.
func (d Draws) kinds(c *toll) kinds {
	var k kinds
	var rows []float64
	known := map[string]int{}
	columns := 1 + 2*len(c.moments)
	row, name, i := make([]float64, columns), []byte{}, int32(-1)
	for s, n := range d.trials {
		for t := range n {
			i++
			clear(row)
			if !c.add(row, c.lives[s][t]) {
				continue
			}
			name = name[:0]
			for j, x := range row {
				if x != 0 {
					name = binary.AppendUvarint(binary.AppendUvarint(name, uint64(j)), uint64(x))
				}
			}
			kind, ok := known[string(name)]
			if !ok {
				kind = len(known)
				known[string(name)] = kind
				rows, k.trials = append(rows, row...), append(k.trials, nil)
			}
			k.trials[kind] = append(k.trials[kind], i)
		}
	}
	k.counts = mat.NewDense(len(known), columns, rows)
	return k
}

// block is how many resamples are counted at once.
const block = 256

// resample counts the resamples, a block in one multiplication, and follows their curves. The counts are whole
// numbers, so the order in which they are added is immaterial.
func (d Draws) resample(k kinds, c *toll) {
	n, columns := k.counts.Dims()
	times, sums := mat.NewDense(block, n, nil), mat.NewDense(block, columns, nil)
	for from := 0; from < d.resamples; from += block {
		drawn := min(block, d.resamples-from)
		for b := range drawn {
			row := d.row(from + b)
			for kind, trials := range k.trials {
				sum := 0
				for _, i := range trials {
					sum += int(row[i])
				}
				times.Set(b, kind, float64(sum))
			}
		}
		sums.Mul(times, k.counts)
		for b := range drawn {
			c.draw(sums.RawRowView(b))
		}
	}
}

// follow prepares the curves at times.
func (c *toll) follow(times []float64, resamples int) {
	c.column, c.curves, c.survival = make([]int, len(times)), make([][]float64, len(times)), make([]float64, len(c.moments))
	for k, t := range times {
		i, found := slices.BinarySearch(c.moments, t)
		if !found {
			i--
		}
		c.column[k], c.curves[k] = i, make([]float64, 0, resamples)
	}
}

// draw adds the curve that the counts of a resample give.
func (c *toll) draw(sum []float64) {
	if sum[0] == 0 {
		return // nobody
	}
	s := 1.0
	for j := range c.survival {
		if lost, atRisk := sum[1+2*j], sum[2+2*j]; lost > 0 {
			s *= (atRisk - lost) / atRisk
		}
		c.survival[j] = s
	}
	for k, j := range c.column {
		at := 1.0
		if j >= 0 {
			at = c.survival[j]
		}
		c.curves[k] = append(c.curves[k], at)
	}
}

// band takes the percentiles of the curves.
func (c *toll) band(alpha float64) []Interval {
	out := make([]Interval, len(c.curves))
	for k, x := range c.curves {
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

// toll counts of each trial the lives, and at every moment at which any life was lost the losses and
// the risk set, in columns: lives, lost, at risk, lost, at risk …
type toll struct {
	lives     [][][]Life
	moments   []float64
	scenarios int // that have lives

	column   []int // by time the moment that decides the curve there, or -1
	curves   [][]float64
	survival []float64 // of the resample at hand, by moment
}

func deaths(lives [][][]Life) *toll {
	c := &toll{lives: lives}
	for _, trials := range lives {
		counted := false
		for _, trial := range trials {
			for _, l := range trial {
				if l.Entry >= l.Time {
					continue
				}
				counted = true
				if l.Lost {
					c.moments = append(c.moments, l.Time)
				}
			}
		}
		if counted {
			c.scenarios++
		}
	}
	slices.Sort(c.moments)
	c.moments = slices.Compact(c.moments)
	return c
}

// add counts the lives of a trial. It reports false if there are none.
func (c *toll) add(sums []float64, trial []Life) bool {
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
