package frontier

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"contextarena.internal/lab/predictions"
	"contextarena.internal/stats"
)

// sparse compares the gaps between neighbours at the ends of the front with those in its middle.
func (f *Frontier) sparse(p predictions.Prediction) (stats.Verdict, string) {
	now, ok := sparsity(f.frontOf(nil))
	if !ok {
		return stats.NotEstimable, "the front has fewer than 6 points"
	}
	r := rand.New(rand.NewPCG(seed, 3))
	more, counted := 0., 0.
	for range 500 {
		times := make([]int, len(f.scenarios))
		for range times {
			times[r.IntN(len(times))]++
		}
		if ratio, ok := sparsity(f.frontOf(times)); ok {
			counted++
			if ratio > 1 {
				more++
			}
		}
	}
	if counted < 250 {
		return stats.NotEstimable, "most resamples have fewer than 6 points on the front"
	}
	finding := fmt.Sprintf("ratio %.2f; above 1 in %.0f %% of resamples", now, 100*more/counted)
	return stats.Decide(more/counted >= p.Sure, more/counted <= 1-p.Sure), finding
}

// frontOf is the front, by rising cost and scaled to its own range, with scenarios counted so often;
// nil counts each once.
func (f *Frontier) frontOf(times []int) [][2]float64 {
	var rows [][2]float64
	for _, point := range f.rows {
		sums := make([]float64, ofFront)
		for s, repeats := range point {
			n := 1
			if times != nil {
				n = times[s]
			}
			for _, r := range repeats {
				for i, v := range r[:ofFront] {
					sums[i] += float64(n) * v
				}
			}
		}
		if sums[asked] > 0 {
			rows = append(rows, [2]float64{cost.of(sums), retention.of(sums)})
		}
	}
	slices.SortFunc(rows, func(a, b [2]float64) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(b[1], a[1])) })
	var front [][2]float64
	for _, p := range rows {
		if len(front) == 0 || p[1] > front[len(front)-1][1] {
			front = append(front, p)
		}
	}
	if len(front) < 2 {
		return front
	}
	first, last := front[0], front[len(front)-1]
	for i, p := range front {
		for k := range p {
			if d := last[k] - first[k]; d > 0 {
				front[i][k] = (p[k] - first[k]) / d
			}
		}
	}
	return front
}

// sparsity is the mean gap in the outer quarters of a front's length over that in its middle half. It
// needs six points, some of them in the middle.
func sparsity(front [][2]float64) (float64, bool) {
	if len(front) < 6 {
		return 0, false
	}
	var gaps []float64
	length := 0.0
	for i := 1; i < len(front); i++ {
		gaps = append(gaps, math.Hypot(front[i][0]-front[i-1][0], front[i][1]-front[i-1][1]))
		length += gaps[len(gaps)-1]
	}
	var outer, inner []float64
	at := 0.0
	for _, g := range gaps {
		if middle := (at + g/2) / length; middle < 0.25 || middle > 0.75 {
			outer = append(outer, g)
		} else {
			inner = append(inner, g)
		}
		at += g
	}
	if len(outer) == 0 || len(inner) == 0 {
		return 0, false
	}
	return mean(outer) / mean(inner), true
}
