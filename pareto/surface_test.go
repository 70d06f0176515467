package pareto

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// seedSpace is the sweep's space, without its conditions.
func seedSpace() []Dimension {
	return []Dimension{
		{Name: "trigger", Kind: Ordinal, Levels: []string{"4", "6", "8", "12", "16"}, At: []float64{4, 6, 8, 12, 16}, Log: true},
		{Name: "window", Kind: Ordinal, Levels: []string{"2", "4", "6", "8"}},
		{Name: "strategy", Kind: Categorical, Levels: []string{"window", "summarize", "structured", "rlm-1q", "rlm-5q", "hybrid"}},
		{Name: "depth", Kind: Integer, Low: 1, High: 2},
		{Name: "submodel", Kind: Ordinal, Levels: []string{"nano", "mini", "standard"}},
	}
}

// full goes through every point of a space of levels and small integer ranges.
func full(space []Dimension) [][]float64 {
	points := [][]float64{nil}
	for _, d := range space {
		low, high := 0., float64(len(d.Levels)-1)
		if d.Kind == Integer {
			low, high = d.Low, d.High
		}
		var next [][]float64
		for _, p := range points {
			for v := low; v <= high; v++ {
				next = append(next, append(append([]float64(nil), p...), v))
			}
		}
		points = next
	}
	return points
}

// hills is a smooth surface over seedSpace with one interaction, of depth with strategy.
func hills(x []float64) float64 {
	v := 0.8*math.Sin(x[0]) - 0.3*x[1] + []float64{-1, 0, 0.2, 0.5, 0.9, 1}[int(x[2])] + 0.2*x[4]
	if x[2] == 4 {
		v += 0.8 * (x[3] - 1.5)
	}
	return v
}

func noisy(points [][]float64, seed uint64, variance func(i int) float64) []Observation {
	r := rand.New(rand.NewPCG(seed, 1))
	var out []Observation
	for i, x := range points {
		v := variance(i)
		out = append(out, Observation{At: x, Value: hills(x) + math.Sqrt(v)*r.NormFloat64(), Variance: v})
	}
	return out
}

func BenchmarkSurface(b *testing.B) {
	space := seedSpace()
	points := full(space)
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
				s, err := FitSurface(space, observations, c.options)
				require.NoError(b, err)
				require.Equal(b, c.form, s.Form)
				b.ReportMetric(s.Evidence, "evidence")
			}
		})
	}
	s, err := FitSurface(space, noisy(points, 1, uneven), SurfaceOptions{Sample: 100})
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
	space := seedSpace()
	points := full(space)
	// A third of the points measured, each with its own noise; all predicted.
	var measured [][]float64
	for _, i := range rand.New(rand.NewPCG(9, 0)).Perm(len(points))[:240] {
		measured = append(measured, points[i])
	}
	observations := noisy(measured, 4, func(i int) float64 { return 0.02 + 0.02*float64(i%5) })
	s, err := FitSurface(space, observations, SurfaceOptions{Sample: 150, Seed: 7})
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

	again, err := FitSurface(space, observations, SurfaceOptions{Sample: 150, Seed: 7})
	require.NoError(t, err)
	require.Equal(t, s.Parameters, again.Parameters, "the same seed gives the same fit")
}

// The two forms are the same model: on a grid they come to the same fit.
func TestSurfaceFormsAgree(t *testing.T) {
	space := seedSpace()[:3]
	points := full(space)
	for i := range points {
		points[i] = append(points[i], 1, 0)
	}
	space = append(space, Dimension{Name: "depth", Kind: Integer, Low: 1, High: 2}, Dimension{Name: "x", Kind: Real, High: 1})
	observations := noisy(points, 5, func(int) float64 { return 0.05 })
	fast, err := FitSurface(space, observations, SurfaceOptions{})
	require.NoError(t, err)
	require.Equal(t, "kronecker", fast.Form)
	observations[0].Variance *= 1.0001
	slow, err := FitSurface(space, observations, SurfaceOptions{})
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
	space := seedSpace()
	points := full(space)
	observations := noisy(points, 2, func(int) float64 { return 0.02 })
	for i, x := range points {
		observations[i].Value -= hills(x) - 2*math.Sin(x[0])
	}
	s, err := FitSurface(space, observations, SurfaceOptions{})
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
	s, err = FitSurface(space, observations, SurfaceOptions{})
	require.NoError(t, err)
	p, err := s.Predict(points[:1])
	require.NoError(t, err)
	require.InDelta(t, 0.5, p[0].Mean, 1e-6)
}

