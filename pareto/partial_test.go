package pareto_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat"
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
		{"a single point", column(pareto.Count{1, 4}, pareto.Count{}), &pareto.Pool{Mean: 0.25}},
		{"all kept", column(pareto.Count{4, 4}, pareto.Count{4, 4}), &pareto.Pool{Mean: 1, Strength: math.Inf(1)}},
		{"nothing kept", column(pareto.Count{0, 4}, pareto.Count{0, 5}), &pareto.Pool{Mean: 0, Strength: math.Inf(1)}},
		{"no more than chance", column(pareto.Count{2, 4}, pareto.Count{3, 4}, pareto.Count{1, 4}), &pareto.Pool{Mean: 0.5, Strength: math.Inf(1)}},
		{"all or nothing", column(pareto.Count{0, 4}, pareto.Count{4, 4}), &pareto.Pool{Mean: 0.5}},
	} {
		got := pareto.FitPools(c.counts, 4)
		require.Equal(t, []*pareto.Pool{c.want}, got, c.name)
	}
	require.Empty(t, pareto.FitPools(nil, 4))
}

// With the same number of probes everywhere the moments have a closed form.
func TestFitPoolsMatchesMoments(t *testing.T) {
	kept := []float64{1, 3, 8, 9, 10, 2, 5, 7}
	var counts []pareto.Count
	shares := make([]float64, len(kept))
	for i, k := range kept {
		counts, shares[i] = append(counts, pareto.Count{Kept: k, Asked: 10}), k/10
	}
	mean, variance := stat.PopMeanVariance(shares, nil)
	k := float64(len(kept))
	chance := mean * (1 - mean) / 10
	rho := (variance*k/(k-1) - chance) / (mean*(1-mean) - chance)
	got := pareto.FitPools(column(counts...), 1)[0]
	require.InDelta(t, mean, got.Mean, 1e-12)
	require.InDelta(t, (1-rho)/rho, got.Strength, 1e-9)

	c := pareto.Count{Kept: 1, Asked: 10}
	require.InDelta(t, (1+got.Mean*got.Strength)/(10+got.Strength), got.Estimate(c), 1e-12)
	require.Equal(t, got.Mean, got.Estimate(pareto.Count{}))
}

func TestWorst(t *testing.T) {
	counts := [][]pareto.Count{{{0, 1}, {3, 8}, {5, 8}, {3, 8}}, {{1, 1}, {3, 8}, {5, 8}, {3, 8}}}
	pools := pareto.FitPools(counts, 4)
	require.Nil(t, pools[0], "one probe says nothing")
	worst, factType := pareto.Worst(pools, counts[0])
	require.InDelta(t, 3./8, worst, 1e-12)
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
	require.Less(t, pooled, raw/1.5)
	for _, p := range pools {
		require.InDelta(t, 8./12, p.Mean, 0.05)
	}
}
