package calibrate

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSpearman(t *testing.T) {
	tests := []struct {
		name    string
		a, b    []float64
		want    float64
		defined bool
	}{
		{"same", []float64{1, 2, 3}, []float64{10, 20, 21}, 1, true},
		{"opposite", []float64{1, 2, 3}, []float64{3, 2, 1}, -1, true},
		{"ties at the average", []float64{1, 1, 2, 3}, []float64{1, 2, 3, 3}, 0.8889, true},
		{"no order", []float64{1, 1, 1}, []float64{1, 2, 3}, 0, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rho, ok := spearman(tt.a, tt.b)
			require.Equal(t, tt.defined, ok)
			require.InDelta(t, tt.want, rho, 1e-4)
		})
	}
}

func TestRanks(t *testing.T) {
	require.Equal(t, []float64{3.5, 1, 3.5, 2}, ranks([]float64{7, 1, 7, 2}))
}

func TestPermuted(t *testing.T) {
	require.InDelta(t, 1.0/6, permuted([]float64{1, 2, 3}, []float64{4, 5, 6}), 1e-12)
	require.InDelta(t, 1, permuted([]float64{1, 2, 3}, []float64{6, 5, 4}), 1e-12)
	require.InDelta(t, 0.5, permuted([]float64{1, 2, 3}, []float64{5, 4, 6}), 1e-12)
}

func TestRank(t *testing.T) {
	require.Equal(t, Rank{With: "fitted", N: 3, Rho: 1, Defined: true, Chance: 1.0 / 6}, rank("fitted", []float64{1, 2, 3}, []float64{2, 4, 5}))
	require.False(t, rank("fitted", []float64{1, 2}, []float64{3, 3}).Defined)
}
