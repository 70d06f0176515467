package pareto_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/internal/golden"
	"contextarena.internal/pareto"
)

// senses declares objectives from the golden files' directions.
func senses(directions []string) []pareto.Objective {
	var out []pareto.Objective
	for j, d := range directions {
		out = append(out, pareto.Objective{Name: fmt.Sprintf("objective %d", j), Maximize: d == "max"})
	}
	return out
}

func minimized(m int) []pareto.Objective { return senses(make([]string, m)) }

// dominates says by the definition whether a dominates b.
func dominates(a, b []float64, objectives []pareto.Objective) bool {
	better := false
	for j, o := range objectives {
		x, y := a[j], b[j]
		if o.Maximize {
			x, y = y, x
		}
		if x > y {
			return false
		}
		better = better || x < y
	}
	return better
}

func pick[T any](from []T, at []int) []T {
	out := make([]T, len(at))
	for i, k := range at {
		out[i] = from[k]
	}
	return out
}

// drawPoints gives points on a coarse grid, so that ties and duplicates are common.
func drawPoints(t *rapid.T, most int) ([][]float64, []pareto.Objective) {
	m := rapid.IntRange(1, 5).Draw(t, "objectives")
	return drawPointsIn(t, m, most)
}

func drawPointsIn(t *rapid.T, m, most int) ([][]float64, []pareto.Objective) {
	objectives := minimized(m)
	for j := range objectives {
		objectives[j].Maximize = rapid.Bool().Draw(t, "maximize")
	}
	point := rapid.Map(rapid.SliceOfN(rapid.IntRange(-4, 4), m, m), func(v []int) []float64 {
		out := make([]float64, m)
		for j := range v {
			out[j] = float64(v[j]) / 3
		}
		return out
	})
	return rapid.SliceOfN(point, 0, most).Draw(t, "points"), objectives
}

type frontCase struct {
	Name  string
	Input struct {
		Points    [][]float64
		Senses    []string
		Reference []float64
	}
	Expected struct {
		Front       []int              `json:"front_indices"`
		Distinct    []int              `json:"front_indices_one_per_distinct_point"`
		Ranks       []int              `json:"ranks"`
		Hypervolume float64            `json:"hypervolume"`
		Exclusive   map[string]float64 `json:"exclusive_contribution"`
	}
}

func TestGoldenFront(t *testing.T) {
	for _, c := range golden.Cases[frontCase](t, "pareto_front.json") {
		objectives, points := senses(c.Input.Senses), c.Input.Points
		front := pareto.Front(points, objectives)
		require.Equal(t, c.Expected.Front, front, c.Name)

		var distinct []int
		for _, i := range front {
			if !slices.ContainsFunc(distinct, func(k int) bool { return slices.Equal(points[k], points[i]) }) {
				distinct = append(distinct, i)
			}
		}
		require.Equal(t, c.Expected.Distinct, distinct, c.Name)

		// What is left when a front is taken away has the next one.
		ranks, left := make([]int, len(points)), make([]int, len(points))
		for i := range left {
			left[i] = i
		}
		for rank := 0; len(left) > 0; rank++ {
			next := pick(left, pareto.Front(pick(points, left), objectives))
			for _, i := range next {
				ranks[i] = rank
			}
			left = slices.DeleteFunc(left, func(i int) bool { return slices.Contains(next, i) })
		}
		require.Equal(t, c.Expected.Ranks, ranks, c.Name)
	}
}

func TestFrontIsWhatNothingDominates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		points, objectives := drawPoints(t, 40)
		var want []int
		for i, p := range points {
			if !slices.ContainsFunc(points, func(q []float64) bool { return dominates(q, p, objectives) }) {
				want = append(want, i)
			}
		}
		require.Equal(t, want, pareto.Front(points, objectives))
	})
}

func TestFrontOfAFrontIsItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		points, objectives := drawPoints(t, 40)
		front := pick(points, pareto.Front(points, objectives))
		require.Len(t, pareto.Front(front, objectives), len(front))
	})
}

func TestFrontIgnoresOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		points, objectives := drawPoints(t, 40)
		front := pareto.Front(points, objectives)
		order := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)).Perm(len(points))
		moved := pick(order, pareto.Front(pick(points, order), objectives))
		slices.Sort(moved)
		require.Equal(t, front, slices.Clip(append([]int(nil), moved...)))
	})
}

func TestFrontKeepsEqualPoints(t *testing.T) {
	points := [][]float64{{1, 2, 3, 4}, {2, 2, 3, 4}, {1, 2, 3, 4}, {0, 9, 9, 9}, {2, 2, 3, 4}}
	for m, want := range map[int][]int{1: {3}, 2: {0, 2, 3}, 3: {0, 2, 3}, 4: {0, 2, 3}} {
		cut := make([][]float64, len(points))
		for i, p := range points {
			cut[i] = p[:m]
		}
		require.Equal(t, want, pareto.Front(cut, minimized(m)), "%d objectives", m)
	}
	// Minus zero is zero.
	require.Equal(t, []int{0, 1}, pareto.Front([][]float64{{0, 1}, {math.Copysign(0, -1), 1}}, minimized(2)))
}

func TestNoPointsHaveNoFront(t *testing.T) { require.Empty(t, pareto.Front(nil, minimized(2))) }

// spread gives n random points in [0, 1)^m, or on a sphere, so that nothing dominates.
func spread(n, m int, sphere bool) [][]float64 {
	r := rand.New(rand.NewPCG(1, 0))
	points := make([][]float64, n)
	for i := range points {
		points[i] = make([]float64, m)
		norm := 0.0
		for j := range m {
			v := r.Float64()
			if sphere {
				v = math.Abs(r.NormFloat64())
			}
			points[i][j] = v
			norm += v * v
		}
		if sphere {
			for j := range m {
				points[i][j] /= math.Sqrt(norm)
			}
		}
	}
	return points
}

func BenchmarkFront(b *testing.B) {
	for _, c := range []struct {
		n, m   int
		sphere bool
	}{{720, 2, false}, {720, 3, false}, {720, 4, true}} {
		points, objectives := spread(c.n, c.m, c.sphere), minimized(c.m)
		if c.sphere {
			for j := range objectives {
				objectives[j].Maximize = true
			}
		}
		name := fmt.Sprintf("%d points in %d-D", c.n, c.m)
		if c.sphere {
			name += ", none dominated"
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				_ = pareto.Front(points, objectives)
			}
		})
	}
}
