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

func TestGoldenSignFlip(t *testing.T) {
	type row struct {
		Name  string
		Input struct {
			Differences []float64 `json:"paired_differences"`
		}
		Expected struct {
			P           *float64 `json:"p_two_sided_exact"`
			Assignments float64
		}
	}
	var skipped []string
	for _, c := range golden.Cases[row](t, "bootstrap.json") {
		if c.Expected.P == nil {
			skipped = append(skipped, c.Name)
			continue
		}
		got := stats.FlipSigns(c.Input.Differences, 1)
		require.InDelta(t, *c.Expected.P, got.P, 1e-9, c.Name)
		require.True(t, got.Exact, c.Name)
		if c.Expected.Assignments > 0 {
			require.InDelta(t, 2/c.Expected.Assignments, got.Smallest, 1e-15, c.Name)
		}
	}
	require.Equal(t, []string{"exact_d5", "exact_binary6", "exact_constant4", "scipy_bca_60"}, skipped, "they have no p: bootstraps, which TestGoldenBootstrap tests")
}

func TestFlipSignsOfNothing(t *testing.T) {
	require.Equal(t, stats.SignFlip{P: 1, Smallest: 1, Exact: true}, stats.FlipSigns(nil, 1))
	one := stats.FlipSigns([]float64{3}, 1)
	require.InDelta(t, 1.0, one.P, 0)
	require.InDelta(t, 1.0, one.Smallest, 0)
}

// Thirty differences of one size: how many signs are negative is binomial.
func TestFlipSignsSamplesBeyondTwentyUnits(t *testing.T) {
	for _, minus := range []int{0, 5, 9, 13, 15} {
		d := slices.Repeat([]float64{0.1}, 30)
		for i := range minus {
			d[i*2] = -0.1
		}
		got := stats.FlipSigns(d, 7)
		require.False(t, got.Exact)
		want := min(1, 2*distuv.Binomial{N: 30, P: 0.5}.CDF(float64(minus)))
		require.InDelta(t, want, got.P, 4*math.Sqrt(want*(1-want)/100000)+1e-5, "%d negative", minus)
		require.GreaterOrEqual(t, got.P, got.Smallest)
		require.Equal(t, got, stats.FlipSigns(d, 7), "one seed, one answer")
	}
}

func TestFlipSignsCountsEveryAssignment(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// Tenths tie in the reals but not in the last bit.
		d := rapid.SliceOfN(rapid.Map(rapid.IntRange(-9, 9), func(i int) float64 { return float64(i) / 10 }), 1, 9).Draw(t, "differences")
		got := stats.FlipSigns(d, 1)

		var observed int
		for _, v := range d {
			observed += int(math.Round(v * 10))
		}
		extreme := 0
		for signs := range 1 << len(d) {
			sum := 0
			for i, v := range d {
				tenths := int(math.Round(v * 10))
				if signs>>i&1 == 0 {
					tenths = -tenths
				}
				sum += tenths
			}
			if max(sum, -sum) >= max(observed, -observed) {
				extreme++
			}
		}
		require.InDelta(t, float64(extreme)/float64(int(1)<<len(d)), got.P, 1e-12)
	})
}

func TestFlipSignsIgnoresSignAndOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.SliceOfN(rapid.Float64Range(-1, 1), 1, 24).Draw(t, "differences")
		got := stats.FlipSigns(d, 3)
		require.GreaterOrEqual(t, got.P, got.Smallest)
		require.LessOrEqual(t, got.P, 1.0)
		negative := make([]float64, len(d))
		for i, v := range d {
			negative[i] = -v
		}
		require.Equal(t, got, stats.FlipSigns(negative, 3))
		require.Equal(t, got, stats.FlipSigns(rapid.Permutation(d).Draw(t, "order"), 3))
	})
}
