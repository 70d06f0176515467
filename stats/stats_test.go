package stats_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"

	"contextarena.internal/stats"
)

// golden reads a file of vectors from testdata, or from the folder GOLDEN_DIR names.
func golden[C any](t *testing.T, name string) []C {
	t.Helper()
	dir := "testdata"
	if d := os.Getenv("GOLDEN_DIR"); d != "" {
		dir = d
	}
	b, err := os.ReadFile(filepath.Join(dir, name))
	require.NoError(t, err)
	var file struct {
		Topic string
		Cases []C
	}
	require.NoError(t, json.Unmarshal(b, &file))
	require.NotEmpty(t, file.Cases)
	t.Logf("%s: %d cases", file.Topic, len(file.Cases))
	return file.Cases
}

func TestGoldenWilson(t *testing.T) {
	type row struct {
		Name  string
		Input struct {
			K, N  *int
			Alpha float64
		}
		Expected struct{ Wilson []float64 }
	}
	n := 0
	for _, c := range golden[row](t, "wilson.json") {
		if c.Input.K == nil || len(c.Expected.Wilson) != 2 {
			continue // Newcombe differences: not built
		}
		n++
		got, err := stats.Wilson(*c.Input.K, *c.Input.N, c.Input.Alpha)
		require.NoError(t, err, c.Name)
		require.InDelta(t, c.Expected.Wilson[0], got.Low, 1e-9, c.Name)
		require.InDelta(t, c.Expected.Wilson[1], got.High, 1e-9, c.Name)
	}
	require.Positive(t, n)
}

func TestGoldenClusteredSE(t *testing.T) {
	type row struct {
		Name  string
		Input struct {
			X       []float64
			Cluster []int
		}
		Expected struct {
			Mean     float64
			Clusters int
			SE       float64   `json:"se_cluster_cr1"`
			CI       []float64 `json:"t_ci95_cr1_df_G_minus_1"`
		}
	}
	n := 0
	for _, c := range golden[row](t, "clustered_se.json") {
		if len(c.Input.X) == 0 || len(c.Expected.CI) == 0 {
			continue // paired differences: not built
		}
		n++
		byCluster := map[int]stats.Cluster{}
		var order []int
		for i, x := range c.Input.X {
			g := c.Input.Cluster[i]
			if _, ok := byCluster[g]; !ok {
				order = append(order, g)
			}
			byCluster[g] = stats.Cluster{Sum: byCluster[g].Sum + x, N: byCluster[g].N + 1}
		}
		var clusters []stats.Cluster
		for _, g := range order {
			clusters = append(clusters, byCluster[g])
		}
		mean, se, g := stats.ClusterSE(clusters)
		require.InDelta(t, c.Expected.Mean, mean, 1e-9, c.Name)
		require.InDelta(t, c.Expected.SE, se, 1e-9, c.Name)
		require.Equal(t, c.Expected.Clusters, g, c.Name)
		q := distuv.StudentsT{Sigma: 1, Nu: float64(g - 1)}.Quantile(0.975)
		require.InDelta(t, c.Expected.CI[0], mean-q*se, 1e-6, c.Name)
		require.InDelta(t, c.Expected.CI[1], mean+q*se, 1e-6, c.Name)
	}
	require.Positive(t, n)
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

func TestClusterMeanSaysWhatItCannotEstimate(t *testing.T) {
	none := stats.ClusterMean(nil, 0.05)
	require.False(t, none.Defined())
	require.Nil(t, none.Interval)

	two := stats.ClusterMean([]stats.Cluster{{3, 5}, {2, 5}}, 0.05)
	require.InDelta(t, 0.5, two.Mean, 1e-12)
	require.Nil(t, two.Interval)
	require.Contains(t, two.Note, "not estimable")

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
