package pareto

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// lattice is a process on a complete 3 × 2 × 4 grid, its points in a drawn order.
func lattice(t *rapid.T) *process {
	g := &process{constant: true, kernel: kernel{
		{shape: matern52, coordinates: []int{0}},
		{shape: exchangeable, coordinates: []int{1}},
		{shape: matern32, coordinates: []int{2}, conditional: true},
	}}
	var points [][]float64
	for a := range 3 {
		for b := range 2 {
			for c := range 4 {
				points = append(points, []float64{float64(a * a), float64(b), float64(c) / 3})
			}
		}
	}
	for _, x := range rapid.Permutation(points).Draw(t, "points") {
		g.x = append(g.x, x)
		g.y = append(g.y, rapid.Float64Range(-2, 2).Draw(t, "y"))
		g.noise = append(g.noise, 0.1)
	}
	return g
}

func TestGridEqualsDense(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := lattice(t)
		d, reason := asGrid(g)
		require.NotNil(t, d, reason)
		p := []float64{1.3, 0.8, 0.6, 0.4, 0.7, 0.05}
		got, want := make([]float64, len(p)), make([]float64, len(p))
		a, err := d.evidence(p, got)
		require.NoError(t, err)
		b, err := g.evidence(p, want)
		require.NoError(t, err)
		require.InDelta(t, b, a, 1e-8)
		require.InDeltaSlice(t, want, got, 1e-8)

		fast, err := d.condition(p)
		require.NoError(t, err)
		slow, err := g.condition(p)
		require.NoError(t, err)
		test := [][]float64{g.x[0], {0.5, 1, 0.2}, {9, 3, math.NaN()}}
		x, y := fast.values(test), slow.values(test)
		require.InDeltaSlice(t, y.mean, x.mean, 1e-8)
		require.InDeltaSlice(t, y.variance, x.variance, 1e-8)
	})
}

func TestNotAGrid(t *testing.T) {
	full := func() *process {
		g := &process{constant: true, kernel: kernel{{coordinates: []int{0}}, {coordinates: []int{1}, conditional: true}}}
		for a := range 2 {
			for b := range 3 {
				g.x = append(g.x, []float64{float64(a), float64(b)})
				g.y, g.noise = append(g.y, 0), append(g.noise, 0.1)
			}
		}
		return g
	}
	tests := []struct {
		name   string
		change func(g *process)
		reason string
	}{
		{"complete", func(*process) {}, "6 observations fill a grid with equal noise"},
		{"noise differs", func(g *process) { g.noise[2] = 0.2 }, "the noise variance differs between observations (0.1 to 0.2)"},
		{"a cell is missing", func(g *process) { g.x, g.y, g.noise = g.x[1:], g.y[1:], g.noise[1:] }, "5 observations do not fill the grid of their values"},
		{"a point twice", func(g *process) { g.x[1] = g.x[0] }, "a point is observed more than once"},
		{"a dimension does not apply", func(g *process) { g.x[4][1] = math.NaN() }, "a dimension does not apply to every point"},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			g := full()
			c.change(g)
			d, reason := asGrid(g)
			require.Equal(t, c.reason, reason)
			require.Equal(t, c.name == "complete", d != nil)
		})
	}
}
