package emas_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/emas"
)

var square = []emas.Axis{{Name: "x", Low: 0, High: 1, Bins: 4}, {Name: "y", Low: -1, High: 1, Bins: 3}}

func evaluations(t *rapid.T, genomes int) []emas.Evaluation {
	n := rapid.IntRange(1, 40).Draw(t, "n")
	all := make([]emas.Evaluation, n)
	for i := range all {
		all[i] = emas.Evaluation{
			Genome:      emas.Genome(rapid.IntRange(0, genomes).Draw(t, "genome")),
			Fitness:     float64(rapid.IntRange(0, 20).Draw(t, "fitness")) / 20, // ties are common
			SE:          rapid.SampledFrom([]float64{0, 0.05, 0.2}).Draw(t, "se"),
			Descriptors: []float64{rapid.Float64Range(-0.2, 1.2).Draw(t, "x"), float64(rapid.IntRange(-4, 4).Draw(t, "y")) / 3},
			Infeasible:  rapid.IntRange(0, 9).Draw(t, "infeasible") == 0,
		}
	}
	return all
}

func TestArchiveProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		margin := rapid.SampledFrom([]float64{0, 1, 2}).Draw(t, "margin")
		a, batch := emas.NewArchive(square, margin), emas.NewArchive(square, margin)
		all := evaluations(t, 1000)
		most := 0.0
		for _, e := range all {
			before, cell := a.Summary(), a.Cell(e.Descriptors)
			old, filled := a.Elite(cell)
			status, gain := a.Add(e)
			now, _ := a.Elite(cell)
			require.GreaterOrEqual(t, a.Summary().QDScore, before.QDScore)
			switch {
			case e.Infeasible:
				require.Equal(t, emas.Rejected, status)
				require.Equal(t, old, now)
			case !filled:
				require.Equal(t, emas.Discovered, status)
			case status == emas.Improved:
				require.Greater(t, e.Fitness-old.Fitness, margin*math.Hypot(e.SE, old.SE))
				require.InDelta(t, now.Fitness-old.Fitness, gain, 1e-12)
			default:
				require.Equal(t, old, now, "a tie keeps the older")
				require.LessOrEqual(t, e.Fitness-old.Fitness, margin*math.Hypot(e.SE, old.SE))
			}
			if !e.Infeasible {
				most = max(most, e.Fitness)
			}
		}
		require.Equal(t, most, a.Summary().Max)
		batch.AddAll(all)
		require.Equal(t, a.Elites(), batch.Elites())
		require.Equal(t, a.Summary(), batch.Summary())
	})
}

func TestRemeasure(t *testing.T) {
	at := func(g emas.Genome, fitness, x float64) emas.Evaluation {
		return emas.Evaluation{Genome: g, Fitness: fitness, Descriptors: []float64{x, 0}}
	}
	genomes := func(a *emas.Archive) (all []emas.Genome) {
		for _, e := range a.Elites() {
			all = append(all, e.Genome)
		}
		return all
	}
	for _, c := range []struct {
		name    string
		again   emas.Evaluation
		genomes []emas.Genome
		qd      float64
	}{
		{"lowers its cell", at(1, 0.4, 0.1), []emas.Genome{1, 2}, 0.4 + 0.6},
		{"moves to an empty cell", at(1, 0.7, 0.6), []emas.Genome{2, 1}, 0.6 + 0.7},
		{"moves and wins", at(1, 0.7, 0.3), []emas.Genome{1}, 0.7},
		{"moves and loses", at(1, 0.6, 0.3), []emas.Genome{2}, 0.6},
		{"is infeasible after all", emas.Evaluation{Genome: 1, Fitness: 1, Descriptors: []float64{0, 0}, Infeasible: true}, []emas.Genome{2}, 0.6},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := emas.NewArchive(square, 0)
			a.AddAll([]emas.Evaluation{at(1, 0.9, 0.1), at(2, 0.6, 0.3)})
			require.Equal(t, 1, a.Remeasure(c.again))
			require.Equal(t, c.genomes, genomes(a))
			require.InDelta(t, c.qd, a.Summary().QDScore, 1e-12)
			require.Equal(t, 0.9, a.Summary().Max)
		})
	}
}

func TestCorrected(t *testing.T) {
	a := emas.NewArchive(square, 0)
	at := func(g emas.Genome, fitness, x float64) emas.Evaluation {
		return emas.Evaluation{Genome: g, Fitness: fitness, Descriptors: []float64{x, 0}}
	}
	a.AddAll([]emas.Evaluation{at(1, 0.9, 0.1), at(2, 0.8, 0.3), at(3, 0.7, 0.6), at(4, 0.6, 0.9)})
	infeasible := at(3, 0.65, 0.6)
	infeasible.Infeasible = true
	c, s := emas.Corrected(a, []emas.Evaluation{at(1, 0.5, 0.1), at(2, 0.7, 0.2), infeasible, at(4, 0.6, 0.9)})
	require.Equal(t, emas.Genome(2), c.Elites()[0].Genome, "the fitter of two that now share a cell")
	require.Equal(t, 2, c.Summary().Elites)
	require.InDelta(t, 0.7+0.6, c.Summary().QDScore, 1e-12)
	require.Equal(t, 4, s.Elites)
	require.Equal(t, 2, s.Stayed)
	require.Equal(t, 1, s.Infeasible)
	require.InDelta(t, 0.75, s.Searched, 1e-12)
	require.InDelta(t, (0.5+0.7+0.65+0.6)/4, s.Heldout, 1e-12)
	require.Equal(t, 4, a.Summary().Elites, "the searched archive stays as it is")
}

func BenchmarkMillionAdditions(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 0))
	all := make([]emas.Evaluation, 1_000_000)
	for i := range all {
		all[i] = emas.Evaluation{Genome: emas.Genome(i), Fitness: r.Float64(), Descriptors: []float64{r.Float64(), 2*r.Float64() - 1}}
	}
	for b.Loop() {
		a := emas.NewArchive([]emas.Axis{{Name: "x", High: 1, Bins: 50}, {Name: "y", Low: -1, High: 1, Bins: 50}}, 0)
		for _, e := range all {
			a.Add(e)
		}
	}
}
