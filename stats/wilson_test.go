package stats_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/internal/golden"
	"contextarena.internal/stats"
)

func TestGoldenWilson(t *testing.T) {
	type row struct {
		Name  string
		Input struct {
			K, N  *int
			Alpha float64
		}
		Expected struct{ Wilson []float64 }
	}
	var skipped []string
	for _, c := range golden.Cases[row](t, "wilson.json") {
		if c.Input.K == nil {
			skipped = append(skipped, c.Name)
			continue
		}
		require.Len(t, c.Expected.Wilson, 2, c.Name)
		got, err := stats.Wilson(*c.Input.K, *c.Input.N, c.Input.Alpha)
		require.NoError(t, err, c.Name)
		require.InDelta(t, c.Expected.Wilson[0], got.Low, 1e-9, c.Name)
		require.InDelta(t, c.Expected.Wilson[1], got.High, 1e-9, c.Name)
	}
	require.Equal(t, []string{"newcombe_56_70_vs_48_80", "newcombe_10_10_vs_0_20", "newcombe_0_10_vs_0_20"}, skipped, "intervals of differences aren't built")
}

func TestWilsonRefuses(t *testing.T) {
	for _, c := range []struct {
		k, n  int
		alpha float64
	}{{-1, 3, .05}, {4, 3, .05}, {0, -1, .05}, {1, 3, 0}, {1, 3, 1}, {1, 3, math.NaN()}} {
		_, err := stats.Wilson(c.k, c.n, c.alpha)
		require.Error(t, err, "%+v", c)
	}
}

func TestWilsonContainsItsEstimateAndShrinks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 500).Draw(t, "n")
		k := rapid.IntRange(0, n).Draw(t, "k")
		one, err := stats.Wilson(k, n, 0.05)
		require.NoError(t, err)
		p := float64(k) / float64(n)
		require.LessOrEqual(t, one.Low, p+1e-12)
		require.GreaterOrEqual(t, one.High, p-1e-12)
		ten, err := stats.Wilson(10*k, 10*n, 0.05)
		require.NoError(t, err)
		require.Less(t, ten.High-ten.Low, one.High-one.Low)
	})
}
