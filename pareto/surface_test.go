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
	for name, variance := range map[string]func(int) float64{
		"dense":     func(i int) float64 { return 0.05 + 0.01*float64(i%7) },
		"kronecker": func(int) float64 { return 0.08 },
	} {
		observations := noisy(points, 1, variance)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				s, err := FitSurface(space, observations, SurfaceOptions{})
				require.NoError(b, err)
				require.Equal(b, name, s.Form)
				b.ReportMetric(s.Evidence, "evidence")
			}
		})
	}
}
