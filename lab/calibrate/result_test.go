package calibrate

import (
	"slices"
	"testing"

	"contextarena.internal/arena"
	"github.com/stretchr/testify/require"
)

// TestLatestIsCurrent keeps the table in the docs about the simulated models that are in the program.
func TestLatestIsCurrent(t *testing.T) {
	r, err := latest()
	require.NoError(t, err)
	require.Len(t, r.Fits, 3)
	require.Len(t, r.Comparisons, 2)
	require.NoError(t, r.Current())
	for i, p := range models() {
		require.Equal(t, p, r.Comparisons[i].Published, "published.yaml changed: run make calibrate")
	}
}

func TestCurrentNotices(t *testing.T) {
	r := Result{Fits: []Fitted{{Model: "sim:nano?overlook=0.7", Parameters: "000000000000"}}}
	require.ErrorContains(t, r.Current(), "run make calibrate")
	now, err := parametersOf("sim:nano")
	require.NoError(t, err)
	require.Len(t, now, 12)
	require.NoError(t, Result{Fits: []Fitted{{Model: "sim:nano", Parameters: now}}}.Current())
	changed, err := parametersOf("sim:nano?overlook=0.7")
	require.NoError(t, err)
	require.NotEqual(t, now, changed)
}

// perfect are counts as published, in as many trials.
func perfect(p Published) totals {
	c := totals{Survival: blankSurvival(), Strategies: p.totals().Strategies}
	for _, s := range p.Survival.Types {
		c.Survival[slices.Index(arena.FactTypes, s.Type)] = s
	}
	return c
}

func TestCompare(t *testing.T) {
	p, _ := publishedAs("claude-haiku-4-5")
	poor := perfect(p)
	for i := range poor.Survival {
		poor.Survival[i].Kept = 0
	}
	c := compare(p, "gpt-5-nano", [2]totals{perfect(p), poor})
	require.Equal(t, "gpt-5-nano", c.Other)
	require.Equal(t, 47, c.All.Kept)
	require.InDelta(t, 47.0/52, c.All.Fitted, 1e-12)
	require.Zero(t, c.All.HeldOut)
	for _, row := range c.Types {
		require.True(t, row.inside(row.Fitted), row.Type)
		require.False(t, row.inside(row.HeldOut), row.Type)
	}
	require.InDelta(t, 5, c.Strategies[4].HeldOutPassed, 1e-12)
	require.InDelta(t, 28.0/36, c.Strategies[4].FittedAsked, 1e-12)
}
