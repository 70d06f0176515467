package calibrate

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
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
	published := []share{{8, 8}, {6, 8}, {3, 8}, {1, 8}}
	order := [][]float64{{1, 1, 1, 1}, {1, 1, 1, 0}, {1, 1, 0, 0}, {0, 0, 0, 0}}
	r := rank(published, order)
	require.True(t, r.Defined)
	require.InDelta(t, 1, r.Rho, 1e-12)
	require.InDelta(t, 1.0/24, r.Chance, 1e-12)
	require.Less(t, r.Low, r.High)
	require.Less(t, r.Low, 1.0, "one run and few scenarios leave doubt")
	require.InDelta(t, 1, r.High, 1e-9)
	require.Equal(t, r, rank(published, order))
	require.False(t, rank(published, [][]float64{{1}, {1}, {1}, {1}}).Defined)
}

func TestRankLimits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var published []share
		var side [][]float64
		for range 4 {
			published = append(published, share{rapid.IntRange(0, 8).Draw(t, "k"), 8})
			side = append(side, rapid.SliceOfN(rapid.Float64Range(0, 1), 8, 8).Draw(t, "means"))
		}
		r := rank(published, side)
		if !r.Defined {
			return
		}
		require.LessOrEqual(t, -1-1e-9, r.Low)
		require.LessOrEqual(t, r.Low, r.High)
		require.LessOrEqual(t, r.High, 1+1e-9)
		require.Greater(t, r.Chance, 0.0)
		require.LessOrEqual(t, r.Chance, 1.0)
	})
}

// TestAgreement recomputes how well the two published leaderboards agree. They are given as .83
// and .81; the first is .82 once ties are corrected for.
func TestAgreement(t *testing.T) {
	for _, p := range Models() {
		r := agreement(p, "P", false)
		require.Equal(t, 6, r.N)
		require.InDelta(t, 0.8235, r.Rho, 1e-4)
		require.InDelta(t, 0.9, agreement(p, "P", true).Rho, 0.005)
		require.InDelta(t, 0.8117, agreement(p, "A", false).Rho, 1e-3)
	}
}
