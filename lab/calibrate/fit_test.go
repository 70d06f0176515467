package calibrate

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/llm/sim"
)

// short is a bench of one scenario.
func short(t *testing.T, parallel int) *bench {
	t.Helper()
	b := prepare(t, parallel)
	b.scenarios = b.scenarios[:1]
	return b
}

// forgetful are the models with made-up figures: the weaker one's notes hold next to nothing.
func forgetful() []Published {
	all := models()
	for i := range all[0].Survival.Types {
		all[0].Survival.Types[i].Kept = 0
	}
	return all
}

func value(t *testing.T, f Fitted, name string) float64 {
	t.Helper()
	i := slices.IndexFunc(f.Values, func(v Value) bool { return v.Name == name })
	require.GreaterOrEqual(t, i, 0)
	return f.Values[i].Fitted
}

// TestFit: figures of a model that forgets are fitted by keeping less, the same at any parallelism, and
// the stronger the model the less it errs in everything.
func TestFit(t *testing.T) {
	fits, err := short(t, 1).fit(t.Context(), forgetful(), 1)
	require.NoError(t, err)
	require.Len(t, fits, len(sim.Names()))
	require.Less(t, value(t, fits[0], "keep_rest"), 0.4)
	require.Greater(t, value(t, fits[1], "keep_rest"), 0.8)
	for _, m := range matches {
		nano, mini, standard := value(t, fits[0], m.parameter), value(t, fits[1], m.parameter), value(t, fits[2], m.parameter)
		if m.types == nil {
			nano, mini, standard = -nano, -mini, -standard
		}
		require.Less(t, nano, mini, m.parameter)
		require.Less(t, mini, standard, m.parameter)
	}
	again, err := short(t, 4).fit(t.Context(), forgetful(), 1)
	require.NoError(t, err)
	require.Equal(t, fits, again)
}

func TestTarget(t *testing.T) {
	nano, mini := models()[0], models()[1]
	want := map[string][2]float64{
		"overlook":         {7.5 / 9, 8.5 / 9},
		"keep_amounts":     {11.5 / 13, 9.5 / 13},
		"keep_identifiers": {4.5 / 7, 5.5 / 7},
		"keep_changes":     {15.5 / 18, 16.5 / 18},
		"keep_rest":        {14.5 / 18, 17.5 / 18},
		"brief":            {0, 57.5 / 73},
	}
	require.Len(t, matches, len(want))
	for _, m := range matches {
		require.InDelta(t, want[m.parameter][1], m.target(mini), 1e-12, m.parameter)
		if m.published(nano) {
			require.InDelta(t, want[m.parameter][0], m.target(nano), 1e-12, m.parameter)
		} else {
			require.Zero(t, want[m.parameter][0])
		}
	}
}

func TestInOrder(t *testing.T) {
	hazards := [][]float64{{0.4, 0.1, math.NaN()}, {0.1, 0.4, 0.2}}
	inOrder(hazards)
	require.Equal(t, 0.4, hazards[0][0])
	require.Equal(t, 0.1, hazards[1][0])
	require.InDelta(t, 0.2*math.Exp(apart/2), hazards[0][1], 1e-12)
	require.InDelta(t, 0.2*math.Exp(-apart/2), hazards[1][1], 1e-12)
	require.InDelta(t, 0.2*math.Exp(apart), hazards[0][2], 1e-12)
}

func TestValueOf(t *testing.T) {
	require.Equal(t, 0.3935, valueOf("overlook", 0.5))
	require.Equal(t, 0.6065, valueOf("keep_rest", 0.5))
}

func TestCalibrateAScenario(t *testing.T) {
	r, err := short(t, 2).calibrate(t.Context(), 1, 1)
	require.NoError(t, err)
	require.Len(t, r.Fits, len(sim.Names()))
	require.Len(t, r.Comparisons, 2)
	for _, c := range r.Comparisons {
		require.Len(t, c.Types, 8)
		require.Len(t, c.Strategies, len(c.Published.Leaderboard.Strategies))
		require.NotEqual(t, c.Published.Title, c.Other)
	}
}

func TestWith(t *testing.T) {
	require.Equal(t, "sim:nano?a=1", with("sim:nano?a=1", ""))
	require.Equal(t, "sim:nano?a=1&cap=off", with("sim:nano?a=1", "cap=off"))
}
