package stats_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/stats"
)

func TestVarianceComponentsOfABalancedDesign(t *testing.T) {
	// Scenario means 1.5 and 3.5, repeat means 1 above and below: mean squares of 8 between
	// scenarios, 4 between repeats, 1/2 between answers.
	c := stats.VarianceComponents([][][]float64{
		{{0, 1}, {3, 2}},
		{{5, 4}, {3, 2}},
	})
	require.InDelta(t, 2.5, c.Mean, 1e-12)
	require.InDelta(t, 0.5, *c.Answer, 1e-12)
	require.InDelta(t, (4-0.5)/2, *c.Repeat, 1e-12)
	require.InDelta(t, (8-4.0)/4, *c.Scenario, 1e-12)
	require.Equal(t, 2, c.Scenarios)
	require.Equal(t, 8, c.Draws)
	require.Empty(t, c.Note)
}

func TestVarianceComponentsSayWhatTheDesignCannotTell(t *testing.T) {
	for _, c := range []struct {
		name                     string
		x                        [][][]float64
		scenario, repeat, answer bool
		note                     string
	}{
		{"one answer", [][][]float64{{{1}, {2}}, {{5}, {7}}}, true, true, false, "repeat holds both"},
		{"one repeat", [][][]float64{{{1, 2}}, {{5, 7}}}, true, false, true, "scenario holds repeat too"},
		{"one of each", [][][]float64{{{1}}, {{5}}}, true, false, false, "scenario holds all three"},
		{"one scenario", [][][]float64{{{1, 2}, {5, 4}}}, false, true, true, "nothing between scenarios"},
		{"a negative estimate", [][][]float64{{{1, 9}, {9, 1}}, {{20, 28}, {28, 20}}}, true, true, true, "repeat estimated below zero"},
		{"nothing", [][][]float64{{{}}, nil}, false, false, false, "nothing to count"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := stats.VarianceComponents(c.x)
			require.Equal(t, c.scenario, got.Scenario != nil)
			require.Equal(t, c.repeat, got.Repeat != nil)
			require.Equal(t, c.answer, got.Answer != nil)
			require.Contains(t, got.Note, c.note)
			for _, v := range []*float64{got.Scenario, got.Repeat, got.Answer} {
				require.True(t, v == nil || *v >= 0)
			}
		})
	}
	// One repeat and one answer: the variance of the scenarios themselves.
	require.InDelta(t, 8.0, *stats.VarianceComponents([][][]float64{{{1}}, {{5}}}).Scenario, 1e-12)
	// One answer: the repeats' own variance, (0.5 + 2)/2.
	require.InDelta(t, 1.25, *stats.VarianceComponents([][][]float64{{{1}, {2}}, {{5}, {7}}}).Repeat, 1e-12)
}

// A large design with unequal numbers gives back the variances it was made with.
func TestVarianceComponentsOfUnequalNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var x [][][]float64
	for range 4000 {
		scenario := 2 * r.NormFloat64()
		repeats := make([][]float64, 1+r.IntN(4))
		for i := range repeats {
			repeat := r.NormFloat64()
			for range 1 + r.IntN(3) {
				repeats[i] = append(repeats[i], scenario+repeat+0.5*r.NormFloat64())
			}
		}
		x = append(x, repeats)
	}
	c := stats.VarianceComponents(x)
	require.InDelta(t, 4.0, *c.Scenario, 0.35)
	require.InDelta(t, 1.0, *c.Repeat, 0.08)
	require.InDelta(t, 0.25, *c.Answer, 0.02)
}

func TestVarianceComponentsIgnoreOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.Float64Range(0, 1)
		answers := rapid.SliceOfN(value, 1, 3)
		x := rapid.SliceOfN(rapid.SliceOfN(answers, 1, 4), 2, 5).Draw(t, "x")
		one := stats.VarianceComponents(x)
		y := rapid.Permutation(x).Draw(t, "scenarios")
		for i := range y {
			y[i] = rapid.Permutation(y[i]).Draw(t, "repeats")
		}
		other := stats.VarianceComponents(y)
		require.InDelta(t, one.Mean, other.Mean, 1e-12)
		for i, v := range []*float64{one.Scenario, one.Repeat, one.Answer} {
			w := []*float64{other.Scenario, other.Repeat, other.Answer}[i]
			require.Equal(t, v == nil, w == nil)
			if v != nil {
				require.InDelta(t, *v, *w, 1e-12)
			}
		}
	})
}