func TestSurfaceRefuses(t *testing.T) {
	space := []Dimension{
		{Name: "kind", Kind: Categorical, Levels: []string{"a", "b"}},
		{Name: "depth", Kind: Integer, Low: 1, High: 4, Conditional: true},
		{Name: "share", Kind: Real, Low: 0, High: 1},
	}
	_, err := FitSurface(space, []Observation{
		{At: []float64{2, 1, 0.5}, Value: 1},
		{At: []float64{math.NaN(), 1.5, 0.5}, Value: 1},
		{At: []float64{0, 5, 2}, Value: math.NaN()},
		{At: []float64{0, 1}, Value: 1, Variance: -1},
		{At: []float64{0, math.NaN(), 1}, Value: 1},
	}, SurfaceOptions{})
	for _, want := range []string{
		`observation 0: dimension "kind": level 2 of 2`,
		`observation 1: dimension "kind" has no value: only a conditional one may be left out`,
		`dimension "depth": 1.5 is no whole number`,
		`dimension "depth": 5 is outside 1 to 4`,
		`dimension "share": 2 is outside 0 to 1`,
		`observation 2: value NaN with variance 0`,
		`observation 3: a point with 2 coordinates in a space of 3 dimensions`,
		`observation 3: value 1 with variance -1`,
	} {
		require.ErrorContains(t, err, want)
	}
	require.NotContains(t, err.Error(), "observation 4")
	_, err = FitSurface(space, nil, SurfaceOptions{})
	require.ErrorContains(t, err, "a surface needs 3 observations or more, not 0")

	_, err = FitSurface(space, nil, SurfaceOptions{Sample: -1})
	require.ErrorContains(t, err, "a sample of -1 observations: want 3 or more")
	huge := []Observation{{At: []float64{0, 1, 0}, Value: 1e300}, {At: []float64{0, 2, 0}}, {At: []float64{1, 1, 0}}}
	_, err = FitSurface(space, huge, SurfaceOptions{})
	require.ErrorContains(t, err, "fit a surface to 3 observations: ")

	_, err = FitSurface([]Dimension{
		{Name: "a", Kind: Ordinal},
		{Name: "b", Kind: Ordinal, Levels: []string{"x", "y"}, At: []float64{2, 1}},
		{Name: "b", Kind: Categorical, Levels: []string{"x", "y"}, At: []float64{1, 2}},
		{Name: "c", Kind: Real, Low: 1, High: 1},
		{Name: "d", Kind: Real, Low: 0, High: 1, Log: true},
		{Name: "e", Kind: 9},
	}, nil, SurfaceOptions{})
	for _, want := range []string{
		`dimension "a": it needs levels`,
		`dimension "b": the numbers of its levels must be finite and ascend: [2 1]`,
		`dimension "b": 2 numbers for 2 levels: give one for each level of an ordinal, or none`,
		`dimension "b" is declared twice`,
		`dimension "c": 1 to 1 is no range`,
		`dimension "d": a logarithm needs positive numbers, not 0`,
		`dimension "e": unknown kind 9`,
	} {
		require.ErrorContains(t, err, want)
	}
}

func TestPlace(t *testing.T) {
	space := []Dimension{
		{Name: "ratio", Kind: Ordinal, Levels: []string{"4", "8", "16"}, At: []float64{4, 8, 16}, Log: true},
		{Name: "plain", Kind: Ordinal, Levels: []string{"4", "8", "16"}, At: []float64{4, 8, 16}},
		{Name: "steps", Kind: Ordinal, Levels: []string{"low", "middle", "high"}},
		{Name: "real", Kind: Real, Low: -1, High: 1},
		{Name: "kind", Kind: Categorical, Levels: []string{"a", "b", "c"}},
		{Name: "single", Kind: Ordinal, Levels: []string{"only"}},
	}
	x, err := place(space, []float64{1, 1, 1, 0, 1, 0})
	require.NoError(t, err)
	require.InDeltaSlice(t, []float64{0.5, 1. / 3, 0.5, 0.5, 1, 0}, x, 1e-12)
}
