package stats_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"

	"contextarena.internal/stats"
)

// Of two, the better one's bracket reaches one-sided paired t limits.
func TestBestOfTwoIsAPairedT(t *testing.T) {
	a := []float64{0.9, 0.8, 0.7, 0.95, 0.6, 0.85, 0.75, 0.8}
	b := []float64{0.7, 0.75, 0.5, 0.9, 0.5, 0.6, 0.8, 0.6}
	got, note := stats.Best([][]float64{a, b}, 0.05, 1)
	require.Empty(t, note)
	d := make([]float64, len(a))
	for i := range d {
		d[i] = a[i] - b[i]
	}
	m, sd := stat.MeanStdDev(d, nil)
	reach := distuv.StudentsT{Sigma: 1, Nu: 7}.Quantile(0.95) * sd / math.Sqrt(8)
	require.InDelta(t, m+reach, got[0].High, 0.03*reach)
	require.InDelta(t, -m-reach, got[1].Low, 0.03*reach)
	require.Zero(t, got[0].Low)
	require.Zero(t, got[1].High)
	require.True(t, got[0].MaybeBest)
	require.False(t, got[1].MaybeBest)
}

// With independent strategies and many scenarios the t's of a control are normal and correlate at
// one half, for which the tables (Dunnett 1955) give 2.06 for three others and 2.23 for five.
func TestBestReachesDunnettsCriticalValues(t *testing.T) {
	for _, c := range []struct {
		strategies int
		want       float64
	}{{4, 2.06}, {6, 2.23}} {
		// Rows of a Fourier basis: orthogonal, with one variance and mean 0.
		const g = 240
		x := make([][]float64, c.strategies)
		for i := range x {
			for s := range g {
				x[i] = append(x[i], math.Cos(2*math.Pi*float64((i+1)*s)/g))
			}
		}
		got, _ := stats.Best(x, 0.05, 1)
		se := math.Sqrt(2 * 0.5 * g / (g - 1) / g)
		for _, b := range got {
			require.InDelta(t, c.want, b.High/se, 0.06)
			require.True(t, b.MaybeBest)
		}
	}
}

func TestBestOfWhatIsEqual(t *testing.T) {
	same := []float64{0.9, 0.8, 0.7, 0.95}
	worse := []float64{0.2, 0.15, 0.1, 0.1}
	got, note := stats.Best([][]float64{same, worse, same}, 0.05, 1)
	require.Empty(t, note)
	require.True(t, got[0].MaybeBest)
	require.True(t, got[2].MaybeBest)
	require.False(t, got[1].MaybeBest)
	require.Equal(t, got[0], got[2])

	all, _ := stats.Best([][]float64{same, same}, 0.05, 1)
	require.Equal(t, []stats.Bracket{{MaybeBest: true}, {MaybeBest: true}}, all)

	ones, zeros := slices.Repeat([]float64{1}, 4), make([]float64, 4)
	extremes, _ := stats.Best([][]float64{zeros, ones}, 0.05, 1)
	require.Equal(t, []stats.Bracket{{Low: -1}, {High: 1, MaybeBest: true}}, extremes)
}

func TestBestSaysWhyNothingIsExcluded(t *testing.T) {
	for _, c := range []struct {
		note string
		x    [][]float64
	}{
		{"nothing to compare", nil},
		{"nothing to compare", [][]float64{{1, 2, 3}}},
		{"not estimable across scenarios", [][]float64{{1, 1}, {0, 0}}},
		{"not the same scenarios", [][]float64{{1, 1, 1}, {0, 0, 0, 0}}},
		{"not the same scenarios", [][]float64{{1, 1, 1}, {0, math.NaN(), 0}}},
	} {
		got, note := stats.Best(c.x, 0.05, 1)
		require.Contains(t, note, c.note)
		require.Equal(t, slices.Repeat([]stats.Bracket{{MaybeBest: true}}, len(c.x)), got)
	}
}

func TestBestNeverExcludesTheGreatestMeanAndIgnoresOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k, g := rapid.IntRange(2, 4).Draw(t, "strategies"), rapid.IntRange(3, 6).Draw(t, "scenarios")
		row := rapid.SliceOfN(rapid.Map(rapid.IntRange(0, 8), func(i int) float64 { return float64(i) / 8 }), g, g)
		x := rapid.SliceOfN(row, k, k).Draw(t, "x")
		got, _ := stats.Best(x, 0.05, 1)
		best := 0
		for i := range x {
			if stat.Mean(x[i], nil) > stat.Mean(x[best], nil) {
				best = i
			}
			require.LessOrEqual(t, got[i].Low, 0.0)
			require.GreaterOrEqual(t, got[i].High, 0.0)
		}
		require.True(t, got[best].MaybeBest)

		order := rapid.Permutation(indexes(g)).Draw(t, "order")
		y := make([][]float64, k)
		for i := range y {
			for _, s := range order {
				y[i] = append(y[i], x[i][s])
			}
		}
		other, _ := stats.Best(y, 0.05, 1)
		require.Equal(t, got, other)
	})
}

func indexes(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

func BenchmarkBest(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	x := make([][]float64, 10)
	for i := range x {
		for range 8 {
			x[i] = append(x[i], r.Float64())
		}
	}
	for b.Loop() {
		stats.Best(x, 0.05, 1)
	}
}
