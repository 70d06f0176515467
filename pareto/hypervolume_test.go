package pareto_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/internal/golden"
	"contextarena.internal/pareto"
)

func TestGoldenHypervolume(t *testing.T) {
	for _, c := range golden.Cases[frontCase](t, "pareto_front.json") {
		objectives, points := senses(c.Input.Senses), c.Input.Points
		all := pareto.Hypervolume(points, objectives, c.Input.Reference)
		require.InDelta(t, c.Expected.Hypervolume, all, 1e-9, c.Name)
		// What a point covers alone is counted among the points of the front.
		front := pick(points, c.Expected.Front)
		for index, want := range c.Expected.Exclusive {
			i, err := strconv.Atoi(index)
			require.NoError(t, err)
			at := slices.Index(c.Expected.Front, i)
			require.GreaterOrEqual(t, at, 0, c.Name)
			without := slices.Delete(slices.Clone(front), at, at+1)
			require.InDelta(t, want, all-pareto.Hypervolume(without, objectives, c.Input.Reference), 1e-9, "%s point %d", c.Name, i)
		}
	}
}

// The points lie on a grid of thirds: counting its cells is the definition.
func TestHypervolumeCountsCells(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.IntRange(2, 5).Draw(t, "m")
		points, objectives := drawPointsIn(t, m, 12-m)
		reference := make([]float64, m)
		for j, o := range objectives {
			reference[j] = 1
			if o.Maximize {
				reference[j] = -1
			}
		}
		cells, side := 0, 7 // from -4/3 to 1
		for cell := range int(math.Pow(float64(side), float64(m))) {
			covered := slices.ContainsFunc(points, func(p []float64) bool {
				for j, rest := 0, cell; j < m; j, rest = j+1, rest/side {
					best := float64(rest%side-4) / 3
					v := p[j]
					if objectives[j].Maximize {
						v = -v
					}
					if v > best+1e-9 {
						return false
					}
				}
				return true
			})
			if covered {
				cells++
			}
		}
		require.InDelta(t, float64(cells)/math.Pow(3, float64(m)), pareto.Hypervolume(points, objectives, reference), 1e-9)
	})
}

func TestHypervolumeProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.IntRange(2, 5).Draw(t, "m")
		points, objectives := drawPointsIn(t, m, 25)
		reference := make([]float64, m)
		all := pareto.Hypervolume(points, objectives, reference)

		order := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)).Perm(len(points))
		require.Equal(t, all, pareto.Hypervolume(pick(points, order), objectives, reference), "in another order")
		front := pick(points, pareto.Front(points, objectives))
		require.InDelta(t, all, pareto.Hypervolume(front, objectives, reference), 1e-12, "without dominated points")
		if len(points) > 0 {
			require.LessOrEqual(t, pareto.Hypervolume(points[1:], objectives, reference), all+1e-12, "without a point")
		}
	})
}

// By inclusion and exclusion: the boxes of some points have in common the box of their worst values.
func TestHypervolumeIncludesAndExcludes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.IntRange(2, 5).Draw(t, "m")
		points, want := rapid.SliceOfN(rapid.SliceOfN(rapid.Float64Range(0, 1), m, m), 0, 8).Draw(t, "points"), 0.0
		for set := 1; set < 1<<len(points); set++ {
			box, sign := 1.0, -1.0
			for j := range m {
				worst := 0.0
				for i, p := range points {
					if set>>i&1 == 1 {
						worst = max(worst, p[j])
					}
				}
				box *= 1 - worst
			}
			for i := range points {
				if set>>i&1 == 1 {
					sign = -sign
				}
			}
			want += sign * box
		}
		require.InDelta(t, want, pareto.Hypervolume(points, minimized(m), slices.Repeat([]float64{1}, m)), 1e-9)
	})
}

func BenchmarkHypervolumeInFive(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 0))
	var points [][]float64
	for range 100 {
		p := make([]float64, 5)
		for j := range p {
			p[j] = r.Float64()
		}
		points = append(points, p)
	}
	for b.Loop() {
		_ = pareto.Hypervolume(points, minimized(5), []float64{1, 1, 1, 1, 1})
	}
}

func BenchmarkHypervolume(b *testing.B) {
	points, objectives := spread(1000, 3, true), minimized(3)
	for j := range objectives {
		objectives[j].Maximize = true
	}
	require.Len(b, pareto.Front(points, objectives), 1000)
	for b.Loop() {
		_ = pareto.Hypervolume(points, objectives, []float64{0, 0, 0})
	}
}
