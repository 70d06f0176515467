package stats_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"

	"contextarena.internal/internal/golden"
	"contextarena.internal/stats"
)

// grouped sums values by the cluster they are in, in order of first appearance.
func grouped(values []float64, cluster []int) []stats.Cluster {
	at := map[int]int{}
	var out []stats.Cluster
	for i, x := range values {
		k, ok := at[cluster[i]]
		if !ok {
			k = len(out)
			at[cluster[i]] = k
			out = append(out, stats.Cluster{})
		}
		out[k].Sum += x
		out[k].N++
	}
	return out
}

func TestGoldenClusteredSE(t *testing.T) {
	type row struct {
		Name  string
		Input struct {
			X, A, B []float64
			Cluster []int
		}
		Expected struct {
			Mean       *float64
			Difference *float64 `json:"mean_difference"`
			Clusters   int
			CR0        *float64  `json:"se_cluster_cr0"`
			CR1        *float64  `json:"se_cluster_cr1"`
			PairedCR0  *float64  `json:"se_paired_cluster_cr0"`
			CI         []float64 `json:"t_ci95_cr1_df_G_minus_1"`
		}
	}
	var means, differences, single []string
	for _, c := range golden.Cases[row](t, "clustered_se.json") {
		want := c.Expected
		require.NotEmpty(t, c.Input.Cluster, c.Name)
		x, wantMean, cr0 := c.Input.X, want.Mean, want.CR0
		if len(c.Input.A) > 0 {
			differences = append(differences, c.Name)
			wantMean, cr0 = want.Difference, want.PairedCR0
			for i, a := range c.Input.A {
				x = append(x, a-c.Input.B[i])
			}
		} else {
			means = append(means, c.Name)
		}
		clusters := grouped(x, c.Input.Cluster)
		got, se, g := stats.ClusterSE(clusters, stats.CR0)
		require.NotNil(t, wantMean, c.Name)
		require.InDelta(t, *wantMean, got, 1e-9, c.Name)
		if want.Clusters > 0 {
			require.Equal(t, want.Clusters, g, c.Name)
		}
		if g == 1 { // an error of 0 is what the vectors warn of
			single = append(single, c.Name)
			require.True(t, math.IsNaN(se), c.Name)
			require.Nil(t, stats.ClusterMean(clusters, 0.05).Interval, c.Name)
			continue
		}
		require.NotNil(t, cr0, c.Name)
		require.InDelta(t, *cr0, se, 1e-9, c.Name)
		if want.CR1 != nil {
			_, se, _ = stats.ClusterSE(clusters, stats.CR1)
			require.InDelta(t, *want.CR1, se, 1e-9, c.Name)
		}
		if len(want.CI) == 2 {
			q := distuv.StudentsT{Sigma: 1, Nu: float64(g - 1)}.Quantile(0.975)
			require.InDelta(t, want.CI[0], got-q*se, 1e-6, c.Name)
			require.InDelta(t, want.CI[1], got+q*se, 1e-6, c.Name)
		}
	}
	require.Equal(t, []string{"two_clusters", "singletons", "perfectly_correlated", "unequal", "one_cluster"}, means)
	require.Equal(t, []string{"paired_difference"}, differences)
	require.Equal(t, []string{"one_cluster"}, single)
}

// Over all 2⁷ ways to give seven independent values a sign, CR2's variance is on average the true
// one, whatever the sizes of the clusters; the others' aren't.
func TestCR2IsUnbiasedForUnequalClusters(t *testing.T) {
	cluster := []int{0, 1, 1, 2, 2, 2, 2}
	var average [3]float64
	for signs := range 1 << 7 {
		x := make([]float64, 7)
		for i := range x {
			x[i] = float64(signs>>i&1)*2 - 1
		}
		for c := range average {
			_, se, _ := stats.ClusterSE(grouped(x, cluster), stats.Correction(c))
			average[c] += se * se / (1 << 7)
		}
	}
	require.InDelta(t, 1.0/7, average[stats.CR2], 1e-12)
	require.Less(t, average[stats.CR0], average[stats.CR1])
	require.Less(t, average[stats.CR1], 1.0/7)
}

