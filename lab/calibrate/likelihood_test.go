package calibrate

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"
)

func TestExactly(t *testing.T) {
	require.InDelta(t, 0.9*0.2+0.1*0.8, exactly(1, []float64{0.9, 0.8}), 1e-12)
	require.Zero(t, exactly(3, []float64{0.9, 0.8}))
	require.Zero(t, exactly(-1, []float64{0.9}))
	require.Equal(t, 1.0, exactly(0, nil))
}

func TestExactlyAsBinomial(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "n")
		p := rapid.Float64Range(0.001, 0.999).Draw(t, "p")
		chances, sum := make([]float64, n), 0.0
		for i := range chances {
			chances[i] = p
		}
		for k := range n + 1 {
			have := exactly(k, chances)
			require.InDelta(t, distuv.Binomial{N: float64(n), P: p}.Prob(float64(k)), have, 1e-9)
			sum += have
		}
		require.InDelta(t, 1, sum, 1e-9)
	})
}

// TestLogLikelihood: what behaves as published is likelier than what keeps or passes more or less.
func TestLogLikelihood(t *testing.T) {
	p, _ := Model("claude-haiku-4-5")
	like := func(kept, passed func(share float64) float64) float64 {
		c := Counts{Repeats: 800, Survival: blankSurvival()}
		for _, s := range p.Survival.Types {
			for i := range c.Survival {
				if c.Survival[i].Type == s.Type {
					c.Survival[i].N = 1000 * s.N
					c.Survival[i].Legacy = int(kept(float64(s.Kept)/float64(s.N)) * float64(c.Survival[i].N))
				}
			}
		}
		for _, r := range p.Leaderboard.Strategies {
			s := StrategyCounts{Spec: r.Spec}
			for k := range 8 { // the first ones always pass
				hit := 0.0
				if k < r.Rescored {
					hit = 1
				}
				s.Passed = append(s.Passed, int(800*passed(hit)))
			}
			c.Strategies = append(c.Strategies, s)
		}
		return logLikelihood(p, c)
	}
	same := func(x float64) float64 { return x }
	best := like(same, same)
	require.False(t, math.IsInf(best, 0))
	require.Greater(t, best, like(func(float64) float64 { return 1 }, same))
	require.Greater(t, best, like(func(x float64) float64 { return 0.7 * x }, same))
	require.Greater(t, best, like(same, func(float64) float64 { return 1 }))
	require.Greater(t, best, like(same, func(float64) float64 { return 0 }))
	require.False(t, math.IsInf(like(func(float64) float64 { return 0 }, func(float64) float64 { return 0 }), 0), "one impossible count must not decide everything")
}
