package pareto

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"contextarena.internal/space"
)

// Measured is a configuration as its trials show it.
type Measured struct {
	At          []int   // its levels, as space.Space.Levels
	Cost        float64 // above 0
	Kept, Asked float64 // of its probes; Asked is above 0
}

const (
	fitted      = 100 // measured points that a surface's parameters are fitted to at most
	evaluations = 400 // of the evidence
)

// likely are values of a standard normal, as likely as each other.
var likely = func() (z [16]float64) {
	for i := range z {
		z[i] = distuv.UnitNormal.Quantile((float64(i) + 0.5) / float64(len(z)))
	}
	return z
}()

// Promising picks up to n candidates to measure next, given by their levels, the most promising first: by two
// surfaces over the space, of the logarithm of cost and of the log odds of retention, that which is expected to
// raise the hypervolume most over the measured ones, costs being as the surface has them, and none above the
// dearest measured one. A pick is believed to turn out as expected when the next is made (the kriging believer
// of Ginsbourger, Le Riche & Carraro 2010). It returns places among the candidates, an earlier one at a tie;
// fewer where no other promises anything, and none where no surface can be fitted.
func Promising(over *space.Space, measured []Measured, candidates [][]int, n int) []int {
	var at [][]float64
	var logs, odds, noise []float64
	var rows [][]float64
	for _, m := range measured {
		p := (m.Kept + 2) / (m.Asked + 4) // Agresti & Coull 1998: none or all of few has a finite value
		at, logs, odds = append(at, place(over, m.At)), append(logs, math.Log(m.Cost)), append(odds, math.Log(p/(1-p)))
		noise = append(noise, 1/((m.Asked+4)*p*(1-p))) // by the delta method
		rows = append(rows, []float64{math.Log(m.Cost), -m.Kept / m.Asked})
	}
	cost, usual, err1 := surface(over, at, logs, make([]float64, len(at)))
	kept, middle, err2 := surface(over, at, odds, noise)
	if err1 != nil || err2 != nil {
		return nil
	}
	var best [][]float64 // the others cover nothing more
	for _, i := range front(rows) {
		best = append(best, rows[i])
	}
	rows = best
	ref := []float64{floats.Max(logs), 0}
	type candidate struct {
		at   []float64
		cost float64
	}
	var left []candidate
	for _, levels := range candidates {
		x := place(over, levels)
		c, _ := cost.at(x)
		left = append(left, candidate{x, usual + c})
	}
	typical := slices.Sorted(slices.Values(noise))[len(noise)/2]
	var picked []int
	for range min(n, len(left)) {
		had, next, most := hypervolume(rows, ref), -1, 0.0
		for i, c := range left {
			if slices.Contains(picked, i) || c.cost >= ref[0] {
				continue
			}
			mean, variance := kept.at(c.at)
			gain := 0.0
			for _, z := range likely {
				share := shareAt(middle + mean + z*math.Sqrt(variance))
				gain += hypervolume(append(rows, []float64{c.cost, -share}), ref) - had
			}
			if gain > most {
				next, most = i, gain
			}
		}
		if next < 0 {
			break
		}
		picked = append(picked, next)
		mean, _ := kept.at(left[next].at)
		rows = append(rows, []float64{left[next].cost, -shareAt(middle + mean)})
		kept.x, kept.y, kept.noise = append(kept.x, left[next].at), append(kept.y, mean), append(kept.noise, typical)
		if kept.condition(kept.p) != nil {
			break
		}
	}
	return picked
}

// shareAt is the share that has these log odds.
func shareAt(odds float64) float64 { return 1 / (1 + math.Exp(-odds)) }

// surface is one through values, about their mean.
func surface(over *space.Space, at [][]float64, values, noise []float64) (*process, float64, error) {
	g := &process{like: matern52, x: at, noise: noise}
	mean, variance := stat.MeanVariance(values, nil)
	for _, v := range values {
		g.y = append(g.y, v-mean)
	}
	variance = max(variance, 1e-6)
	start := []float64{variance}
	for _, d := range over.Dimensions {
		g.category, start = append(g.category, !d.Ordered()), append(start, 1)
	}
	start = append(start, variance/100)
	whole := *g
	if every := (len(at) + fitted - 1) / fitted; every > 1 {
		g.x, g.y, g.noise = nil, nil, nil
		for i := 0; i < len(at); i += every {
			g.x, g.y, g.noise = append(g.x, whole.x[i]), append(g.y, whole.y[i]), append(g.noise, whole.noise[i])
		}
	}
	if err := g.fit(start, evaluations); err != nil {
		return nil, 0, err
	}
	return &whole, mean, whole.condition(g.p)
}

// place is where levels lie for a surface: 0 to 1 along an ordered dimension. Where one doesn't apply it is in
// the middle: what it depends on tells such points apart.
func place(over *space.Space, levels []int) []float64 {
	out := make([]float64, len(levels))
	for i, l := range levels {
		switch {
		case !over.Dimensions[i].Ordered():
			out[i] = float64(l)
		case l == space.Inactive:
			out[i] = 0.5
		default:
			out[i] = over.Dimensions[i].Place(l)
		}
	}
	return out
}
