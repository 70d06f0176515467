package stats_test

import (
	"testing"

	"github.com/stretchr/testify/require"

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
			Theta      *float64
			ExactSE    *float64  `json:"exact_bootstrap_se"`
			SE         *float64  // drawn
			Percentile []float64 `json:"percentile95"`
			Tolerance  float64
		}
	}
	exact, drawn, intervals := 0, 0, 0
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
		var clusters []stats.Cluster
		for _, d := range c.Input.Differences {
			clusters = append(clusters, stats.Cluster{Sum: d, N: 1})
		}
		got := stats.ClusterBootstrap(clusters, resamples, 1, 0.05)
		near := func(want *float64, got float64) {
			if want != nil {
				require.InDelta(t, *want, got, tolerance, c.Name)
			}
		}
		require.InDelta(t, *want.Theta, got.Mean, 1e-9, c.Name)
		near(want.ExactSE, got.SE)
		near(want.SE, got.SE)
		if len(want.Percentile) == 2 && got.Interval != nil {
			near(&want.Percentile[0], got.Interval.Low)
			near(&want.Percentile[1], got.Interval.High)
			intervals++
		}
	}
	require.Equal(t, []int{3, 1, 3}, []int{exact, drawn, intervals}, "units that all agree have no interval")
	require.Equal(t, []string{"signflip_p8", "signflip_p6_binary", "signflip_all_zero"}, skipped, "they have no mean: sign flips, which TestGoldenSignFlip tests")
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
