package frontier

import (
	"math/rand/v2"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/stats"
)

// Weight is what a fact type counts in type-weighted retention.
type Weight struct {
	Type arena.FactType `json:"type"`
	// Slope is by how much the chance to pass a scenario's task rises when all of the scenario's
	// probes of the type are kept rather than none: within scenarios, by least squares, over all
	// trials of all points. It is a link, not a cause: points that keep one type keep others too. Its
	// interval is over scenarios, with stats.MinClusters of them or more.
	Slope     lab.Measured `json:"slope"`
	Scenarios int          `json:"scenarios"` // that have the type and in which it varies
	Weight    float64      `json:"weight"`    // slopes above 0 that have an interval, divided by their sum
}

// learnWeights learns the weights. Where no slope is estimable and above 0 all types weigh the same, and
// ok is false.
func learnWeights(rows [][][][]float64) (out []Weight, ok bool) {
	total := 0.0
	for i, ft := range arena.FactTypes {
		xy, xx := moments(rows, i)
		w := Weight{Type: ft}
		var sx, sy float64
		for s := range xx {
			if xx[s] > 0 {
				w.Scenarios++
				sx, sy = sx+xx[s], sy+xy[s]
			}
		}
		if sx > 0 {
			w.Slope.Mean = new(sy / sx)
		}
		if w.Scenarios >= stats.MinClusters {
			w.Slope.Low, w.Slope.High = slopeInterval(xy, xx)
			w.Weight = max(0, *w.Slope.Mean)
			total += w.Weight
		}
		out = append(out, w)
	}
	for i := range out {
		if total > 0 {
			out[i].Weight /= total
		} else {
			out[i].Weight = 1 / float64(len(out))
		}
	}
	return out, total > 0
}

// moments are the sums of products of what was kept of a type and whether the task was passed, by
// scenario, about the scenario's means.
func moments(rows [][][][]float64, factType int) (xy, xx []float64) {
	scenarios := len(rows[0])
	xy, xx = make([]float64, scenarios), make([]float64, scenarios)
	for s := range scenarios {
		var n, mx, my float64
		for pass := range 2 {
			for _, point := range rows {
				for _, r := range point[s] {
					if r == nil || r[byType+2*factType+1] == 0 {
						continue
					}
					x, y := r[byType+2*factType]/r[byType+2*factType+1], r[passed]
					if pass == 0 {
						n, mx, my = n+1, mx+x, my+y
						continue
					}
					xy[s] += (x - mx/n) * (y - my/n)
					xx[s] += (x - mx/n) * (x - mx/n)
				}
			}
		}
	}
	return xy, xx
}

// slopeInterval is the percentile interval of a slope when scenarios are drawn anew.
func slopeInterval(xy, xx []float64) (low, high *float64) {
	r := rand.New(rand.NewPCG(seed, 1))
	var slopes []float64
	for range resamples {
		var sx, sy float64
		for range xx {
			s := r.IntN(len(xx))
			sx, sy = sx+xx[s], sy+xy[s]
		}
		if sx > 0 {
			slopes = append(slopes, sy/sx)
		}
	}
	slices.Sort(slopes)
	at := func(q float64) *float64 { return &slopes[int(q*float64(len(slopes)-1))] }
	return at(alpha / 2), at(1 - alpha/2)
}
