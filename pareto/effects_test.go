package pareto

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/space"
)

// small is a space in which depth is a setting of deep strategies alone, with all its points.
func small(t require.TestingT) (*space.Space, [][]int) {
	depth := space.Steps("depth", "", 1, 2, 3)
	depth.When = space.Condition{"strategy": {"deep", "deeper"}}
	over := declared(t, space.Choice("strategy", "flat", "deep", "deeper"), depth, space.Steps("window", "", 2, 4, 8))
	return over, full(over)
}

// truth has main effects of all three dimensions and one interaction, of depth with window.
func truth(x []int) float64 {
	strategy, depth, window := x[0], float64(x[1]-1), float64(x[2]-1)
	v := []float64{-0.5, 0.3, 0.8}[strategy] + 0.4*window
	if x[1] != space.Inactive {
		v += 0.5*depth + 0.25*depth*window
	}
	return v
}

func fitted(t *testing.T, noise float64) (*Surface, [][]int) {
	over, points := small(t)
	var observations []Observation
	for _, x := range points {
		observations = append(observations, Observation{At: x, Value: truth(x), Variance: noise})
	}
	s, err := FitSurface(over, observations, Linear, 0)
	require.NoError(t, err)
	return s, points
}

func TestMainEffects(t *testing.T) {
	s, points := fitted(t, 1e-6)
	effects, err := s.MainEffects(points)
	require.NoError(t, err)
	type row struct {
		dimension, level string
		points           int
		mean, difference float64
	}
	// Averages over what is there: flat has 3 points, the others 9 each; depth knows the others only.
	all := (3*-0.5 + 9*0.3 + 9*0.8) / 21
	want := []row{
		{"strategy", "flat", 3, -0.5, -0.5 - all},
		{"strategy", "deep", 9, 0.3, 0.3 - all},
		{"strategy", "deeper", 9, 0.8, 0.8 - all},
		{"depth", "1", 6, 0.05, -0.5},
		{"depth", "2", 6, 0.55, 0},
		{"depth", "3", 6, 1.05, 0.5},
		{"window", "2", 7, all - 0.4, -0.4},
		{"window", "4", 7, all, 0},
		{"window", "8", 7, all + 0.4, 0.4},
	}
	require.Len(t, effects, len(want))
	for i, w := range want {
		e := effects[i]
		require.Equal(t, row{w.dimension, w.level, w.points, 0, 0}, row{e.Dimension, e.Level, e.Points, 0, 0})
		require.InDelta(t, w.mean, e.Mean.Mean, 0.01, w)
		require.InDelta(t, w.difference, e.Difference.Mean, 0.01, w)
	}
}

// The differences of a dimension's levels, weighted by their points, cancel exactly, and more noise
// makes every interval wider.
func TestEffectsAreCentred(t *testing.T) {
	for _, noise := range []float64{0.01, 0.3} {
		s, points := fitted(t, noise)
		effects, err := s.MainEffects(points)
		require.NoError(t, err)
		sum := map[string]float64{}
		for _, e := range effects {
			sum[e.Dimension] += float64(e.Points) * e.Difference.Mean
			require.Positive(t, e.Difference.SD)
			require.Positive(t, e.Mean.SD)
		}
		for _, v := range sum {
			require.InDelta(t, 0, v, 1e-9)
		}
	}
}

func TestEffectsOfAStrangePoint(t *testing.T) {
	s, points := fitted(t, 0.1)
	for _, wrong := range [][]int{{0, 1}, {0, space.Inactive, space.Inactive}, {3, 1, 1}} {
		_, err := s.MainEffects(append(points, wrong))
		require.ErrorContains(t, err, "point 21")
	}
}
