package stats

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestAgainstIsStudents: with one strategy beside the reference the interval is that of a paired t.
func TestAgainstIsStudents(t *testing.T) {
	a, b := []float64{0.9, 0.8, 0.7, 0.95, 0.6, 0.85}, []float64{0.7, 0.75, 0.5, 0.7, 0.55, 0.6}
	var clusters []Cluster
	for s := range a {
		clusters = append(clusters, Cluster{Sum: a[s] - b[s], N: 1})
	}
	want := PairedMean(clusters, false, 0.05).Interval
	have := Against([][]float64{a, b}, 1, 0.05, 1)
	require.InDelta(t, want.Low, have[0].Low, 0.004, "simulated")
	require.InDelta(t, want.High, have[0].High, 0.004)
	require.Equal(t, &Interval{}, have[1])
}

func TestAgainstSaysNothingOfFewScenarios(t *testing.T) {
	have := Against([][]float64{{1, 0}, {0, 1}, {1, 0}}, 0, 0.05, 1)
	require.Equal(t, []*Interval{{}, nil, {}}, have)
	have = Against([][]float64{{0.5, 0.25, 1}, {0.25, 0, 0.75}}, 0, 0.05, 1)
	require.Nil(t, have[1], "the same difference everywhere has no spread")
}
