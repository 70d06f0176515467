package pareto

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/space"
)

// seedSpace is the sweep's space, without its conditions.
func seedSpace(t require.TestingT) *space.Space { return declared(t, seedDimensions()...) }

func seedDimensions() []space.Dimension {
	return []space.Dimension{
		space.Steps("trigger", "", 4, 6, 8, 12, 16),
		{Name: "window", Kind: space.Ordinal, Levels: []string{"2", "4", "6", "8"}},
		space.Choice("strategy", "window", "summarize", "structured", "rlm-1q", "rlm-5q", "hybrid"),
		space.Steps("depth", "", 1, 2),
		{Name: "submodel", Kind: space.Ordinal, Levels: []string{"nano", "mini", "standard"}},
	}
}

func declared(t require.TestingT, dims ...space.Dimension) *space.Space {
	s, err := space.New(dims...)
	require.NoError(t, err)
	return s
}

// full goes through every point of a space.
func full(over *space.Space) [][]int {
	var points [][]int
	for n := range space.Number(over.Size()) {
		points = append(points, over.Levels(n))
	}
	return points
}

// hills is a smooth surface over seedSpace with one interaction, of depth with strategy.
func hills(x []int) float64 {
	v := 0.8*math.Sin(float64(x[0])) - 0.3*float64(x[1]) + []float64{-1, 0, 0.2, 0.5, 0.9, 1}[x[2]] + 0.2*float64(x[4])
	if x[2] == 4 {
		v += 0.8 * (float64(x[3]) - 0.5)
	}
	return v
}

func noisy(points [][]int, seed uint64, variance func(i int) float64) []Observation {
	r := rand.New(rand.NewPCG(seed, 1))
	var out []Observation
	for i, x := range points {
		v := variance(i)
		out = append(out, Observation{At: x, Value: hills(x) + math.Sqrt(v)*r.NormFloat64(), Variance: v})
	}
	return out
}

func BenchmarkSurface(b *testing.B) {
	over := seedSpace(b)
	points := full(over)
	require.Len(b, points, 720)
	observations := noisy(points, 1, func(i int) float64 { return 0.05 + 0.01*float64(i%7) })
	b.Run("fit", func(b *testing.B) {
		for b.Loop() {
			_, err := FitSurface(over, observations, Linear, 0)
			require.NoError(b, err)
		}
	})
	s, err := FitSurface(over, observations, Linear, 0)
	require.NoError(b, err)
	b.Run("batch of 10", func(b *testing.B) {
		costs := make([]Prediction, len(points))
		for i := range costs {
			costs[i] = Prediction{Mean: float64(i%50) / 10, SD: 0.1, Scale: Log}
		}
		for b.Loop() {
			_, err := s.Propose(points, costs, []CostRetention{{1, 0.2}, {2, 0.3}, {5, 0.4}, {20, 0.5}}, CostRetention{Cost: 150}, 10)
			require.NoError(b, err)
		}
	})
}

func TestSurfaceFindsTheTruth(t *testing.T) {
	over := seedSpace(t)
	points := full(over)
	// A third of the points measured, each with its own noise; all predicted.
	var measured [][]int
	for _, i := range rand.New(rand.NewPCG(9, 0)).Perm(len(points))[:240] {
		measured = append(measured, points[i])
	}
	observations := noisy(measured, 4, func(i int) float64 { return 0.02 + 0.02*float64(i%5) })
	s, err := FitSurface(over, observations, Linear, 7)
	require.NoError(t, err)
	predicted, err := s.Predict(points)
	require.NoError(t, err)
	var inside int
	var square float64
	for i, p := range predicted {
		if math.Abs(p.Mean-hills(points[i])) <= 1.6448536*p.SD { // 90 % of a normal
			inside++
		}
		square += (p.Mean - hills(points[i])) * (p.Mean - hills(points[i])) / float64(len(points))
	}
	require.Less(t, math.Sqrt(square), 0.15, "the noise's standard deviation is 0.14 to 0.32, the surface's 0.99")
	t.Logf("error %.3f, coverage %.3f", math.Sqrt(square), float64(inside)/float64(len(points)))
	require.InDelta(t, 0.9, float64(inside)/float64(len(points)), 0.08)

	again, err := FitSurface(over, observations, Linear, 7)
	require.NoError(t, err)
	require.Equal(t, s.post.p, again.post.p, "the same seed gives the same fit")
}

// A setting that does nothing gets a long length scale or a short distance, and equal values a flat
// surface.
func TestSurfaceParameters(t *testing.T) {
	over := seedSpace(t)
	points := full(over)
	observations := noisy(points, 2, func(int) float64 { return 0.02 })
	for i, x := range points {
		observations[i].Value -= hills(x) - 2*math.Sin(float64(x[0]))
	}
	s, err := FitSurface(over, observations, Linear, 0)
	require.NoError(t, err)
	// The variance, the length of the trigger, the window, the distance of strategies, …: the order of the space.
	require.Less(t, s.post.p[1], 2.0, "the trigger matters")
	require.Greater(t, s.post.p[2], 5.0, "the window doesn't")
	require.Less(t, s.post.p[3], 0.05, "nor does the strategy")
	require.Greater(t, s.post.p[5], 5.0, "nor the sub-model")

	for i := range observations {
		observations[i].Value = 0.5
	}
	s, err = FitSurface(over, observations, Linear, 0)
	require.NoError(t, err)
	p, err := s.Predict(points[:1])
	require.NoError(t, err)
	require.InDelta(t, 0.5, p[0].Mean, 1e-6)
}

func TestSurfaceRefuses(t *testing.T) {
	depth := space.Steps("depth", "", 1, 2, 3, 4)
	depth.When = space.Condition{"kind": {"a"}}
	over := declared(t, space.Choice("kind", "a", "b"), depth)
	_, err := FitSurface(over, []Observation{
		{At: []int{2, space.Inactive}, Value: 1},
		{At: []int{0, space.Inactive}, Value: 1},
		{At: []int{0, 4}, Value: math.NaN()},
		{At: []int{0}, Value: 1, Variance: -1},
		{At: []int{1, space.Inactive}, Value: 1},
	}, Linear, 0)
	for _, want := range []string{
		`observation 0: kind has levels 0 to 1, not 2`,
		`observation 1: depth has levels 0 to 3, not -1`,
		`observation 2: depth has levels 0 to 3, not 4`,
		`observation 2: value NaN with variance 0`,
		`observation 3: 1 levels in a space of 2 dimensions`,
		`observation 3: value 1 with variance -1`,
	} {
		require.ErrorContains(t, err, want)
	}
	require.NotContains(t, err.Error(), "observation 4")
	_, err = FitSurface(over, nil, Linear, 0)
	require.ErrorContains(t, err, "a surface needs 3 observations or more, not 0")

	huge := []Observation{{At: []int{0, 1}, Value: 1e300}, {At: []int{0, 2}}, {At: []int{1, space.Inactive}}}
	_, err = FitSurface(over, huge, Linear, 0)
	require.ErrorContains(t, err, "fit a surface to 3 observations: ")
}

func TestPlace(t *testing.T) {
	depth := space.Steps("depth", "", 1, 2, 3)
	depth.When = space.Condition{"kind": {"a"}}
	over := declared(t, space.Steps("ratio", "", 4, 8, 16), space.Choice("kind", "a", "b", "c"), depth)
	x, err := place(over, []int{1, 2, space.Inactive})
	require.NoError(t, err)
	require.InDeltaSlice(t, []float64{0.5, 2}, x[:2], 1e-12)
	require.True(t, math.IsNaN(x[2]))
}
