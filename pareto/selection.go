package pareto

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// Selection is what the points of a front are worth on trials that had no say in choosing them.
type Selection struct {
	// Measured are a point's objectives on the halves that didn't choose it, over all times that the other half
	// did; nil if none ever chose it, and where nothing was measured so.
	Measured [][]float64
	Note     string // why nothing was
}

// Select cuts the scenarios in two, at random from seed and the same for all points, chooses the front on one
// half and measures it on the other, then the other way round, and averages over splits. The best of many noisy
// points is partly lucky, and what it looks like on the trials that chose it flatters it; on trials that had no
// say it doesn't. A point counts only where both halves give it a value. Halves choose with more noise than all
// scenarios do.
//
// Scenarios differ in how hard they are for all, so a point is paired with the others by scenario: its value
// on a half is what it is ahead of the mean of all points there, on top of their mean on everything. Else a
// point that is chosen where the hard scenarios choose would seem to gain by not being known.
func (s Sample) Select(splits int, seed uint64) (Selection, error) {
	out := Selection{Measured: make([][]float64, s.Points)}
	if splits < 1 {
		return out, fmt.Errorf("selection over %d splits: want at least 1", splits)
	}
	t, err := s.layOut()
	if err != nil {
		return out, err
	}
	points, err := t.measureAll()
	if err != nil {
		return out, err
	}
	if s.Scenarios < 2 {
		out.Note = "uncorrected: fewer than two scenarios"
		return out, nil
	}
	times := make([]int, s.Points)
	r := rand.New(rand.NewPCG(seed, 0))
	for range splits {
		halves := t.halve(r)
		first, second := t.measureWhereDefined(halves[0]), t.measureWhereDefined(halves[1])
		pairWithAll(points, first, second)
		for _, pair := range [][2][][]float64{{first, second}, {second, first}} {
			on, err := t.frontAmong(pair[0])
			if err != nil {
				return out, err
			}
			for _, i := range on {
				if pair[1][i] == nil {
					continue
				}
				if times[i]++; times[i] == 1 {
					out.Measured[i] = make([]float64, len(s.Objectives))
				}
				floats.Add(out.Measured[i], pair[1][i])
			}
		}
	}
	for i, n := range times {
		for j := range out.Measured[i] {
			out.Measured[i][j] /= float64(n)
		}
	}
	if slices.Max(times) == 0 {
		out.Note = "uncorrected: no chosen point has a value on the other half"
	}
	return out, nil
}

// pairWithAll takes off each half's values by how much the half is easier, or cheaper, for all points that
// have a value on both than all trials are. Which points are on a half's front stays the same.
func pairWithAll(points, first, second [][]float64) {
	for j := range points[0] {
		n, whole, halves := 0.0, 0.0, [2]float64{}
		for i := range points {
			if first[i] != nil && second[i] != nil {
				n, whole = n+1, whole+points[i][j]
				halves[0], halves[1] = halves[0]+first[i][j], halves[1]+second[i][j]
			}
		}
		for h, half := range [2][][]float64{first, second} {
			for i := range half {
				if half[i] != nil && n > 0 {
					half[i][j] -= (halves[h] - whole) / n
				}
			}
		}
	}
}

// halve says how often each trial counts on either side. Of an odd number of scenarios the second has one more.
func (t trials) halve(r *rand.Rand) [2][]float64 {
	halves := [2][]float64{make([]float64, len(t.rows)), make([]float64, len(t.rows))}
	for k, scenario := range r.Perm(t.Scenarios) {
		side := halves[min(1, k/(t.Scenarios/2))]
		for repeat := range t.Repeats {
			side[scenario*t.Repeats+repeat] = 1
		}
	}
	return halves
}
