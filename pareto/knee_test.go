package pareto_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/internal/golden"
	"contextarena.internal/pareto"
)

func TestGoldenKnee(t *testing.T) {
	type row struct {
		Name  string
		Input struct {
			Front  [][]float64
			Senses []string
		}
		Expected struct {
			Chord     []float64 `json:"chord_distance"`
			ChordKnee *int      `json:"chord_knee_index"`
			Plane     []float64 `json:"plane_distance"`
			PlaneKnee *int      `json:"plane_knee_index"`
		}
	}
	for _, c := range golden.Cases[row](t, "knee.json") {
		got := pareto.FindKnee(c.Input.Front, senses(c.Input.Senses))
		distinct := slices.CompactFunc(slices.SortedFunc(slices.Values(c.Input.Front), slices.Compare), slices.Equal)
		index := func(want *int) int {
			if want == nil || len(distinct) < 3 { // which the file leaves to whoever reports it
				return -1
			}
			return *want
		}
		if len(c.Input.Senses) == 2 {
			require.InDeltaSlice(t, c.Expected.Chord, got.Values, 1e-12, c.Name)
			require.Equal(t, index(c.Expected.ChordKnee), got.Index, c.Name)
		}
		require.InDeltaSlice(t, c.Expected.Plane, got.Values, 1e-12, c.Name)
		require.Equal(t, index(c.Expected.PlaneKnee), got.Index, c.Name)
	}
}

func TestKneesIgnoreOrderAndUnits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		points, objectives := drawPoints(t, 20)
		front := pick(points, pareto.Front(points, objectives))
		order := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)).Perm(len(front))
		moved := pick(front, order)
		for i := range moved {
			moved[i] = slices.Clone(moved[i])
			moved[i][0] = 7 + 1000*moved[i][0]
		}
		a := pareto.FindKnee(front, objectives)
		b := pareto.FindKnee(moved, objectives)
		require.InDeltaSlice(t, pick(a.Values, order), b.Values, 1e-9)
	})
}

func TestNoPointsHaveNoKnee(t *testing.T) {
	require.Equal(t, -1, pareto.FindKnee(nil, minimized(2)).Index)
}
