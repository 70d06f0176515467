package calibrate

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// short is a bench of one scenario.
func short(t *testing.T, parallel int) *Bench {
	t.Helper()
	b := bench(t, parallel)
	b.scenarios = b.scenarios[:1]
	return b
}

// forgetful is a made-up model whose notes hold next to nothing.
func forgetful() Published {
	p, _ := Model("gpt-5-nano")
	for i := range p.Survival.Types {
		p.Survival.Types[i].Kept = 0
	}
	p.Leaderboard.Strategies = []Ranked{{Spec: "rlm", Rescored: 0, Tasks: 1, Probes: 10}}
	return p
}

// TestFit: figures of a model that forgets are fitted by overlooking more, the same at any
// parallelism.
func TestFit(t *testing.T) {
	told := 0
	f, err := short(t, 1).Fit(t.Context(), forgetful(), 2, func(int, float64) { told++ })
	require.NoError(t, err)
	i := slices.IndexFunc(f.Values, func(v Value) bool { return v.Name == "overlook_notes" })
	require.Greater(t, f.Values[i].Fitted, 1.5*f.Values[i].Assumed)
	require.Greater(t, f.Values[i].Moved, 0.4)
	require.Greater(t, f.Values[i].Costs[0], 0.0, "going back costs")
	require.Greater(t, f.After, f.Before)
	require.Equal(t, f.Evaluations, told)
	require.Equal(t, 9, f.Figures)

	again, err := short(t, 4).Fit(t.Context(), forgetful(), 2, nil)
	require.NoError(t, err)
	require.Equal(t, f, again)
}

func TestEffect(t *testing.T) {
	b, p := short(t, 2), forgetful()
	o := Options{FitRepeats: 2}
	with, err := b.effect(t.Context(), o, p, "sim:nano?overlook_notes=0.5", "")
	require.NoError(t, err)
	without, err := b.effect(t.Context(), o, p, "sim:nano?overlook_notes=0.5", "attention")
	require.NoError(t, err)
	require.Greater(t, without.Survival, with.Survival)
	already, err := b.effect(t.Context(), o, p, "sim:nano", "cap")
	require.NoError(t, err)
	require.Equal(t, Effect{Already: true}, already)
}

func TestCalibrateEvaluates(t *testing.T) {
	var told []string
	r, err := short(t, 2).Calibrate(t.Context(), Options{Evaluate: true, Repeats: 1, FitRepeats: 1, Tell: func(text string) { told = append(told, text) }})
	require.NoError(t, err)
	require.NotEmpty(t, told)
	require.NoError(t, r.Current(), "nothing was fitted")
	require.False(t, r.fitted())
	require.Len(t, r.Comparisons, 2)
	for _, c := range r.Comparisons {
		require.Len(t, c.Types, 8)
		require.NotEmpty(t, c.Aims)
		require.NotEqual(t, c.Published.Title, c.Other)
	}
	require.Empty(t, r.Without[0].Mechanism)
	require.Len(t, r.Without[1].Effects, 2)
}

func TestWith(t *testing.T) {
	require.Equal(t, "sim:nano", with("sim:nano", ""))
	require.Equal(t, "sim:nano?cap=off", with("sim:nano", "cap=off"))
	require.Equal(t, "sim:nano?a=1&cap=off", with("sim:nano?a=1", "cap=off"))
}
