package pareto

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/space"
)

// scenarios are groups that measure value at the points, each with a shift and per-point
// deviations of its own.
func scenarios(points [][]int, value func([]int) float64, n int, between, within, noise float64, seed uint64) []Group {
	r := rand.New(rand.NewPCG(seed, 2))
	var out []Group
	for g := range n {
		group := Group{Name: fmt.Sprintf("scenario %d", g)}
		shift := between * r.NormFloat64()
		for _, x := range points {
			v := value(x) + shift + within*r.NormFloat64() + noise*r.NormFloat64()
			group.Observations = append(group.Observations, Observation{At: x, Value: v, Variance: noise * noise})
		}
		out = append(out, group)
	}
	return out
}

func TestAcrossGroups(t *testing.T) {
	at := [][]int{{0}, {1}, {space.Inactive}}
	observe := func(values ...float64) []Observation {
		var out []Observation
		for i, v := range values {
			out = append(out, Observation{At: at[i], Value: v, Variance: 0.3})
		}
		return out
	}
	t.Run("complete", func(t *testing.T) {
		points, err := AcrossGroups([]Group{{"a", observe(1, 2, 4)}, {"b", observe(3, 4, 6)}})
		require.NoError(t, err)
		require.Len(t, points, 3)
		for i, want := range []float64{2, 3, 5} {
			require.InDelta(t, want, points[i].Value, 1e-9)
			require.InDelta(t, 0.15, points[i].Variance, 1e-9)
		}
	})
	t.Run("a missing point is shifted like its group", func(t *testing.T) {
		points, err := AcrossGroups([]Group{{"a", observe(1, 2, 4)}, {"b", observe(3, 4)}})
		require.NoError(t, err)
		for i, want := range []float64{2, 3, 5} {
			require.InDelta(t, want, points[i].Value, 1e-6)
		}
		require.InDelta(t, 0.3, points[2].Variance, 1e-9)
	})
	t.Run("refused", func(t *testing.T) {
		twice := append(observe(1, 2), Observation{At: at[1], Value: math.Inf(1)})
		_, err := AcrossGroups([]Group{{"a", twice}, {"b", nil}})
		require.ErrorContains(t, err, `group "a" observes point [1] twice: average its repeats`)
		require.ErrorContains(t, err, `group "a", point [1]: value +Inf with variance 0`)
		require.ErrorContains(t, err, `group "b" has no observations`)
		_, err = AcrossGroups([]Group{{"a", observe(1)}, {"b", observe(2)}})
		require.ErrorContains(t, err, "it takes 2 groups that share points")
	})
}

func TestFitAdditiveFindsTheVariances(t *testing.T) {
	_, points := small(t)
	var between, within float64
	const rounds = 60
	for seed := range uint64(rounds) {
		l, err := fitAdditive(scenarios(points, truth, 8, 0.5, 0.3, 0.4, seed))
		require.NoError(t, err)
		between += l.between / rounds
		within += l.within / rounds
	}
	require.InDelta(t, 0.25, between, 0.06)
	require.InDelta(t, 0.09, within, 0.02)
	l, err := fitAdditive(scenarios(points, truth, 8, 0, 0, 0, 1))
	require.NoError(t, err)
	require.InDelta(t, 0, l.between, 1e-9)
	require.InDelta(t, 0, l.within, 1e-9)
}

func TestLeaveGroupOut(t *testing.T) {
	over, points := small(t)
	var coverage float64
	const rounds = 12
	for seed := range uint64(rounds) {
		out, err := LeaveGroupOut(over, scenarios(points, truth, 6, 0.4, 0.2, 0.3, seed), SurfaceOptions{})
		require.NoError(t, err)
		require.Len(t, out.Groups, 6)
		coverage += out.Surface.Coverage / rounds
		require.Less(t, out.Surface.ShapeRMSE, out.Constant.ShapeRMSE)
		require.Greater(t, out.Surface.LogDensity, out.Constant.LogDensity)
		var n int
		var squares, density float64
		for _, g := range out.Groups {
			n += g.Observations
			squares += g.Surface.RMSE * g.Surface.RMSE * float64(g.Observations)
			density += g.Surface.LogDensity * float64(g.Observations)
		}
		require.InDelta(t, math.Sqrt(squares/float64(n)), out.Surface.RMSE, 1e-9)
		require.InDelta(t, density/float64(n), out.Surface.LogDensity, 1e-9)
	}
	t.Logf("coverage %.3f", coverage)
	require.InDelta(t, 0.9, coverage, 0.06)

	_, err := LeaveGroupOut(over, scenarios(points, truth, 2, 0, 0, 1, 1), SurfaceOptions{})
	require.ErrorContains(t, err, "leaving a group out needs 3 groups, not 2")
}

// Where the settings do nothing, the surface is no better than the constant and not much worse.
func TestLeaveGroupOutOfNothing(t *testing.T) {
	over, points := small(t)
	flat := func([]int) float64 { return 1 }
	out, err := LeaveGroupOut(over, scenarios(points, flat, 6, 0.4, 0, 0.5, 3), SurfaceOptions{})
	require.NoError(t, err)
	require.InDelta(t, out.Constant.LogDensity, out.Surface.LogDensity, 0.1)
}
