package pareto_test

import (
	"math"
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
		got, err := pareto.FindKnees(c.Input.Front, senses(c.Input.Senses))
		require.NoError(t, err)
		distinct := slices.CompactFunc(slices.SortedFunc(slices.Values(c.Input.Front), slices.Compare), slices.Equal)
		index := func(want *int) int {
			if want == nil || len(distinct) < 3 { // which the file leaves to whoever reports it
				return -1
			}
			return *want
		}
		if len(c.Input.Senses) == 2 {
			require.InDeltaSlice(t, c.Expected.Chord, got.Chord.Values, 1e-12, c.Name)
			require.Equal(t, index(c.Expected.ChordKnee), got.Chord.Index, c.Name)
		} else {
			require.Nil(t, got.Curvature.Values)
			require.Equal(t, -1, got.Curvature.Index)
		}
		require.InDeltaSlice(t, c.Expected.Plane, got.Chord.Values, 1e-12, c.Name)
		require.Equal(t, index(c.Expected.PlaneKnee), got.Chord.Index, c.Name)
	}
}

// Points of a circle all have its curvature, but the two ends.
func TestCurvatureOfACircle(t *testing.T) {
	for name, toward := range map[string]float64{"bulging toward the ideal": 1, "away from it": -1} {
		var front [][]float64
		for k := range 11 {
			a := float64(k) / 10 * math.Pi / 2
			x, y := 1-math.Cos(a), 1-math.Sin(a)
			if toward < 0 {
				x, y = math.Sin(a), math.Cos(a)
			}
			front = append(front, []float64{x, y})
		}
		knees, err := pareto.FindKnees(front, minimized(2))
		require.NoError(t, err)
		for k, v := range knees.Curvature.Values {
			want := toward
			if k == 0 || k == 10 {
				want = 0
			}
			require.InDelta(t, want, v, 1e-9, "%s: point %d", name, k)
		}
		require.Equal(t, toward > 0, knees.Curvature.Index >= 0, name)
	}
}

func TestKneesIgnoreOrderAndUnits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		points, objectives := drawPoints(t, 20)
		front := pick(points, frontOf(t, points, objectives))
		order := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)).Perm(len(front))
		moved := pick(front, order)
		for i := range moved {
			moved[i] = slices.Clone(moved[i])
			moved[i][0] = 7 + 1000*moved[i][0]
		}
		a, err := pareto.FindKnees(front, objectives)
		require.NoError(t, err)
		b, err := pareto.FindKnees(moved, objectives)
		require.NoError(t, err)
		require.InDeltaSlice(t, pick(a.Chord.Values, order), b.Chord.Values, 1e-9)
		if len(objectives) == 2 {
			require.InDeltaSlice(t, pick(a.Curvature.Values, order), b.Curvature.Values, 1e-9)
		}
	})
}

func TestKneesRefuse(t *testing.T) {
	_, err := pareto.FindKnees([][]float64{{math.NaN(), 1}}, minimized(2))
	require.ErrorContains(t, err, "objective 0 is NaN")
	none, err := pareto.FindKnees(nil, minimized(2))
	require.NoError(t, err)
	require.Equal(t, -1, none.Chord.Index)
}
