package emas

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// Guided proposes what a Forest, a surrogate of fitness and descriptors, promises most (surrogate-assisted
// illumination, Gaier, Asteroth & Mouret 2018): the improvement of its upper confidence bound,
// mean + Optimism·sd, over the threshold of a cell, averaged over the cells it may lie in (its
// descriptors are taken for independent and normal). The surrogate is fitted anew for each batch.
type Guided struct {
	Forest   Forest
	Optimism float64 // standard deviations; 1 is usual
	Pool     int     // candidates looked at for each batch: half mutants of elites, half unseen at random
}

// Name is "guided".
func (Guided) Name() string { return "guided" }

// fewest is how many evaluations a forest needs before it says anything.
const fewest = 20

// Emit takes the most promising candidate, counts its expectation as reached in its cells so that
// the next one looks elsewhere, and so on. An earlier candidate wins a tie. With fewer than 20
// evaluations it draws as Uniform does.
func (e Guided) Emit(n int, known Known, r *rand.Rand) ([]Genome, error) {
	if len(known.Evaluations) < fewest {
		return Uniform{}.Emit(n, known, r)
	}
	offset := known.Archive.rules.Offset
	axes := known.Archive.axes
	var x [][]float64
	y := make([][]float64, 1+len(axes)) // fitness, then each descriptor
	for _, k := range known.Evaluations {
		x = append(x, features(known.Space, k.Genome))
		if k.Infeasible {
			y[0] = append(y[0], min(offset, k.Fitness))
		} else {
			y[0] = append(y[0], k.Fitness)
		}
		for i, d := range k.Descriptors {
			y[i+1] = append(y[i+1], d)
		}
	}
	models := make([]predict, len(y))
	for i := range y {
		var err error
		if models[i], err = e.Forest.Fit(x, y[i], r.Uint64()); err != nil {
			return nil, fmt.Errorf("fit surrogate: %w", err)
		}
	}
	pool, err := e.candidates(n, known, r)
	if err != nil {
		return nil, err
	}
	type candidate struct {
		mean, bound float64
		places      []place
	}
	promises := make([]candidate, len(pool))
	for i, g := range pool {
		f := features(known.Space, g)
		mean, sd := models[0](f)
		promises[i] = candidate{mean, mean + e.Optimism*sd, []place{{0, 1}}}
		for a, axis := range axes {
			m, sd := models[a+1](f)
			promises[i].places = spread(promises[i].places, axis, m, sd)
		}
	}
	reached := make([]float64, known.Archive.Cells()) // above offset
	for _, elite := range known.Archive.Elites() {
		reached[elite.Cell] = elite.Threshold - offset
	}
	gain := func(c candidate) (sum float64) {
		for _, p := range c.places {
			sum += p.probability * max(0, c.bound-offset-reached[p.cell])
		}
		return sum
	}
	gains := make([]float64, len(pool))
	genomes := make([]Genome, n)
	taken := make([]bool, len(pool))
	for j := range genomes {
		best := -1
		for i := range pool {
			if taken[i] {
				continue
			}
			if gains[i] = gain(promises[i]); best < 0 || gains[i] > gains[best] {
				best = i
			}
		}
		taken[best] = true
		genomes[j] = pool[best]
		for _, p := range promises[best].places {
			reached[p.cell] += p.probability * max(0, promises[best].mean-offset-reached[p.cell])
		}
	}
	return genomes, nil
}

// place is a cell and how probable it is.
type place struct {
	cell        int
	probability float64
}

// unlikely is the probability below which a cell is left out.
const unlikely = 0.01

// spread divides places, which lie on the axes before, among the bins of one more, whose value is
// normal.
func spread(places []place, axis Axis, mean, sd float64) []place {
	var all []place
	below := 0.0 // probability of the bins before
	for b := range axis.Bins {
		end := axis.Low + (axis.High-axis.Low)*float64(b+1)/float64(axis.Bins)
		up := 1.0
		if sd < 1e-9 {
			if axis.Bin(mean) > b {
				up = 0
			}
		} else if b < axis.Bins-1 {
			up = math.Erfc((mean-end)/sd/math.Sqrt2) / 2
		}
		for _, p := range places {
			if q := p.probability * (up - below); q >= unlikely {
				all = append(all, place{p.cell*axis.Bins + b, q})
			}
		}
		below = up
	}
	return all
}

// candidates are at least n genomes, unseen and without repeats as far as there are such.
func (e Guided) candidates(n int, known Known, r *rand.Rand) ([]Genome, error) {
	mutants, err := Mutation{}.Emit(e.Pool/2, known, r)
	if err != nil {
		return nil, err
	}
	var pool []Genome
	in := map[Genome]bool{}
	for _, g := range mutants {
		if !known.Seen(g) && !in[g] {
			in[g] = true
			pool = append(pool, g)
		}
	}
	random, err := Uniform{}.Emit(min(known.Space.Size(), max(n, e.Pool-e.Pool/2)), known, r)
	for _, g := range random {
		if !in[g] {
			in[g] = true
			pool = append(pool, g)
		}
	}
	for len(pool) < n { // the rest of the space is seen; the search finds what is left
		pool = append(pool, random[0])
	}
	return pool, err
}
