package pareto

import (
	"math"
	"math/rand/v2"
	"slices"
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
	uneven := func(i int) float64 { return 0.05 + 0.01*float64(i%7) }
	for _, c := range []struct {
		name, form string
		variance   func(int) float64
		options    SurfaceOptions
	}{
		{"dense", "dense", uneven, SurfaceOptions{}},
		{"dense without a sample", "dense", uneven, SurfaceOptions{Sample: 720}},
		{"kronecker", "kronecker", func(int) float64 { return 0.08 }, SurfaceOptions{}},
	} {
		observations := noisy(points, 1, c.variance)
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				s, err := FitSurface(over, observations, c.options)
				require.NoError(b, err)
				require.Equal(b, c.form, s.Form)
				b.ReportMetric(s.Evidence, "evidence")
			}
		})
	}
	s, err := FitSurface(over, noisy(points, 1, uneven), SurfaceOptions{Sample: 100})
	require.NoError(b, err)
	b.Run("effects", func(b *testing.B) {
		for b.Loop() {
			_, err := s.MainEffects(points)
			require.NoError(b, err)
			_, err = s.Interactions(points)
			require.NoError(b, err)
		}
	})
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
	s, err := FitSurface(over, observations, SurfaceOptions{Sample: 150, Seed: 7})
	require.NoError(t, err)
	require.Equal(t, "dense", s.Form)
	require.Equal(t, "the noise variance differs between observations (0.02 to 0.1); parameters fitted on 150 of 240 observations, then refined on all", s.Why)
	predicted, err := s.Predict(points)
	require.NoError(t, err)
	var inside int
	var square float64
	for i, p := range predicted {
		low, high := p.Interval(0.1).Low, p.Interval(0.1).High
		if v := hills(points[i]); low <= v && v <= high {
			inside++
		}
		square += (p.Mean - hills(points[i])) * (p.Mean - hills(points[i])) / float64(len(points))
	}
	require.Less(t, math.Sqrt(square), 0.15, "the noise's standard deviation is 0.14 to 0.32, the surface's 0.99")
	t.Logf("error %.3f, coverage %.3f", math.Sqrt(square), float64(inside)/float64(len(points)))
	require.InDelta(t, 0.9, float64(inside)/float64(len(points)), 0.08)

	again, err := FitSurface(over, observations, SurfaceOptions{Sample: 150, Seed: 7})
	require.NoError(t, err)
	require.Equal(t, s.Parameters, again.Parameters, "the same seed gives the same fit")
}

// The two forms are the same model: on a grid they come to the same fit.
func TestSurfaceFormsAgree(t *testing.T) {
	over := declared(t, append(seedDimensions()[:4], space.Dimension{Name: "x", Kind: space.Real, Levels: []string{"0", "0.5", "1"}, Values: []float64{0, 0.5, 1}})...)
	points := slices.DeleteFunc(full(over), func(x []int) bool { return x[3]+x[4] > 0 })
	observations := noisy(points, 5, func(int) float64 { return 0.05 })
	fast, err := FitSurface(over, observations, SurfaceOptions{})
	require.NoError(t, err)
	require.Equal(t, "kronecker", fast.Form)
	observations[0].Variance *= 1.0001
	slow, err := FitSurface(over, observations, SurfaceOptions{})
	require.NoError(t, err)
	require.Equal(t, "dense", slow.Form)
	require.InDelta(t, slow.Evidence, fast.Evidence, 0.01)
	a, err := fast.Predict(points)
	require.NoError(t, err)
	b, err := slow.Predict(points)
	require.NoError(t, err)
	for i := range a {
		require.InDelta(t, b[i].Mean, a[i].Mean, 0.01)
		require.InDelta(t, b[i].SD, a[i].SD, 0.01)
	}
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
	s, err := FitSurface(over, observations, SurfaceOptions{})
	require.NoError(t, err)
	value := map[string]float64{}
	for _, p := range s.Parameters {
		value[p.Dimension+" "+p.Name] = p.Value
	}
	require.Less(t, value["trigger length"], 2.0)
	require.Greater(t, value["window length"], 5.0)
	require.Greater(t, value["submodel length"], 5.0)
	require.Less(t, value["strategy distance"], 0.05)

	for i := range observations {
		observations[i].Value = 0.5
	}
	s, err = FitSurface(over, observations, SurfaceOptions{})
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
	}, SurfaceOptions{})
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
	_, err = FitSurface(over, nil, SurfaceOptions{})
	require.ErrorContains(t, err, "a surface needs 3 observations or more, not 0")

	_, err = FitSurface(over, nil, SurfaceOptions{Sample: -1})
	require.ErrorContains(t, err, "a sample of -1 observations: want 3 or more")
	huge := []Observation{{At: []int{0, 1}, Value: 1e300}, {At: []int{0, 2}}, {At: []int{1, space.Inactive}}}
	_, err = FitSurface(over, huge, SurfaceOptions{})
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
