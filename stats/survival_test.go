package stats_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/internal/golden"
	"contextarena.internal/stats"
)

// survivalCase is a case of kaplan_meier.json.
type survivalCase struct {
	Name  string
	Input struct {
		Groups []struct{ Time, Event []float64 }
	}
	Expected struct {
		Groups []struct {
			Table []struct {
				Time             float64
				AtRisk           int `json:"at_risk"`
				Events, Censored int
				Survival         float64
				Variance         *float64  `json:"greenwood_variance"`
				Interval         []float64 `json:"ci95_log_log"`
			}
			HalfLife *float64 `json:"median_first_time_le_half"`
		}
	}
}

// lives are the groups of a case.
func (c survivalCase) lives() [][]stats.Life {
	var out [][]stats.Life
	for _, g := range c.Input.Groups {
		var lives []stats.Life
		for i, t := range g.Time {
			lives = append(lives, stats.Life{Time: t, Lost: g.Event[i] == 1})
		}
		out = append(out, lives)
	}
	return out
}

func sameTime(t *testing.T, want, have *float64) {
	t.Helper()
	require.Equal(t, want == nil, have == nil)
	if want != nil {
		require.InDelta(t, *want, *have, 1e-9)
	}
}

func TestGoldenKaplanMeier(t *testing.T) {
	for _, c := range golden.Cases[survivalCase](t, "kaplan_meier.json") {
		t.Run(c.Name, func(t *testing.T) {
			for i, lives := range c.lives() {
				want, have := c.Expected.Groups[i], stats.KaplanMeier(lives, 0.05)
				require.Len(t, have, len(want.Table))
				for j, row := range want.Table {
					s := have[j]
					require.Equal(t, []any{row.Time, row.AtRisk, row.Events, row.Censored}, []any{s.Time, s.AtRisk, s.Lost, s.Censored})
					require.InDelta(t, row.Survival, s.Survival, 1e-9)
					if row.Variance == nil {
						require.True(t, math.IsNaN(s.Variance))
					} else {
						require.InDelta(t, *row.Variance, s.Variance, 1e-9)
					}
					if row.Interval == nil {
						require.Nil(t, s.Interval)
					} else {
						require.InDeltaSlice(t, row.Interval, []float64{s.Interval.Low, s.Interval.High}, 1e-9)
					}
				}
				sameTime(t, want.HalfLife, have.HalfLife())
			}
		})
	}
}

func TestDelayedEntry(t *testing.T) {
	have := stats.KaplanMeier([]stats.Life{
		{Entry: 0, Time: 1, Lost: true},
		{Entry: 0, Time: 3},
		{Entry: 1, Time: 2, Lost: true}, // enters after time 1: not at risk at it
		{Entry: 2, Time: 3, Lost: true},
		{Entry: 3, Time: 3, Lost: true}, // never at risk
	}, 0.05)
	var atRisk []int
	var survival []float64
	for _, s := range have {
		atRisk, survival = append(atRisk, s.AtRisk), append(survival, s.Survival)
	}
	require.Equal(t, []int{2, 2, 2}, atRisk)
	require.InDeltaSlice(t, []float64{0.5, 0.25, 0.125}, survival, 1e-12)
	require.InDelta(t, 1, have.At(0.9), 0)
	require.InDelta(t, 0.5, have.At(1), 0)
	require.InDelta(t, 0.5, have.At(1.9), 0)
	require.InDelta(t, 0.125, have.At(99), 1e-12)
	require.InDelta(t, 1, stats.KaplanMeier(nil, 0.05).At(5), 0)
	require.Nil(t, stats.KaplanMeier(nil, 0.05).HalfLife())
}

// A loss that is seen at the very start is an event at time 0 for who entered before it.
func TestLossAtTimeZero(t *testing.T) {
	have := stats.KaplanMeier([]stats.Life{{Entry: -1, Time: 0, Lost: true}, {Entry: -1, Time: 4}}, 0.05)
	require.InDelta(t, 0.5, have.At(0), 0)
	require.InDelta(t, 0, *have.HalfLife(), 0)
}

// someLives draws lives, in whole times so that ties are common.
func someLives(censored, delayed bool) *rapid.Generator[[]stats.Life] {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) stats.Life {
		l := stats.Life{Time: float64(rapid.IntRange(1, 8).Draw(t, "time")), Lost: true}
		if censored {
			l.Lost = rapid.Bool().Draw(t, "lost")
		}
		if delayed {
			l.Entry = float64(rapid.IntRange(0, 8).Draw(t, "entry"))
		}
		return l
	}), 1, 40)
}

func TestSurvivalWithoutCensoringIsTheShareLeft(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lives := someLives(false, false).Draw(t, "lives")
		for _, s := range stats.KaplanMeier(lives, 0.05) {
			left := 0
			for _, l := range lives {
				if l.Time > s.Time {
					left++
				}
			}
			require.InDelta(t, float64(left)/float64(len(lives)), s.Survival, 1e-12)
			if left > 0 {
				p := s.Survival
				require.InDelta(t, p*(1-p)/float64(len(lives)), s.Variance, 1e-12, "Greenwood is the binomial variance")
			}
		}
	})
}

func TestSurvivalFallsWithinItsInterval(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lives := someLives(true, true).Draw(t, "lives")
		before := 1.0
		for _, s := range stats.KaplanMeier(lives, 0.05) {
			require.LessOrEqual(t, s.Survival, before)
			require.GreaterOrEqual(t, s.Survival, 0.0)
			if s.Interval != nil {
				require.LessOrEqual(t, s.Interval.Low, s.Survival)
				require.GreaterOrEqual(t, s.Interval.High, s.Survival)
			}
			before = s.Survival
		}
		shuffled := rapid.Permutation(lives).Draw(t, "shuffled")
		var a, b []any
		for _, s := range stats.KaplanMeier(lives, 0.05) {
			a = append(a, s.Time, s.AtRisk, s.Lost, s.Censored, s.Survival)
		}
		for _, s := range stats.KaplanMeier(shuffled, 0.05) {
			b = append(b, s.Time, s.AtRisk, s.Lost, s.Censored, s.Survival)
		}
		require.Equal(t, a, b)
	})
}

// More lives of the same kind move no estimate and narrow the interval.
func TestSurvivalIntervalShrinks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lives := someLives(true, false).Draw(t, "lives")
		once, twice := stats.KaplanMeier(lives, 0.05), stats.KaplanMeier(append(lives, lives...), 0.05)
		require.Len(t, twice, len(once))
		for i, s := range once {
			require.InDelta(t, s.Survival, twice[i].Survival, 1e-12)
			if s.Interval != nil {
				require.Less(t, twice[i].Interval.High-twice[i].Interval.Low, s.Interval.High-s.Interval.Low)
			}
		}
	})
}

// An entry that excludes nobody changes nothing.
func TestEntryBeforeEverything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lives := someLives(true, false).Draw(t, "lives")
		early := make([]stats.Life, len(lives))
		for i, l := range lives {
			l.Entry = -float64(rapid.IntRange(0, 3).Draw(t, "entry"))
			early[i] = l
		}
		for i, s := range stats.KaplanMeier(early, 0.05) {
			want := stats.KaplanMeier(lives, 0.05)[i]
			require.Equal(t, []any{want.AtRisk, want.Survival}, []any{s.AtRisk, s.Survival})
		}
	})
}
