package emas

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"contextarena.internal/space"
	"contextarena.internal/stats"
)

// Effect is a share of the variance of fitness over the whole space.
type Effect struct {
	Dimensions []string // one: on its own; two: what both do together beyond that; none: the rest
	Share      float64
	Interval   *stats.Interval // over scenarios; nil where it can't be estimated
}

// Anova is which dimensions fitness depends on. Shares of Mains, Pairs and Rest sum to 1.
type Anova struct {
	Mains, Pairs []Effect // in order of declaration
	Rest         Effect   // of three dimensions and more
	Variance     float64  // of fitness over the space, without noise
	Noise        float64  // the variance that noise added, taken off
	Note         string   // what limits the figures
}

// Decompose splits the variance of fitness over a complete space into main effects, pairwise
// interactions and the rest (functional ANOVA; Hutter, Hoos & Leyton-Brown 2014, here from the grid
// itself rather than a model of it). fitness[scenario][genome] are means over repeats; a genome's
// fitness is the mean over scenarios. noise[scenario][genome] is the variance of each such mean
// (nil: none).
//
// Independent noise of mean variance v adds v·df/N to a component with df degrees of freedom on a
// grid of N, which is taken off; a component left below 0 is set to 0, and the note counts them.
// Repeats that share a seed across genomes have less noise than that, so this errs to the small
// side.
//
// The intervals, at confidence 1-alpha, resample scenarios from seed and are expanded as far as t
// reaches beyond the normal (Hesterberg 2015). Fewer than stats.MinClusters scenarios give none.
func Decompose(over *space.Space, fitness, noise [][]float64, resamples int, seed uint64, alpha float64) (Anova, error) {
	var a Anova
	if over.Conditional() {
		return a, fmt.Errorf("anova: the space has conditions, so its grid isn't complete; fix the levels they depend on")
	}
	if len(fitness) == 0 || noise != nil && len(noise) != len(fitness) {
		return a, fmt.Errorf("anova: %d scenarios of fitness, %d of noise; give at least one, and as many of each", len(fitness), len(noise))
	}
	for s := range fitness {
		if len(fitness[s]) != over.Size() || noise != nil && len(noise[s]) != over.Size() {
			return a, fmt.Errorf("anova: scenario %d doesn't have every genome of %d; enumerate the space", s+1, over.Size())
		}
		if slices.ContainsFunc(fitness[s], math.IsNaN) || noise != nil && slices.ContainsFunc(noise[s], math.IsNaN) {
			return a, fmt.Errorf("anova: scenario %d has NaN; measure every genome", s+1)
		}
	}
	parts := components(over, fitness)
	v := make([]float64, len(fitness)) // mean noise of each scenario
	for s := range noise {
		for _, x := range noise[s] {
			v[s] += x / float64(over.Size())
		}
	}
	g := len(fitness)
	once := make([]float64, g)
	for s := range once {
		once[s] = 1 / float64(g)
	}
	shares, variance, taken, below := decompose(parts, v, once, over.Size())
	a.Variance, a.Noise = variance, taken
	if variance <= 0 {
		a.Note = "no variance beyond noise"
	} else if below > 0 {
		a.Note = fmt.Sprintf("%d components came out below 0 and count as 0", below)
	}
	intervals := make([]*stats.Interval, len(shares))
	if g >= stats.MinClusters && variance > 0 {
		intervals = resample(parts, v, shares, resamples, seed, alpha, over.Size())
	} else if variance > 0 {
		a.Note = note(a.Note, "not estimable across scenarios (fewer than 3)")
	}
	for i, c := range parts[1:] {
		e := Effect{Share: shares[i], Interval: intervals[i]}
		for _, d := range c.dims {
			e.Dimensions = append(e.Dimensions, over.Dimensions[d].Name)
		}
		if len(c.dims) == 1 {
			a.Mains = append(a.Mains, e)
		} else {
			a.Pairs = append(a.Pairs, e)
		}
	}
	last := len(shares) - 1
	a.Rest = Effect{Share: shares[last], Interval: intervals[last]}
	return a, nil
}

func note(a, b string) string {
	if a == "" {
		return b
	}
	return a + "; " + b
}

// component is one part of the variance. It is a square of fitness, so for scenarios with weights w
// it is Σ w(s)·w(t)·cross[s][t]: nothing has to be gone through again to weigh them anew.
type component struct {
	dims  []int // none: the total
	df    float64
	cross [][]float64
}

