package stats_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/internal/golden"
	"contextarena.internal/stats"
)

func TestGoldenBootstrap(t *testing.T) {
	type row struct {
		Name  string
		Input struct {
			Differences []float64 `json:"paired_differences"`
		}
		Expected struct {
			Theta        *float64
			ExactSE      *float64  `json:"exact_bootstrap_se"`
			SE           *float64  // drawn
			Percentile   []float64 `json:"percentile95"`
			BCa          []float64 `json:"bca95"`
			Bias         *float64  `json:"bias_correction_z0_midrank"`
			Acceleration *float64
			Tolerance    float64
		}
	}
	exact, drawn := 0, 0
	var skipped []string
	for _, c := range golden.Cases[row](t, "bootstrap.json") {
		want := c.Expected
		if want.Theta == nil {
			skipped = append(skipped, c.Name)
			continue
		}
		resamples, tolerance := 10000, 1e-9
		if want.Tolerance > 0 {
			drawn++
			resamples, tolerance = 200000, want.Tolerance
		} else {
			exact++
		}
		got := stats.BCa(c.Input.Differences, resamples, 1, 0.05)
		near := func(want *float64, got float64) {
			if want != nil {
				require.InDelta(t, *want, got, tolerance, c.Name)
			}
		}
		require.InDelta(t, *want.Theta, got.Estimate, 1e-9, c.Name)
		near(want.ExactSE, got.SE)
		near(want.SE, got.SE)
		near(want.Bias, got.Bias)
		near(want.Acceleration, got.Acceleration)
		if len(want.Percentile) == 2 {
			near(&want.Percentile[0], got.Percentile.Low)
			near(&want.Percentile[1], got.Percentile.High)
		}
		if len(want.BCa) == 2 {
			near(&want.BCa[0], got.BCa.Low)
			near(&want.BCa[1], got.BCa.High)
		}
	}
	require.Equal(t, []int{3, 1}, []int{exact, drawn})
	require.Equal(t, []string{"signflip_p8", "signflip_p6_binary", "signflip_all_zero"}, skipped, "they have no mean: sign flips, which TestGoldenSignFlip tests")
}

func TestBCaSaysWhatLimitsIt(t *testing.T) {
	require.Equal(t, stats.Bootstrap{Note: "nothing to resample"}, stats.BCa(nil, 1000, 1, 0.05))

	same := stats.BCa([]float64{0.1, 0.1, 0.1}, 1000, 1, 0.05)
	require.Contains(t, same.Note, "a point")
	require.Equal(t, stats.Interval{Low: same.Estimate, High: same.Estimate}, same.BCa)

	few := stats.BCa([]float64{0.1, 0.2, 0.4, -0.1, 0, 0.1, 0.2, 0.3}, 1000, 1, 0.05)
	require.Equal(t, "too narrow with 8 units", few.Note)
	require.Zero(t, few.Resamples, "all of them")

	many := make([]float64, stats.MinBootstrap)
	for i := range many {
		many[i] = math.Sin(float64(i))
	}
	enough := stats.BCa(many, 1000, 1, 0.05)
	require.Empty(t, enough.Note)
	require.Equal(t, 1000, enough.Resamples)
}

// With nine units every resample is counted and with ten some are drawn: the tenth, in the middle,
// hardly changes anything, so neither may the way of counting.
func TestDrawnResamplesAgreeWithAllOfThem(t *testing.T) {
	nine := []float64{-0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3, 0.4, 0.5}
	all := stats.BCa(nine, 20000, 1, 0.05)
	ten := stats.BCa(append(nine, 0.1), 20000, 1, 0.05)
	require.InDelta(t, all.SE*math.Sqrt(0.9*0.9), ten.SE, 0.002)
	require.InDelta(t, all.BCa.Low, ten.BCa.Low, 0.02)
	require.InDelta(t, all.BCa.High, ten.BCa.High, 0.02)
}

func TestBCaContainsItsEstimateAndIgnoresOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.SliceOfN(rapid.Float64Range(-1, 1), 2, 12).Draw(t, "differences")
		b := stats.BCa(d, 500, 5, 0.05)
		require.LessOrEqual(t, b.Percentile.Low, b.Estimate+1e-12)
		require.GreaterOrEqual(t, b.Percentile.High, b.Estimate-1e-12)
		require.LessOrEqual(t, b.BCa.Low, b.BCa.High)
		require.Equal(t, b, stats.BCa(rapid.Permutation(d).Draw(t, "order"), 500, 5, 0.05))
	})
}

// differences are n numbers without a pattern.
func differences(n int) []float64 {
	d := make([]float64, n)
	for i := range d {
		d[i] = math.Sin(float64(i) * 1.7)
	}
	return d
}

func BenchmarkBCa(b *testing.B) {
	for _, n := range []int{8, 30} {
		b.Run(map[int]string{8: "8 scenarios, all resamples", 30: "30 scenarios, 10,000 resamples"}[n], func(b *testing.B) {
			d := differences(n)
			for b.Loop() {
				stats.BCa(d, 10000, 1, 0.05)
			}
		})
	}
}

// Whole clusters are resampled, so that a large one moves the mean more than a small one.
func TestClusterBootstrap(t *testing.T) {
	few := []stats.Cluster{{Sum: 1, N: 1}, {Sum: 0, N: 1}, {Sum: 0, N: 0}, {Sum: 1, N: 1}}
	e := stats.ClusterBootstrap(few, 100, 1, 0.05)
	require.InDelta(t, 2./3, e.Mean, 1e-12)
	require.Equal(t, 3, e.Clusters)
	require.Equal(t, &stats.Interval{Low: 0, High: 1}, e.Interval, "one resample of 27 has no 1, which is more than 2.5 %")
	require.Zero(t, e.DF)

	large := stats.ClusterBootstrap([]stats.Cluster{{Sum: 90, N: 100}, {Sum: 1, N: 2}, {Sum: 0, N: 2}, {Sum: 2, N: 2}}, 100, 1, 0.05)
	require.InDelta(t, 93./106, large.Mean, 1e-12)
	require.Greater(t, large.Interval.High, 0.9)

	many := make([]stats.Cluster, 30)
	for i := range many {
		many[i] = stats.Cluster{Sum: float64(i % 3), N: 2}
	}
	a, b := stats.ClusterBootstrap(many, 2000, 7, 0.05), stats.ClusterBootstrap(many, 2000, 7, 0.05)
	require.Equal(t, a, b, "the seed decides")
	require.InDelta(t, stats.ClusterMean(many, 0.05).Interval.Low, a.Interval.Low, 0.03)

	require.Nil(t, stats.ClusterBootstrap(few[:2], 100, 1, 0.05).Interval)
	agree := stats.ClusterBootstrap([]stats.Cluster{{Sum: 1, N: 1}, {Sum: 3, N: 3}, {Sum: 2, N: 2}}, 100, 1, 0.05)
	require.Nil(t, agree.Interval)
	require.Contains(t, agree.Note, "agree")
}
