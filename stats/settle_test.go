package stats_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/stats"
)

func TestSettle(t *testing.T) {
	rise := []float64{0, 0.1, 0.2, 0.3, 0.3, 0.3}
	for name, c := range map[string]struct {
		curves  [][]float64
		tail    int
		margin  float64
		at      int
		plateau float64
	}{
		"one that rises":             {[][]float64{rise}, 3, 0.02, 4, 0.3},
		"a wider margin is sooner":   {[][]float64{rise}, 3, 0.1, 3, 0.3},
		"flat settles at once":       {[][]float64{{0, 0, 0}}, 2, 0.01, 1, 0},
		"a dip delays it":            {[][]float64{{0.3, 0.3, 0, 0.3, 0.3}}, 2, 0.02, 4, 0.3},
		"still rising at the end":    {[][]float64{{0, 0.1, 0.2, 0.3}}, 2, 0.02, 5, 0.25},
		"the mean curve decides":     {[][]float64{{0, 0.4, 0.4}, {0.4, 0, 0.4}}, 1, 0.02, 3, 0.4},
		"a tail longer than a curve": {[][]float64{{0.2, 0.2}}, 9, 0, 1, 0.2},
	} {
		t.Run(name, func(t *testing.T) {
			s := stats.Settle(c.curves, c.tail, c.margin, 100, 1, 0.05)
			require.Equal(t, c.at, s.At)
			require.InDelta(t, c.plateau, s.Plateau, 1e-12)
			require.Zero(t, s.Low, "too few for an interval")
			require.NotEmpty(t, s.Note)
		})
	}
	require.Equal(t, stats.Settling{Note: "nothing to settle"}, stats.Settle(nil, 3, 0.02, 100, 1, 0.05))
}

// Three of four curves settle at 2, one at 5: the interval reaches from the one to the other.
func TestSettleInterval(t *testing.T) {
	early, late := []float64{0, 1, 1, 1, 1}, []float64{0, 0, 0, 0, 1}
	s := stats.Settle([][]float64{early, early, early, late}, 1, 0.1, 100, 1, 0.05)
	require.Equal(t, stats.Settling{At: 5, Low: 2, High: 5, Plateau: 1, Units: 4, Note: "too narrow with 4 curves"}, s)
	s = stats.Settle([][]float64{early, early, early}, 1, 0.1, 100, 1, 0.05)
	require.Equal(t, [2]int{2, 2}, [2]int{s.Low, s.High})
}

// The order of the curves doesn't matter, and neither does what is added to all of them.
func TestSettleKeeps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		steps := rapid.IntRange(1, 6).Draw(t, "steps")
		curves := rapid.SliceOfN(rapid.SliceOfN(rapid.Custom(func(t *rapid.T) float64 {
			return float64(rapid.IntRange(0, 8).Draw(t, "eighths")) / 8
		}), steps, steps), 3, 5).Draw(t, "curves")
		s := stats.Settle(curves, 2, 0.2, 100, 1, 0.05)
		if s.At < 1 || s.At > steps+1 || s.Low > s.High || s.Low < 1 || s.High > steps+1 {
			t.Fatalf("%+v", s)
		}
		other := slices.Clone(curves)
		slices.Reverse(other)
		for i, c := range other {
			other[i] = slices.Clone(c)
			for j := range other[i] {
				other[i][j]++
			}
		}
		o := stats.Settle(other, 2, 0.2, 100, 1, 0.05)
		if o.At != s.At || o.Low != s.Low || o.High != s.High {
			t.Fatalf("%+v and %+v", s, o)
		}
	})
}