// components are the total, the main effects and the pairs.
func components(over *space.Space, fitness [][]float64) []component {
	levels := make([]int, len(over.Dimensions))
	genes := make([][]int, over.Size())
	for d := range levels {
		levels[d] = len(over.Dimensions[d].Levels)
	}
	for g := range genes {
		genes[g] = over.Levels(Genome(g))
	}
	n := float64(over.Size())
	centred := make([][]float64, len(fitness))
	for s, row := range fitness {
		var sum float64
		for _, y := range row {
			sum += y
		}
		for _, y := range row {
			centred[s] = append(centred[s], y-sum/n)
		}
	}
	all := []component{{df: n - 1, cross: products(centred)}}
	mains := make([][][]float64, len(levels)) // dimension → scenario → option
	for d, l := range levels {
		mains[d] = make([][]float64, len(fitness))
		for s := range centred {
			mains[d][s] = make([]float64, l)
			for g, y := range centred[s] {
				mains[d][s][genes[g][d]] += y * float64(l) / n
			}
		}
		all = append(all, component{[]int{d}, float64(l - 1), products(mains[d])})
	}
	for d := range levels {
		for e := d + 1; e < len(levels); e++ {
			tables := make([][]float64, len(fitness))
			for s := range centred {
				t := make([]float64, levels[d]*levels[e])
				for g, y := range centred[s] {
					t[genes[g][d]*levels[e]+genes[g][e]] += y * float64(len(t)) / n
				}
				for i := range t {
					t[i] -= mains[d][s][i/levels[e]] + mains[e][s][i%levels[e]]
				}
				tables[s] = t
			}
			all = append(all, component{[]int{d, e}, float64((levels[d] - 1) * (levels[e] - 1)), products(tables)})
		}
	}
	return all
}

// products are the mean products of every two scenarios' tables.
func products(tables [][]float64) [][]float64 {
	cross := make([][]float64, len(tables))
	for s := range tables {
		cross[s] = make([]float64, len(tables))
		for t := range s + 1 {
			for i, x := range tables[s] {
				cross[s][t] += x * tables[t][i] / float64(len(tables[s]))
			}
			cross[t][s] = cross[s][t]
		}
	}
	return cross
}

// decompose gives the shares of mains, pairs and, last, the rest where scenarios weigh w.
func decompose(all []component, noise, w []float64, size int) (shares []float64, variance, taken float64, below int) {
	var v float64
	for s, x := range noise {
		v += w[s] * w[s] * x
	}
	value := func(c component) float64 {
		var sum float64
		for s := range w {
			if w[s] == 0 {
				continue
			}
			for t := range w {
				sum += w[s] * w[t] * c.cross[s][t]
			}
		}
		return sum
	}
	raw := value(all[0])
	taken = v * all[0].df / float64(size)
	rest, restDF := raw, all[0].df
	keep := func(x float64) {
		// What rounding leaves of nothing is nothing.
		if x < 0 || x < 1e-12*raw {
			if x < -1e-12*raw {
				below++
			}
			x = 0
		}
		shares = append(shares, x)
		variance += x
	}
	for _, c := range all[1:] {
		x := value(c)
		rest, restDF = rest-x, restDF-c.df
		keep(x - v*c.df/float64(size))
	}
	keep(rest - v*restDF/float64(size))
	for i := range shares {
		if variance > 0 {
			shares[i] /= variance
		}
	}
	return shares, variance, taken, below
}

// resample gives each share an interval over scenarios.
func resample(all []component, noise, shares []float64, resamples int, seed uint64, alpha float64, size int) []*stats.Interval {
	g := len(noise)
	r := rand.New(rand.NewPCG(seed, 0))
	drawn := make([][]float64, len(shares))
	w := make([]float64, g)
	for range max(1, resamples) {
		clear(w)
		for range g {
			w[r.IntN(g)] += 1 / float64(g)
		}
		s, _, _, _ := decompose(all, noise, w, size)
		for i, x := range s {
			drawn[i] = append(drawn[i], x)
		}
	}
	reach := distuv.StudentsT{Sigma: 1, Nu: float64(g - 1)}.Quantile(1-alpha/2) * math.Sqrt(float64(g)/float64(g-1))
	level := distuv.UnitNormal.CDF(-reach)
	intervals := make([]*stats.Interval, len(shares))
	for i, x := range drawn {
		slices.Sort(x)
		k := int(level * float64(len(x)))
		intervals[i] = &stats.Interval{Low: min(shares[i], x[k]), High: max(shares[i], x[len(x)-1-k])}
	}
	return intervals
}
