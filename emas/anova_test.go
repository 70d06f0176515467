package emas_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/emas"
	"contextarena.internal/space"
)

// grid evaluates a function of the genes on every genome.
func grid(s *space.Space, f func(x []int) float64) []float64 {
	y := make([]float64, s.Size())
	for g := range y {
		y[g] = f(s.Levels(emas.Genome(g)))
	}
	return y
}

func factorial(t testing.TB) *space.Space {
	s, err := space.New(space.Choice("a", "0", "1"), space.Choice("b", "0", "1", "2"), space.Choice("c", "0", "1"))
	require.NoError(t, err)
	return s
}

// TestKnownFunction: y = 2a + b + 3·(a xor c) + a·c·b has variances that can be written down.
func TestKnownFunction(t *testing.T) {
	s := factorial(t)
	sign := func(i int) float64 { return float64(2*i - 1) }
	y := grid(s, func(x []int) float64 {
		b := float64(x[1] - 1) // -1, 0, 1: mean 0, variance 2/3
		return 2*sign(x[0]) + b + 3*sign(x[0])*sign(x[2]) + sign(x[0])*sign(x[2])*b
	})
	a, err := emas.Decompose(s, [][]float64{y}, nil, 100, 1, 0.05)
	require.NoError(t, err)
	total := 4 + 2./3 + 9 + 2./3
	require.InDelta(t, total, a.Variance, 1e-12)
	for i, want := range []float64{4, 2. / 3, 0} {
		require.InDelta(t, want/total, a.Mains[i].Share, 1e-12, a.Mains[i].Dimensions)
		require.Nil(t, a.Mains[i].Interval)
	}
	require.Equal(t, []string{"a", "c"}, a.Pairs[1].Dimensions)
	for i, want := range []float64{0, 9, 0} {
		require.InDelta(t, want/total, a.Pairs[i].Share, 1e-12, a.Pairs[i].Dimensions)
	}
	require.InDelta(t, 2./3/total, a.Rest.Share, 1e-12)
	require.Equal(t, "not estimable across scenarios (fewer than 3)", a.Note)
}

// TestNoiseIsTakenOff: one gene and noise of the same variance; without correction the gene would
// get half and the rest much of the other.
func TestNoiseIsTakenOff(t *testing.T) {
	s, err := emas.NewPipelineSpace()
	require.NoError(t, err)
	r := rand.New(rand.NewPCG(3, 0))
	var fitness, noise [][]float64
	for range 4 {
		// Four scenarios with noise of variance 4 each: their mean has 1.
		fitness = append(fitness, grid(s, func(x []int) float64 { return 2*float64(x[6]) + 2*r.NormFloat64() }))
		noise = append(noise, grid(s, func([]int) float64 { return 4 }))
	}
	raw, err := emas.Decompose(s, fitness, nil, 200, 1, 0.05)
	require.NoError(t, err)
	require.InDelta(t, 0.5, raw.Mains[6].Share, 0.03)
	a, err := emas.Decompose(s, fitness, noise, 200, 1, 0.05)
	require.NoError(t, err)
	require.InDelta(t, 1, a.Noise, 1e-3)
	require.InDelta(t, 1, a.Variance, 0.08)
	require.Greater(t, a.Mains[6].Share, 0.92)
	require.NotNil(t, a.Rest.Interval)

	nothing := make([][]float64, 3)
	for i := range nothing {
		nothing[i] = make([]float64, s.Size())
	}
	a, err = emas.Decompose(s, nothing, nil, 100, 1, 0.05)
	require.NoError(t, err)
	require.Equal(t, "no variance beyond noise", a.Note)
	require.Zero(t, a.Rest.Share)
}

func TestDecomposeProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, err := space.New(space.Choice("a", "0", "1"), space.Choice("b", "0", "1", "2"), space.Choice("c", "0", "1"))
		require.NoError(t, err)
		var fitness, noise [][]float64
		value := rapid.Float64Range(-1, 1)
		for range rapid.IntRange(1, 6).Draw(t, "scenarios") {
			fitness = append(fitness, rapid.SliceOfN(value, 12, 12).Draw(t, "fitness"))
			noise = append(noise, rapid.SliceOfN(rapid.Float64Range(0, 0.2), 12, 12).Draw(t, "noise"))
		}
		a, err := emas.Decompose(s, fitness, noise, 50, 1, 0.1)
		require.NoError(t, err)
		if a.Variance == 0 {
			return
		}
		sum := 0.0
		for _, e := range append(append(append([]emas.Effect(nil), a.Mains...), a.Pairs...), a.Rest) {
			require.GreaterOrEqual(t, e.Share, 0.0)
			sum += e.Share
			if e.Interval != nil {
				require.True(t, e.Interval.Low <= e.Share && e.Share <= e.Interval.High)
			}
			require.Equal(t, len(fitness) >= 3, e.Interval != nil)
		}
		require.InDelta(t, 1, sum, 1e-9)
	})
}

// TestIntervalWidens: scenarios that disagree about what matters give a wide interval.
func TestIntervalWidens(t *testing.T) {
	s := factorial(t)
	var agree, disagree [][]float64
	for i := range 6 {
		agree = append(agree, grid(s, func(x []int) float64 { return float64(2*x[0] + x[2]) }))
		disagree = append(disagree, grid(s, func(x []int) float64 {
			if i%2 == 0 {
				return float64(2 * x[0])
			}
			return float64(x[2])
		}))
	}
	width := func(y [][]float64) float64 {
		a, err := emas.Decompose(s, y, nil, 500, 1, 0.05)
		require.NoError(t, err)
		require.InDelta(t, 0.8, a.Mains[0].Share, 1e-9)
		return a.Mains[0].Interval.High - a.Mains[0].Interval.Low
	}
	require.InDelta(t, 0, width(agree), 1e-9)
	require.Greater(t, width(disagree), 0.5)
}

func TestDecomposeMistakes(t *testing.T) {
	_, err := emas.Decompose(conditional(t), nil, nil, 1, 1, 0.05)
	require.ErrorContains(t, err, "the space has conditions")
	s := factorial(t)
	_, err = emas.Decompose(s, nil, nil, 1, 1, 0.05)
	require.ErrorContains(t, err, "0 scenarios of fitness")
	_, err = emas.Decompose(s, [][]float64{{1}}, nil, 1, 1, 0.05)
	require.ErrorContains(t, err, "enumerate the space")
}

func BenchmarkDecompose(b *testing.B) {
	s, err := emas.NewPipelineSpace()
	require.NoError(b, err)
	r := rand.New(rand.NewPCG(3, 0))
	var fitness [][]float64
	for range 24 {
		fitness = append(fitness, grid(s, func([]int) float64 { return r.Float64() }))
	}
	for b.Loop() {
		_, err := emas.Decompose(s, fitness, fitness, 2000, 1, 0.05)
		require.NoError(b, err)
	}
}
