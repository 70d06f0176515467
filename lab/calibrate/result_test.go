package calibrate

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLatestIsCurrent keeps the table in the docs about the simulated models that are in the program.
func TestLatestIsCurrent(t *testing.T) {
	r, err := Latest()
	require.NoError(t, err)
	require.Len(t, r.Fits, 3)
	require.Len(t, r.Comparisons, 2)
	require.NoError(t, r.Current())
	for i, p := range Models() {
		require.Equal(t, p, r.Comparisons[i].Published, "published.yaml changed: run make calibrate")
	}
}

func TestCurrentNotices(t *testing.T) {
	r := Result{Fits: []Fitted{{Model: "sim:nano?capacity=7", Parameters: "000000000000"}}}
	require.ErrorContains(t, r.Current(), "run make calibrate")
	f := Fitted{Model: "sim:nano"}
	require.NoError(t, f.identify())
	require.Len(t, f.Parameters, 12)
	require.NoError(t, Result{Fits: []Fitted{f}}.Current())
	changed := Fitted{Model: "sim:nano?capacity=7"}
	require.NoError(t, changed.identify())
	require.NotEqual(t, f.Parameters, changed.Parameters)
}

func TestCompareAndAims(t *testing.T) {
	p, _ := Model("claude-haiku-4-5")
	perfect := func() Counts {
		c := Counts{Repeats: 2, Survival: blankSurvival()}
		for _, s := range p.Survival.Types {
			for i := range c.Survival {
				if c.Survival[i].Type == s.Type {
					c.Survival[i] = SurvivalCount{s.Type, 2 * s.Kept, 2 * s.Kept, 2 * s.N}
				}
			}
		}
		for _, r := range p.Leaderboard.Strategies {
			s := StrategyCounts{Spec: r.Spec, Passed: make([]int, 8), LegacyPassed: make([]int, 8), Found: make([]int, 8)}
			for k := range r.Rescored {
				s.Passed[k] = 2
			}
			s.Found[0] = 2 * r.Found
			c.Strategies = append(c.Strategies, s)
		}
		return c
	}
	met := func(out Counts, none silence) []bool {
		c := compare(p, perfect(), out)
		c.Ranks = rankings(p, [2]Counts{perfect(), out})
		var list []bool
		for _, a := range aims(c, none) {
			list = append(list, a.Met)
		}
		return list
	}
	quiet := silence{asked: 9, unknown: 9}
	require.Equal(t, []bool{true, true, true, true, true, true}, met(perfect(), quiet))

	c := compare(p, perfect(), perfect())
	require.Equal(t, 45, c.All.Kept)
	require.Equal(t, 47, *c.All.Tolerant)
	require.InDelta(t, 45.0/52, c.All.HeldOut, 1e-12)
	require.InDelta(t, 5, c.Strategies[4].HeldOutP, 1e-12)
	require.InDelta(t, 42, c.Strategies[4].HeldOutA, 1e-12)

	poor := perfect()
	for i := range poor.Survival {
		poor.Survival[i].Kept, poor.Survival[i].Legacy = 0, 0
	}
	for i, s := range poor.Strategies { // the other way round
		for k := range s.Passed {
			s.Passed[k] = 0
			if k < i {
				s.Passed[k] = 2
			}
		}
		s.Found[0] = 2 * i
	}
	require.Equal(t, []bool{false, false, false, false, false, false}, met(poor, silence{asked: 9, right: 1, unknown: 8}))
}

func TestCalibrateUnknown(t *testing.T) {
	_, err := bench(t, 1).Calibrate(t.Context(), Options{Fit: "gpt-4", Repeats: 1, FitRepeats: 1})
	require.ErrorContains(t, err, "gpt-5-nano, claude-haiku-4-5")
}
