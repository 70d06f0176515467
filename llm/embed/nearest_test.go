package embed_test

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/llm"
	"contextarena.internal/llm/embed"
)

func indexOf(t require.TestingT, vectors ...llm.Vector) *embed.Index {
	var x embed.Index
	for _, v := range vectors {
		require.NoError(t, x.Add(v))
	}
	return &x
}

func TestNearest(t *testing.T) {
	x := indexOf(t, llm.Vector{3, 0}, llm.Vector{0, 0}, llm.Vector{1, 1}, llm.Vector{-1, 0}, llm.Vector{5, 0})
	have, err := x.Nearest(llm.Vector{2, 0}, 9)
	require.NoError(t, err)
	require.Equal(t, []int{4, 0, 2, 1, 3}, places(have), "equal ones: the later first")
	require.InDeltaSlice(t, []float64{1, 1, math.Sqrt2 / 2, 0, -1}, cosines(have), 1e-7)
	have, err = x.Nearest(llm.Vector{2, 0}, 1)
	require.NoError(t, err)
	require.Equal(t, []int{4}, places(have))
	have, err = x.Nearest(llm.Vector{2, 0}, 0)
	require.NoError(t, err)
	require.Empty(t, have)
	have, err = new(embed.Index).Nearest(llm.Vector{1}, 3)
	require.NoError(t, err)
	require.Empty(t, have)
}

func TestVectorsThatCannotBeCompared(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	x := indexOf(t, llm.Vector{1, 0})
	for _, v := range []llm.Vector{{1}, {1, 0, 0}, {}, nil} {
		require.ErrorIs(t, x.Add(v), embed.ErrDimensions)
		_, err := x.Nearest(v, 1)
		require.ErrorIs(t, err, embed.ErrDimensions)
	}
	for _, v := range []llm.Vector{{nan, 0}, {0, inf}, {-inf, inf}} {
		require.ErrorIs(t, x.Add(v), embed.ErrNotFinite)
		_, err := x.Nearest(v, 1)
		require.ErrorIs(t, err, embed.ErrNotFinite)
	}
	require.Equal(t, 1, x.Len(), "none was taken in")
	require.ErrorIs(t, new(embed.Index).Add(llm.Vector{}), embed.ErrDimensions)
	require.EqualError(t, x.Add(llm.Vector{1}), "vectors of different dimensions can't be compared: 1 and 2")
}

// What is found is what sorting all of them finds.
func TestNearestAreTheNearest(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		vector := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) float32 {
			return float32(rapid.IntRange(-3, 3).Draw(t, "c")) // many are equal
		}), 3, 3)
		vectors, k := rapid.SliceOfN(vector, 1, 40).Draw(rt, "vectors"), rapid.IntRange(1, 45).Draw(rt, "k")
		asked := vector.Draw(rt, "asked")
		var x embed.Index
		for _, v := range vectors {
			require.NoError(rt, x.Add(v))
		}
		have, err := x.Nearest(asked, k)
		require.NoError(rt, err)
		all, err := x.Nearest(asked, len(vectors))
		require.NoError(rt, err)
		require.Equal(rt, all[:min(k, len(all))], have)
		require.True(rt, slices.IsSortedFunc(all, func(a, b embed.Neighbour) int {
			return cmp.Or(cmp.Compare(b.Cosine, a.Cosine), b.Place-a.Place)
		}))
		for _, n := range all {
			require.InDelta(rt, cosine(asked, vectors[n.Place]), n.Cosine, 1e-6)
		}
	})
}

// cosine by its definition.
func cosine(a, b []float32) float64 {
	var ab, aa, bb float64
	for i := range a {
		ab, aa, bb = ab+float64(a[i])*float64(b[i]), aa+float64(a[i])*float64(a[i]), bb+float64(b[i])*float64(b[i])
	}
	if aa == 0 || bb == 0 {
		return 0
	}
	return ab / math.Sqrt(aa*bb)
}

func places(ns []embed.Neighbour) (out []int) {
	for _, n := range ns {
		out = append(out, n.Place)
	}
	return out
}

func cosines(ns []embed.Neighbour) (out []float64) {
	for _, n := range ns {
		out = append(out, n.Cosine)
	}
	return out
}

func BenchmarkNearest(b *testing.B) {
	const dimensions = 256
	for _, n := range []int{1_000, 100_000} {
		r := rand.New(rand.NewPCG(1, 2))
		random := func() llm.Vector {
			v := make(llm.Vector, dimensions)
			for i := range v {
				v[i] = float32(r.NormFloat64())
			}
			return v
		}
		var x embed.Index
		for range n {
			require.NoError(b, x.Add(random()))
		}
		asked := random()
		b.Run(fmt.Sprintf("%dx%d", n, dimensions), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := x.Nearest(asked, 10); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// Cosines has by place what Nearest has in order.
func TestCosines(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 2))
	var x embed.Index
	have, err := x.Cosines(llm.Vector{1})
	require.NoError(t, err)
	require.Empty(t, have)
	for range 40 {
		v := make(llm.Vector, 7)
		for i := range v {
			v[i] = float32(r.NormFloat64())
		}
		require.NoError(t, x.Add(v))
	}
	require.NoError(t, x.Add(make(llm.Vector, 7)))
	q := llm.Vector{1, -2, 3, 0, 1, 0, 2}
	have, err = x.Cosines(q)
	require.NoError(t, err)
	near, err := x.Nearest(q, x.Len())
	require.NoError(t, err)
	for _, n := range near {
		require.Equal(t, n.Cosine, have[n.Place])
	}
	require.Zero(t, have[40])
	_, err = x.Cosines(llm.Vector{1})
	require.ErrorIs(t, err, embed.ErrDimensions)
	_, err = x.Cosines(llm.Vector{0, 0, 0, 0, 0, 0, float32(math.NaN())})
	require.ErrorIs(t, err, embed.ErrNotFinite)
}
