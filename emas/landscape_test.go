package emas_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

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

// landscape is a whole space of truths and three draws of each with normal noise (standard error sd
// on fitness and descriptors), or none.
func landscape(t testing.TB, draws int, sd float64) emas.Landscape {
	s, err := emas.NewPipelineSpace()
	require.NoError(t, err)
	l := emas.Landscape{Space: s, Axes: []emas.Axis{
		{Name: "correction retention", Low: 0, High: 1, Bins: emas.Bins},
		{Name: "identifier retention", Low: 0, High: 1, Bins: emas.Bins},
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

func archive(t testing.TB, l emas.Landscape, rules emas.Rules) *emas.Archive {
	a, err := emas.NewArchive(l.Axes, rules)
	require.NoError(t, err)
	return a
}

// measure is what a search is told: the mean of the first draws, or the truth.
func measure(l emas.Landscape, p emas.Proposal) emas.Evaluation {
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
func play(t testing.TB, l emas.Landscape, s *emas.Search, batch, distinct int) {
	for s.Distinct() < distinct {
		asked, err := s.Ask(batch)
		require.NoError(t, err)
		if len(asked) == 0 {
			return
		}
		told := make([]emas.Evaluation, len(asked))
		for i, p := range asked {
			told[i] = measure(l, p)
		}
		_, err = s.Tell(told)
		require.NoError(t, err)
	}
}

func TestLandscapeMistakes(t *testing.T) {
	l := landscape(t, 1, 0.1)
	l.Truth = l.Truth[1:]
	l.Draws[0][3].Fitness = math.NaN()
	err := l.Check()
	require.ErrorContains(t, err, "truth has 4319 evaluations, the space 4320 genomes")
	require.ErrorContains(t, err, "draw 1: genome 3 has fitness NaN")
}

// TestRandomByHand has two cells: {3, 1} and {2}. One draw of three: 1/3·(3+1+2) of the optimum 5.
func TestRandomByHand(t *testing.T) {
	s, err := space.New(space.Choice("a", "x", "y", "z"))
	require.NoError(t, err)
	l := emas.Landscape{Space: s, Axes: []emas.Axis{{Name: "m", Low: 0, High: 1, Bins: 2}}, Truth: []emas.Evaluation{
		{Genome: 0, Fitness: 1, Descriptors: []float64{0}},
		{Genome: 1, Fitness: 3, Descriptors: []float64{0.1}},
		{Genome: 2, Fitness: 2, Descriptors: []float64{0.9}},
	}}
	got, err := l.Random([]int{0, 1, 2, 3})
	require.NoError(t, err)
	require.InDeltaSlice(t, []float64{0, 2. / 5, (2./3*3 + 1./3*1 + 2./3*2) / 5, 1}, got, 1e-12)
}

// TestRandomClosedForm holds the closed form against random searches played out.
func TestRandomClosedForm(t *testing.T) {
	l := landscape(t, 0, 0)
	ks := []int{10, 40, 160, 640, 4320}
	want, err := l.Random(ks)
	require.NoError(t, err)
	var seeds []uint64
	for s := range uint64(60) {
		seeds = append(seeds, s)
	}
	c, err := l.Curve(emas.Method{Name: "random", Emitters: []emas.Emitter{emas.Uniform{}}, Batch: 40}, ks, seeds)
	require.NoError(t, err)
	for i, f := range c.Mean() {
		var squares float64
		for _, row := range c.Seeds {
			squares += (row[i] - f) * (row[i] - f)
		}
		se := math.Sqrt(squares/59) / math.Sqrt(60)
		require.InDelta(t, want[i], f, 4*se+1e-9, "k=%d", ks[i])
	}
	require.InDelta(t, 1, want[4], 1e-12)
	require.Equal(t, []float64{10, 40, 160, 640, 4320}, c.Evaluations)
}
