package stats_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/stats"
)

// experiment draws scenario × trial × life.
func experiment(scenarios, trials, facts int) *rapid.Generator[[][][]stats.Life] {
	lives := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) stats.Life {
		return stats.Life{Time: float64(rapid.IntRange(1, 5).Draw(t, "time")), Lost: rapid.Bool().Draw(t, "lost")}
	}), facts, facts)
	return rapid.SliceOfN(rapid.SliceOfN(lives, trials, trials), scenarios, scenarios)
}

func pooled(lives [][][]stats.Life) []stats.Life {
	var out []stats.Life
	for _, trials := range lives {
		for _, trial := range trials {
			out = append(out, trial...)
		}
	}
	return out
}

func TestBandHoldsTheCurve(t *testing.T) {
	times := []float64{0.5, 1, 2, 3, 4, 5, 9}
	inside, all := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		lives := experiment(6, 3, 8).Draw(t, "lives")
		draws := stats.DrawTrials([]int{3, 3, 3, 3, 3, 3}, 200, 1)
		band, note := draws.Band(lives, times, 0.05)
		require.Len(t, band, len(times))
		require.Equal(t, "too narrow with 6 scenarios", note)
		curve := stats.KaplanMeier(pooled(lives), 0.05)
		require.Equal(t, stats.Interval{Low: 1, High: 1}, band[0], "before any loss")
		for k, at := range times {
			all++
			if s := curve.At(at); band[k].Low <= s+1e-12 && s-1e-12 <= band[k].High {
				inside++
			}
		}
		// The order of a trial's lives is immaterial.
		lives[0][0] = rapid.Permutation(lives[0][0]).Draw(t, "shuffled")
		again, _ := stats.DrawTrials([]int{3, 3, 3, 3, 3, 3}, 200, 1).Band(lives, times, 0.05)
		require.Equal(t, band, again)
	})
	require.Greater(t, float64(inside)/float64(all), 0.97)
}

func TestBandIsWiderThanGreenwoodWhereFactsDieTogether(t *testing.T) {
	var lives [][][]stats.Life
	for s := range 8 {
		trial := make([]stats.Life, 8)
		for i := range trial {
			trial[i] = stats.Life{Time: 1, Lost: s%2 == 0} // one cut reply loses all of them
			if s%2 == 1 {
				trial[i].Time = 2
			}
		}
		lives = append(lives, [][]stats.Life{trial})
	}
	band, note := stats.DrawTrials([]int{1, 1, 1, 1, 1, 1, 1, 1}, 2000, 1).Band(lives, []float64{1}, 0.05)
	greenwood := stats.KaplanMeier(pooled(lives), 0.05)[0].Interval
	require.Greater(t, band[0].High-band[0].Low, 2*(greenwood.High-greenwood.Low))
	require.Equal(t, "too narrow with 8 scenarios", note)
	require.InDelta(t, 0.125, band[0].Low, 0.13)
	require.InDelta(t, 0.875, band[0].High, 0.13)
}

func TestBandSaysWhyNot(t *testing.T) {
	life := []stats.Life{{Time: 1, Lost: true}}
	for _, c := range []struct {
		name  string
		lives [][][]stats.Life
		want  string
	}{
		{"nothing", nil, "nothing was at risk"},
		{"no lives", [][][]stats.Life{{{}}, {{}}, {{}}}, "nothing was at risk"},
		{"two scenarios", [][][]stats.Life{{life}, {life}, {{}}}, "not estimable across scenarios (fewer than 3)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			band, note := stats.DrawTrials([]int{1, 1, 1}, 10, 1).Band(c.lives, []float64{1}, 0.05)
			require.Nil(t, band)
			require.Equal(t, c.want, note)
		})
	}
}

// TestBandLeavesOutDrawsOfNobody: three of twelve scenarios have lives, so about one draw in
// thirty has none of them.
func TestBandLeavesOutDrawsOfNobody(t *testing.T) {
	lives := make([][][]stats.Life, 12)
	trials := make([]int, 12)
	for s := range lives {
		lives[s], trials[s] = [][]stats.Life{nil}, 1
	}
	for s := range 3 {
		lives[s] = [][]stats.Life{{{Time: 1, Lost: true}}}
	}
	band, note := stats.DrawTrials(trials, 2000, 1).Band(lives, []float64{1}, 0.05)
	require.Equal(t, []stats.Interval{{}}, band, "all are lost in every draw that has any")
	require.Equal(t, "too narrow with 3 scenarios", note)
}

// BenchmarkBand follows up to 100,000 facts through 10,000 resamples.
func BenchmarkBand(b *testing.B) {
	for _, c := range []struct {
		name                     string
		scenarios, trials, facts int
	}{{"8x5x10", 8, 5, 10}, {"8x50x250", 8, 50, 250}} {
		b.Run(c.name, func(b *testing.B) {
			lives := make([][][]stats.Life, c.scenarios)
			n := 0
			for s := range lives {
				for range c.trials {
					trial := make([]stats.Life, c.facts)
					for i := range trial {
						n++
						trial[i] = stats.Life{Time: float64(1 + n%20), Lost: n%3 == 0}
					}
					lives[s] = append(lives[s], trial)
				}
			}
			times := make([]float64, 20)
			for i := range times {
				times[i] = float64(i + 1)
			}
			trials := make([]int, c.scenarios)
			for s := range trials {
				trials[s] = c.trials
			}
			for b.Loop() {
				stats.DrawTrials(trials, 10_000, 1).Band(lives, times, 0.05)
			}
		})
	}
}

func BenchmarkKaplanMeier(b *testing.B) {
	lives := make([]stats.Life, 100_000)
	for i := range lives {
		lives[i] = stats.Life{Time: float64(1 + i%20), Lost: i%3 == 0}
	}
	for b.Loop() {
		stats.KaplanMeier(lives, 0.05)
	}
}
