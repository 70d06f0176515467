package emas_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/emas"
)

func TestForest(t *testing.T) {
	l := landscape(t, 0, 0)
	r := rand.New(rand.NewPCG(1, 0))
	var x [][]float64
	var y []float64
	seen := map[int]bool{}
	for len(x) < 400 {
		g := r.IntN(4320)
		seen[g] = true
		x, y = append(x, emas.Features(l.Space, emas.Genome(g))), append(y, l.Truth[g].Fitness)
	}
	predict, err := emas.Forest{}.Fit(x, y, 1)
	require.NoError(t, err)
	again, err := emas.Forest{}.Fit(x, y, 1)
	require.NoError(t, err)
	var mean, total, left, covered, n float64
	for g, e := range l.Truth {
		if !seen[g] {
			mean, n = mean+e.Fitness, n+1
		}
	}
	mean /= n
	for g, e := range l.Truth {
		if seen[g] {
			continue
		}
		f := emas.Features(l.Space, emas.Genome(g))
		m, sd := predict(f)
		m2, sd2 := again(f)
		require.Equal(t, []float64{m, sd}, []float64{m2, sd2})
		total += (e.Fitness - mean) * (e.Fitness - mean)
		left += (e.Fitness - m) * (e.Fitness - m)
		if math.Abs(e.Fitness-m) <= 2*sd {
			covered++
		}
	}
	require.Greater(t, 1-left/total, 0.9, "variance explained on unseen genomes")
	require.Greater(t, covered/n, 0.9)
}

func TestForestEdges(t *testing.T) {
	predict, err := emas.Forest{Trees: 3}.Fit([][]float64{{1}, {1}, {1}, {1}, {1}, {1}}, []float64{1, 2, 1, 2, 1, 2}, 1)
	require.NoError(t, err)
	m, sd := predict([]float64{5})
	require.InDelta(t, 1.5, m, 0.5)
	require.Positive(t, sd)
	_, err = emas.Forest{}.Fit(nil, nil, 1)
	require.ErrorContains(t, err, "as many values as points")
	_, err = emas.Forest{}.Fit([][]float64{{1}, {1, 2}}, []float64{1, 2}, 1)
	require.ErrorContains(t, err, "example 2")
}
