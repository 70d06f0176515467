package emas_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"contextarena.internal/emas"
	"contextarena.internal/space"
)

// truth is a made-up memory: encode and store decide what is kept, retrieve and pace shift it, and
// identifiers are kept at the expense of corrections.
func truth(s *space.Space, g emas.Genome) emas.Evaluation {
	x := s.Levels(g)
	encode := [...]float64{0.1, 0.35, 0.5, 0.8, 1}[x[0]]
	store := [...]float64{0, 0.4, 0.6, 0.9}[x[1]]
	pace := math.Abs(float64(x[3])-1) / 3
	identifiers := 0.15 + 0.6*encode + 0.1*float64(x[2]) - 0.1*pace
	corrections := 0.9*store + 0.3*(1-encode) - 0.08*float64(x[2])*encode - 0.05*float64(x[5])
	clip := func(v float64) float64 { return min(1, max(0, v)) }
	e := emas.Evaluation{Genome: g, Descriptors: []float64{clip(corrections), clip(identifiers)}}
	e.Fitness = 0.2 + 0.3*encode + 0.2*store + 0.1*store*encode + 0.03*float64(x[5]) - 0.1*pace + 0.02*float64(x[4]) + 0.01*float64(x[6])
	return e
}

// measured is a space whose every genome was measured: in truth, and in draws with noise.
type measured struct {
	Space *space.Space
	Axes  []emas.Axis
	Truth []emas.Evaluation
	Draws [][]emas.Evaluation
}

// landscape is a whole space of truths and three draws of each with normal noise (standard error sd
// on fitness and descriptors), or none.
func landscape(_ testing.TB, draws int, sd float64) measured {
	s := emas.NewPipelineSpace()
	l := measured{Space: s, Axes: []emas.Axis{
		{Name: "correction retention", Low: 0, High: 1, Bins: 5},
		{Name: "identifier retention", Low: 0, High: 1, Bins: 5},
	}}
	for g := range emas.Genome(s.Size()) {
		l.Truth = append(l.Truth, truth(s, g))
	}
	r := rand.New(rand.NewPCG(5, 0))
	for range draws {
		d := make([]emas.Evaluation, s.Size())
		for g := range d {
			e := truth(s, emas.Genome(g))
			e.Fitness += sd * r.NormFloat64()
			e.SE = sd
			for i := range e.Descriptors {
				e.Descriptors[i] = min(1, max(0, e.Descriptors[i]+sd*r.NormFloat64()))
			}
			d[g] = e
		}
		l.Draws = append(l.Draws, d)
	}
	return l
}

func archive(l measured, margin float64) *emas.Archive { return emas.NewArchive(l.Axes, margin) }

// measure is what a search is told: the mean of the first draws, or the truth.
func measure(l measured, p emas.Proposal) emas.Evaluation {
	if len(l.Draws) == 0 {
		return l.Truth[p.Genome]
	}
	n := float64(p.Repeat + 1)
	e := emas.Evaluation{Genome: p.Genome, Descriptors: make([]float64, len(l.Axes)), SE: l.Draws[0][p.Genome].SE / math.Sqrt(n)}
	for r := range p.Repeat + 1 {
		d := l.Draws[r][p.Genome]
		e.Fitness += d.Fitness / n
		for i, x := range d.Descriptors {
			e.Descriptors[i] += x / n
		}
	}
	return e
}

// play runs the loop until so many genomes are told, or nothing is left.
func play(l measured, s *emas.Search, batch, distinct int) {
	for s.Distinct() < distinct {
		asked := s.Ask(batch)
		if len(asked) == 0 {
			return
		}
		told := make([]emas.Evaluation, len(asked))
		for i, p := range asked {
			told[i] = measure(l, p)
		}
		s.Tell(told)
	}
}
