package pareto

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"
)

func TestLogitShare(t *testing.T) {
	tests := []struct {
		name            string
		kept, asked     float64
		value, variance float64
	}{
		{"nothing asked", 0, 0, 0, 1},
		{"half", 8, 16, 0, 0.2},
		{"none of 12", 0, 12, math.Log(2. / 14), 1 / (16 * 0.125 * 0.875)},
		{"all of 12", 12, 12, math.Log(14. / 2), 1 / (16 * 0.125 * 0.875)},
		{"an average over repeats", 2.5, 5, 0, 4. / 9},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			value, variance := LogitShare(c.kept, c.asked)
			require.InDelta(t, c.value, value, 1e-12)
			require.InDelta(t, c.variance, variance, 1e-12)
		})
	}
}

func TestPredictionUnits(t *testing.T) {
	p := Prediction{Mean: 1, SD: 0.5, Scale: Logit}
	require.InDelta(t, 1/(1+math.Exp(-1)), p.Median(), 1e-12)
	require.InDelta(t, math.Exp(1), Prediction{Mean: 1, Scale: Log}.Median(), 1e-12)
	require.Equal(t, 1.0, Prediction{Mean: 1}.Median())
}

// What is expected above and below a threshold is what integrating over the normal gives.
func TestExpectedExcess(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := Prediction{
			Mean:  rapid.Float64Range(-3, 3).Draw(t, "mean"),
			SD:    rapid.Float64Range(0.01, 2).Draw(t, "sd"),
			Scale: rapid.SampledFrom([]Scale{Linear, Log, Logit}).Draw(t, "scale"),
		}
		threshold := rapid.Float64Range(-0.5, 1.5).Draw(t, "threshold")
		expect := func(side float64) float64 {
			// A sum over small steps: no rule of higher order, which the kink would mislead.
			const step = 0.005
			var sum float64
			for z := -9.0; z < 9; z += step {
				sum += max(0, side*(p.Scale.unit(p.Mean+p.SD*z)-threshold)) * distuv.UnitNormal.Prob(z) * step
			}
			return sum
		}
		require.InDelta(t, expect(1), p.above(threshold), 1e-4)
		require.InDelta(t, expect(-1), p.below(threshold), 1e-4)
		// Both together are the mean's distance from the threshold.
		require.InDelta(t, p.above(threshold)-p.below(threshold), p.above(-100)-100-threshold, 1e-8)
		known := Prediction{Mean: p.Mean, Scale: p.Scale}
		sharp := Prediction{Mean: p.Mean, SD: 1e-9, Scale: p.Scale}
		require.InDelta(t, known.above(threshold), sharp.above(threshold), 1e-6)
		require.InDelta(t, known.below(threshold), sharp.below(threshold), 1e-6)
	})
}
