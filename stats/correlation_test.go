package stats_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/stats"
)

func TestSpearman(t *testing.T) {
	for name, tt := range map[string]struct {
		a, b []float64
		rho  float64
		note string
	}{
		"the same order":   {[]float64{1, 2, 3, 10, 11}, []float64{0, 5, 6, 7, 8}, 1, "both orders agree wholly: no interval"},
		"turned round":     {[]float64{1, 2, 3, 4, 5}, []float64{5, 4, 3, 2, 1}, -1, "both orders agree wholly: no interval"},
		"one swap":         {[]float64{1, 2, 3, 4, 5}, []float64{2, 1, 3, 4, 5}, 0.9, ""},      // 1 - 6·2/(5·24)
		"ties":             {[]float64{1, 1, 2, 3, 4}, []float64{1, 2, 3, 4, 5}, 0.974679, ""}, // 9.5/√(9.5·10)
		"few":              {[]float64{1, 2, 3}, []float64{1, 3, 2}, 0.5, "3 pairs: too few for an interval"},
		"no order":         {[]float64{1, 1, 1}, []float64{1, 3, 2}, 0, "not defined: one side has no order"},
		"nothing at all":   {nil, nil, 0, "not defined: one side has no order"},
		"a single pair":    {[]float64{1}, []float64{1}, 0, "not defined: one side has no order"},
		"without relation": {[]float64{1, 2, 3, 4, 5}, []float64{3, 1, 5, 2, 4}, 0.3, ""},
	} {
		t.Run(name, func(t *testing.T) {
			c := stats.Spearman(tt.a, tt.b, 0.05)
			require.InDelta(t, tt.rho, c.Rho, 1e-6)
			require.Equal(t, tt.note, c.Note)
			require.Equal(t, tt.note == "", c.Interval != nil)
		})
	}
	// By hand: atanh(0.9) = 1.47222, 1.95996·√(1.405/2) = 1.64275.
	c := stats.Spearman([]float64{1, 2, 3, 4, 5}, []float64{2, 1, 3, 4, 5}, 0.05)
	require.InDelta(t, math.Tanh(1.47222-1.64275), c.Interval.Low, 1e-4)
	require.InDelta(t, math.Tanh(1.47222+1.64275), c.Interval.High, 1e-4)
}

func TestSpearmanSeesOrderOnly(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.IntRange(2, 20).Draw(r, "n")
		value := rapid.Float64Range(-5, 5)
		a, b := rapid.SliceOfN(value, n, n).Draw(r, "a"), rapid.SliceOfN(value, n, n).Draw(r, "b")
		c := stats.Spearman(a, b, 0.1)
		require.InDelta(t, c.Rho, stats.Spearman(b, a, 0.1).Rho, 1e-12, "either way round")
		grown := make([]float64, n)
		for i := range a {
			grown[i] = 3*a[i] + 1e3
		}
		if ranksDiffer(a, grown) {
			return // rounding made a tie
		}
		require.Equal(t, c, stats.Spearman(grown, b, 0.1), "the same ranks")
		if c.Interval != nil {
			require.True(t, -1 <= c.Interval.Low && c.Interval.Low <= c.Rho && c.Rho <= c.Interval.High && c.Interval.High <= 1)
		}
	})
}

func ranksDiffer(a, b []float64) bool {
	for i := range a {
		for j := range a {
			if (a[i] < a[j]) != (b[i] < b[j]) {
				return true
			}
		}
	}
	return false
}