func TestCR2IsCR1ForEqualClusters(t *testing.T) {
	clusters := []stats.Cluster{{3, 5}, {2, 5}, {5, 5}, {1, 5}}
	_, one, _ := stats.ClusterSE(clusters, stats.CR1)
	_, two, _ := stats.ClusterSE(clusters, stats.CR2)
	require.InDelta(t, one, two, 1e-15)
}

func TestClusterMeanSaysWhatItCannotEstimate(t *testing.T) {
	none := stats.ClusterMean(nil, 0.05)
	require.False(t, none.Defined())
	require.Nil(t, none.Interval)

	two := stats.ClusterMean([]stats.Cluster{{3, 5}, {2, 5}}, 0.05)
	require.InDelta(t, 0.5, two.Mean, 1e-12)
	require.Nil(t, two.Interval)
	require.Contains(t, two.Note, "not estimable")

	// Tenths don't add up to the same share in the last bit.
	tenths := 0.0
	for range 3 {
		tenths += 0.1
	}
	require.NotEqual(t, 0.3, tenths)
	rounded := stats.PairedMean([]stats.Cluster{{tenths, 3}, {0.3, 3}, {0.1, 1}}, true, 0.05)
	require.Nil(t, rounded.Interval)

	same := stats.ClusterMean([]stats.Cluster{{5, 5}, {4, 4}, {2, 2}}, 0.05)
	require.Nil(t, same.Interval)
	require.Contains(t, same.Note, "agree")

	empty := stats.ClusterMean([]stats.Cluster{{3, 5}, {}, {2, 5}, {1, 5}}, 0.05)
	require.Equal(t, 3, empty.Clusters)
	require.NotNil(t, empty.Interval)
}

func TestClusterMeanContainsItsEstimate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 12).Draw(t, "scenarios")
		clusters := make([]stats.Cluster, n)
		for i := range clusters {
			size := rapid.IntRange(1, 20).Draw(t, "size")
			clusters[i] = stats.Cluster{Sum: float64(rapid.IntRange(0, size).Draw(t, "kept")), N: float64(size)}
		}
		e := stats.ClusterMean(clusters, 0.05)
		if e.Interval != nil {
			require.LessOrEqual(t, e.Interval.Low, e.Mean+1e-12)
			require.GreaterOrEqual(t, e.Interval.High, e.Mean-1e-12)
			require.GreaterOrEqual(t, e.Interval.Low, 0.0)
			require.LessOrEqual(t, e.Interval.High, 1.0)
		}
	})
}

func TestPairedMeanIsClippedOnlyWhereBounded(t *testing.T) {
	clusters := []stats.Cluster{{5, 5}, {-2, 5}, {5, 5}}
	bounded, free := stats.PairedMean(clusters, true, 0.05), stats.PairedMean(clusters, false, 0.05)
	require.InDelta(t, 1.0, bounded.Interval.High, 0)
	require.Greater(t, free.Interval.High, 1.0)
	require.InDelta(t, free.Interval.Low, bounded.Mean-4.30265273*bounded.SE, 1e-6)
	require.InDelta(t, 2.0, bounded.DF, 0)
}

func drawClusters(t *rapid.T, low, high float64) []stats.Cluster {
	clusters := make([]stats.Cluster, rapid.IntRange(3, 12).Draw(t, "scenarios"))
	for i := range clusters {
		n := float64(rapid.IntRange(1, 20).Draw(t, "size"))
		clusters[i] = stats.Cluster{Sum: n * rapid.Float64Range(low, high).Draw(t, "mean"), N: n}
	}
	return clusters
}

func TestPairedMeanShrinksWithScenariosAndIgnoresTheirOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		clusters := drawClusters(t, -1, 1)
		one := stats.PairedMean(clusters, false, 0.05)
		if one.Interval == nil {
			t.Skip("all agree")
		}
		require.LessOrEqual(t, one.Interval.Low, one.Mean)
		require.GreaterOrEqual(t, one.Interval.High, one.Mean)

		three := stats.PairedMean(slices.Repeat(clusters, 3), false, 0.05)
		require.InDelta(t, one.Mean, three.Mean, 1e-12)
		require.Less(t, three.Interval.High-three.Interval.Low, one.Interval.High-one.Interval.Low)

		other := stats.PairedMean(rapid.Permutation(clusters).Draw(t, "order"), false, 0.05)
		require.InDelta(t, one.Mean, other.Mean, 1e-12)
		require.InDelta(t, one.SE, other.SE, 1e-12)
	})
}
