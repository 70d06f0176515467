package calibrate

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPermuted(t *testing.T) {
	require.InDelta(t, 1.0/6, permuted([]float64{1, 2, 3}, []float64{4, 5, 6}), 1e-12)
	require.InDelta(t, 1, permuted([]float64{1, 2, 3}, []float64{6, 5, 4}), 1e-12)
	require.InDelta(t, 0.5, permuted([]float64{1, 2, 3}, []float64{5, 4, 6}), 1e-12)
}

func TestRank(t *testing.T) {
	require.Equal(t, Rank{With: "fitted", N: 3, Rho: 1, Defined: true, Chance: 1.0 / 6}, rank("fitted", []float64{1, 2, 3}, []float64{2, 4, 5}))
	require.False(t, rank("fitted", []float64{1, 2}, []float64{3, 3}).Defined)
}
