package pareto_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/pareto"
)

var costAndKept = []pareto.Objective{{Name: "cost"}, {Name: "kept", Maximize: true}}

// meansOf are the means of columns cost and kept over trials, counted in a third.
func meansOf(sums []float64) []float64 { return []float64{sums[0] / sums[2], sums[1] / sums[2]} }

// measured is what points' trials add up: point × scenario × repeat × column.
type measured [][][][]float64

func (m measured) sample() pareto.Sample {
	return pareto.Sample{
		Objectives: costAndKept, Measure: meansOf, Points: len(m), Scenarios: len(m[0]), Repeats: len(m[0][0]),
		Trial: func(point, scenario, repeat int) []float64 { return m[point][scenario][repeat] },
	}
}

// noisy measures points with known cost and kept. A scenario is harder or easier for all points, a
// little more so for some, and repeats scatter about that.
func noisy(r *rand.Rand, truth [][]float64, scenarios, repeats int, sd float64) measured {
	s := make(measured, len(truth))
	for i := range s {
		s[i] = make([][][]float64, scenarios)
	}
	for j := range scenarios {
		hard := 0.1 * r.NormFloat64()
		for i, p := range truth {
			own := sd * r.NormFloat64()
			for range repeats {
				s[i][j] = append(s[i][j], []float64{p[0], p[1] + hard + own + sd*r.NormFloat64(), 1})
			}
		}
	}
	return s
}

// scattered are points of which many are near the front.
func scattered(r *rand.Rand, n int) [][]float64 {
	truth := make([][]float64, n)
	for i := range truth {
		cost := r.Float64()
		truth[i] = []float64{cost, 0.9 * cost * (0.4 + 0.6*r.Float64())}
	}
	return truth
}

func TestBootstrapTellsHowSureAFrontIs(t *testing.T) {
	s := noisy(rand.New(rand.NewPCG(2, 0)), [][]float64{{0.1, 0.3}, {0.5, 0.2}, {0.8, 0.800}, {0.7, 0.801}}, 24, 2, 0)
	// The third is better than the fourth in half of the scenarios, if a little worse on average.
	for j, repeats := range s[2] {
		for _, row := range repeats {
			row[1] += 0.1 - 0.2*float64(j%2)
		}
	}
	u := s.sample().Bootstrap(500, 7, 0.05)
	require.Equal(t, 1.0, u.OnFront[0])
	require.Equal(t, 0.0, u.OnFront[1])
	require.Equal(t, 1.0, u.OnFront[3], "the cheaper one can't be dominated by the other")
	require.Equal(t, []int{0, 3}, u.Front)
	require.Equal(t, []int{2}, u.Maybe)
	require.InDelta(t, 0.48, u.OnFront[2], 0.1)
	require.Empty(t, u.Note)

	again := s.sample().Bootstrap(500, 7, 0.05)
	require.Equal(t, u, again)

	// Another order of the points changes nothing but their order.
	s = pick(s, []int{3, 1, 0, 2})
	moved := s.sample().Bootstrap(500, 7, 0.05)
	require.Equal(t, pick(u.OnFront, []int{3, 1, 0, 2}), moved.OnFront)
}

func TestBootstrapSaysWhatLimitsIt(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 0))
	truth := [][]float64{{0.1, 0.3}, {0.5, 0.9}}
	few := noisy(r, truth, 2, 3, 0.1).sample().Bootstrap(50, 1, 0.05)
	require.Equal(t, "not estimable across scenarios (fewer than 3)", few.Note)
	require.Nil(t, few.OnFront)

	eight := noisy(r, truth, 8, 3, 0.1).sample().Bootstrap(50, 1, 0.05)
	require.Empty(t, eight.Note)
	for i, share := range eight.OnFront {
		require.LessOrEqual(t, eight.Low[i], eight.High[i])
		require.True(t, share >= 0 && eight.Low[i] >= 0 && eight.High[i] <= 1)
	}
	many := noisy(r, truth, 32, 1, 0.1).sample().Bootstrap(50, 1, 0.05)
	require.Nil(t, many.Low)
}

func BenchmarkBootstrap(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 0))
	s := noisy(r, scattered(r, 720), 8, 2, 0.1).sample()
	b.Run("720 points, 8 scenarios, 2 repeats, 1,000 resamples", func(b *testing.B) {
		for b.Loop() {
			s.Bootstrap(1000, 1, 0.05)
		}
	})
}
