package pareto_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat/distuv"

	"contextarena.internal/pareto"
)

// column makes counts of one fact type.
func column(counts ...pareto.Count) [][]pareto.Count {
	var out [][]pareto.Count
	for _, c := range counts {
		out = append(out, []pareto.Count{c})
	}
	return out
}

func TestFitPoolsAtTheEdges(t *testing.T) {
	for _, c := range []struct {
		name   string
		counts [][]pareto.Count
		want   *pareto.Pool
	}{
		{"too few probes", column(pareto.Count{1, 3}, pareto.Count{2, 3}), nil},
		{"nobody asked", column(pareto.Count{}, pareto.Count{}), nil},
		{"a single point", column(pareto.Count{1, 4}, pareto.Count{}), &pareto.Pool{Ratio: 1}},
		{"nothing kept", column(pareto.Count{0, 4}, pareto.Count{0, 5}), &pareto.Pool{Strength: math.Inf(1)}},
		// Of one type alone each point's share is what is expected of it.
		{"one type", column(pareto.Count{2, 4}, pareto.Count{3, 4}, pareto.Count{1, 4}), &pareto.Pool{Ratio: 1, Strength: math.Inf(1)}},
	} {
		got := pareto.FitPools(c.counts, 4)
		require.Equal(t, []*pareto.Pool{c.want}, got, c.name)
	}
	require.Empty(t, pareto.FitPools(nil, 4))
}

// Points that keep the share s of everything and half of that of a hard type, as beta-binomial draws
// of a known strength.
func TestFitPoolsFindsRatioAndStrength(t *testing.T) {
	const points, probes, strength = 4000, 20, 5.
	r := rand.New(rand.NewPCG(1, 2))
	var counts [][]pareto.Count
	for range points {
		s := 0.2 + 0.6*r.Float64()
		draw := func(share float64) pareto.Count {
			b := distuv.Beta{Alpha: share * strength, Beta: (1 - share) * strength, Src: r}.Rand()
			return pareto.Count{Kept: distuv.Binomial{N: probes, P: b, Src: r}.Rand(), Asked: probes}
		}
		// The rest is large, so that the type hardly moves the overall share.
		rest := pareto.Count{Kept: math.Round(s * 2000), Asked: 2000}
		counts = append(counts, []pareto.Count{draw(s / 2), rest})
	}
	got := pareto.FitPools(counts, 1)[0]
	require.InDelta(t, 0.5, got.Ratio, 0.02)
	require.InDelta(t, strength, got.Strength, 1)

	c := pareto.Count{Kept: 1, Asked: 10}
	require.InDelta(t, (1+got.Ratio*0.6*got.Strength)/(10+got.Strength), got.Estimate(c, 0.6), 1e-12)
	require.Equal(t, got.Ratio*0.6, got.Estimate(pareto.Count{}, 0.6))
	require.Equal(t, 1., pareto.Pool{Ratio: 2, Strength: math.Inf(1)}.Estimate(c, 0.9), "a share is 1 at most")
	require.Zero(t, pareto.Pool{Ratio: 2, Strength: math.Inf(1)}.Estimate(c, 0), "who keeps nothing keeps nothing of it")
}

func TestWorst(t *testing.T) {
	counts := [][]pareto.Count{{{0, 1}, {3, 8}, {5, 8}, {3, 8}}, {{1, 1}, {3, 8}, {5, 8}, {3, 8}}}
	pools := pareto.FitPools(counts, 4)
	require.Nil(t, pools[0], "one probe says nothing")
	worst, factType := pareto.Worst(pools, counts[0])
	require.InDelta(t, 3./8, worst, 0.02, "what is left of the first point's luck with one probe")
	require.Equal(t, 1, factType, "the first of two")

	worst, factType = pareto.Worst(pareto.FitPools(counts, 100), counts[0])
	require.True(t, math.IsNaN(worst))
	require.Equal(t, -1, factType)
}

// Points with eight types of six probes each: the least raw share is far too low.
func TestWorstIsCloserThanTheLeastShare(t *testing.T) {
	const points, types, probes = 200, 8, 6
	r := rand.New(rand.NewPCG(5, 0))
	counts, truth := make([][]pareto.Count, points), make([]float64, points)
	for i := range counts {
		truth[i] = 1
		for range types {
			p := distuv.Beta{Alpha: 8, Beta: 4, Src: r}.Rand()
			truth[i] = min(truth[i], p)
			counts[i] = append(counts[i], pareto.Count{Kept: distuv.Binomial{N: probes, P: p, Src: r}.Rand(), Asked: probes})
		}
	}
	pools := pareto.FitPools(counts, probes)
	var raw, pooled float64
	for i, own := range counts {
		least := 1.0
		for _, c := range own {
			least = min(least, c.Kept/c.Asked)
		}
		w, _ := pareto.Worst(pools, own)
		raw += math.Abs(least-truth[i]) / points
		pooled += math.Abs(w-truth[i]) / points
	}
	t.Logf("mean error of the worst type: raw %.3f, pooled %.3f", raw, pooled)
	require.Less(t, pooled, raw/1.4)
	for _, p := range pools {
		require.InDelta(t, 1, p.Ratio, 0.1, "no type is harder than others")
	}
}
