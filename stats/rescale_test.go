package stats_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/stats"
)

// kept are scenarios of eight probes each of which so many were kept.
func kept(counts ...float64) []stats.Cluster {
	out := make([]stats.Cluster, len(counts))
	for i, k := range counts {
		out[i] = stats.Cluster{Sum: k, N: 8}
	}
	return out
}

func TestRescale(t *testing.T) {
	none, full := kept(1, 0, 2, 1, 0, 1, 0, 1), kept(8, 7, 8, 8, 8, 7, 8, 8)
	for _, c := range []struct {
		name           string
		x              []stats.Cluster
		mean, low, top float64
	}{
		{"none itself", none, 0, 0, 0},
		{"full itself", full, 1, 1, 1},
		{"halfway in every scenario", kept(4.5, 3.5, 5, 4.5, 4, 4, 4, 4.5), 0.5, 0.5, 0.5},
		{"better than full", kept(8, 8, 8, 8, 8, 8, 8, 8), 58.0 / 56, 1, 1.12},
		{"scattered", kept(8, 3, 5, 6, 7, 4, 6, 5), 38.0 / 56, 0.45, 0.85},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := stats.Rescale(c.x, none, full, 10000, 1, 0.05)
			require.InDelta(t, c.mean, e.Mean, 1e-12)
			require.InDelta(t, 64.0, e.N, 0)
			require.Equal(t, 8, e.Clusters)
			require.GreaterOrEqual(t, e.Interval.Low, c.low-1e-9)
			require.LessOrEqual(t, e.Interval.High, c.top+1e-9)
			require.Empty(t, e.Note)
		})
	}
}

// With nothing at zero and everything at one in every scenario the ratio is the mean itself, and
// its expanded percentile interval is near the t interval.
func TestRescaleIsNearTheTInterval(t *testing.T) {
	x := kept(8, 3, 5, 6, 7, 4, 6, 5)
	none, full := kept(0, 0, 0, 0, 0, 0, 0, 0), kept(8, 8, 8, 8, 8, 8, 8, 8)
	e, plain := stats.Rescale(x, none, full, 0, 1, 0.05), stats.ClusterMean(x, 0.05)
	require.InDelta(t, plain.Mean, e.Mean, 1e-12)
	require.InDelta(t, plain.SE, e.SE, 1e-12)
	require.InDelta(t, plain.Interval.Low, e.Interval.Low, 0.02)
	require.InDelta(t, plain.Interval.High, e.Interval.High, 0.02)
}

func TestRescaleIsSuppressedWhereItMeansNothing(t *testing.T) {
	x := kept(4, 4, 5, 6)
	for _, c := range []struct {
		name       string
		none, full []stats.Cluster
		note       string
	}{
		{"no scenarios", nil, nil, "nothing to count"},
		{"two scenarios", kept(0, 0), kept(8, 8), "fewer than 3"},
		{"full no better than none", kept(4, 5, 4, 5), kept(5, 4, 5, 4), "aren't clearly apart"},
		{"full better by chance", kept(1, 8, 1, 2), kept(8, 3, 7, 8), "aren't clearly apart"},
		{"full worse", kept(8, 8, 7, 8), kept(1, 0, 0, 1), "aren't clearly apart"},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := stats.Rescale(x, c.none, c.full, 10000, 1, 0.05)
			require.False(t, e.Defined())
			require.Zero(t, e.Mean)
			require.Nil(t, e.Interval)
			require.Contains(t, e.Note, c.note)
		})
	}

	// Apart by t, but one scenario bears all the difference, and a third of the resamples miss it.
	heavy := func(share float64) []stats.Cluster {
		return append(kept(1, 1, 1), stats.Cluster{Sum: share * 1000, N: 1000})
	}
	missed := stats.Rescale(heavy(0.5), heavy(0), heavy(1), 10000, 1, 0.05)
	require.False(t, missed.Defined())
	require.Contains(t, missed.Note, "in every resample")

	left := stats.Rescale(append(kept(4), stats.Cluster{}), kept(0, 1), kept(8, 8), 100, 1, 0.05)
	require.Equal(t, 1, left.Clusters, "a scenario without values is left out")
}

func TestRescaleIgnoresUnitsAndOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := rapid.IntRange(3, 11).Draw(t, "scenarios")
		x, none, full := make([]stats.Cluster, g), make([]stats.Cluster, g), make([]stats.Cluster, g)
		for i := range g {
			n := float64(rapid.IntRange(7, 10).Draw(t, "probes"))
			x[i] = stats.Cluster{Sum: n * rapid.Float64Range(0.2, 0.9).Draw(t, "x"), N: n}
			none[i] = stats.Cluster{Sum: n * rapid.Float64Range(0, 0.2).Draw(t, "none"), N: n}
			full[i] = stats.Cluster{Sum: n * rapid.Float64Range(0.9, 1).Draw(t, "full"), N: n}
		}
		e := stats.Rescale(x, none, full, 300, 1, 0.05)
		require.True(t, e.Defined(), e.Note)
		require.LessOrEqual(t, e.Interval.Low, e.Mean)
		require.GreaterOrEqual(t, e.Interval.High, e.Mean)

		shift := func(clusters []stats.Cluster) []stats.Cluster {
			var out []stats.Cluster
			for _, c := range clusters {
				out = append(out, stats.Cluster{Sum: 3*c.Sum + 5*c.N, N: c.N})
			}
			return out
		}
		moved := stats.Rescale(shift(x), shift(none), shift(full), 300, 1, 0.05)
		if g <= 9 { // beyond, the resamples drawn follow the scenarios' order, and that the sums
			require.InDelta(t, e.Mean, moved.Mean, 1e-9)
			require.InDelta(t, e.SE, moved.SE, 1e-9)
		}

		order := rapid.Permutation(indexes(g)).Draw(t, "order")
		pick := func(clusters []stats.Cluster) (out []stats.Cluster) {
			for _, i := range order {
				out = append(out, clusters[i])
			}
			return out
		}
		require.Equal(t, e, stats.Rescale(pick(x), pick(none), pick(full), 300, 1, 0.05))
	})
}

func BenchmarkRescale(b *testing.B) {
	for name, g := range map[string]int{"8 scenarios, all resamples": 8, "30 scenarios, 10,000 resamples": 30} {
		b.Run(name, func(b *testing.B) {
			var x, none, full []stats.Cluster
			for i := range g {
				x = append(x, stats.Cluster{Sum: 5 + 2*math.Sin(float64(i)), N: 8})
				none, full = append(none, stats.Cluster{Sum: 1, N: 8}), append(full, stats.Cluster{Sum: 8, N: 8})
			}
			for b.Loop() {
				stats.Rescale(x, none, full, 10000, 1, 0.05)
			}
		})
	}
}
