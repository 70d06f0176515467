package pareto

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/space"
)

// small is a space in which depth is a setting of deep strategies alone, with all its points.
func small(t require.TestingT) (*space.Space, [][]int) {
	depth := space.Steps("depth", "", 1, 2, 3)
	depth.When = space.Condition{"strategy": {"deep", "deeper"}}
	over, err := space.New(space.Choice("strategy", "flat", "deep", "deeper"), depth, space.Steps("window", "", 2, 4, 8, 16, 32))
	require.NoError(t, err)
	var points [][]int
	for n := range space.Number(over.Size()) {
		points = append(points, over.Levels(n))
	}
	return over, points
}

// played is what a point of small costs and keeps of 50 probes.
func played(x []int) Measured {
	odds := []float64{-1.5, 0, 0.8}[x[0]] + 0.5*float64(x[2]-1)
	cost := 1 + []float64{0, 1, 3}[x[0]] + 0.5*float64(x[2])
	if x[1] != space.Inactive {
		odds += 0.4 * float64(x[1])
		cost += float64(x[1])
	}
	return Measured{At: x, Cost: cost, Kept: math.Round(50 * shareAt(odds)), Asked: 50}
}

func TestSurfaceFindsTheTruth(t *testing.T) {
	over, points := small(t)
	r := rand.New(rand.NewPCG(1, 0))
	truth := func(x []int) float64 { return math.Sin(float64(x[0])) + 0.5*float64(x[2]) }
	var at [][]float64
	var values, noise []float64
	for range 3 {
		for _, x := range points[:25] {
			at, values, noise = append(at, place(over, x)), append(values, truth(x)+0.2*r.NormFloat64()), append(noise, 0.04)
		}
	}
	g, mean, err := surface(over, at, values, noise)
	require.NoError(t, err)
	inside := 0
	for _, x := range points {
		m, variance := g.at(place(over, x))
		require.InDelta(t, truth(x), mean+m, 0.5)
		if math.Abs(truth(x)-mean-m) < 2*math.Sqrt(variance) {
			inside++
		}
	}
	require.GreaterOrEqual(t, inside, len(points)*3/4)
	require.Greater(t, g.p[2], 2*g.p[3], "depth does nothing, the window does")

	flat, mean, err := surface(over, at, slices.Repeat([]float64{0.5}, len(at)), noise)
	require.NoError(t, err)
	m, _ := flat.at(at[0])
	require.InDelta(t, 0.5, mean+m, 1e-6)
}

// A pick is one that gains, no candidate comes twice, and picking more begins alike.
func TestPromising(t *testing.T) {
	over, points := small(t)
	var measured []Measured
	var left [][]int
	for i, x := range points {
		if i%2 == 0 {
			measured = append(measured, played(x))
		} else {
			left = append(left, x)
		}
	}
	batch := Promising(over, measured, left, 4)
	require.NotEmpty(t, batch)
	require.Len(t, slices.Compact(slices.Sorted(slices.Values(batch))), len(batch), "each is picked once")
	require.Equal(t, batch[:1], Promising(over, measured, left, 1))

	volume := func(with ...int) float64 {
		var rows [][]float64
		for _, m := range measured {
			rows = append(rows, []float64{math.Log(m.Cost), -m.Kept / m.Asked})
		}
		for _, i := range with {
			m := played(left[i])
			rows = append(rows, []float64{math.Log(m.Cost), -m.Kept / m.Asked})
		}
		return hypervolume(rows, []float64{math.Log(8), 0})
	}
	mean := 0.0
	for i := range left {
		mean += (volume(i) - volume()) / float64(len(left))
	}
	require.Greater(t, volume(batch[0])-volume(), 2*mean, "the first gains more than a random one")

	unbeaten := append(measured, Measured{At: points[0], Cost: 0.5, Kept: 50, Asked: 50})
	require.Empty(t, Promising(over, unbeaten, left, 3), "nothing gains where one point beats all")
	require.Empty(t, Promising(over, measured, nil, 3))
}

func TestPlace(t *testing.T) {
	over, _ := small(t)
	require.Equal(t, []float64{0, 0.5, 0}, place(over, []int{0, space.Inactive, 0}), "in the middle where it doesn't apply")
	require.InDeltaSlice(t, []float64{2, 1, 0.5}, place(over, []int{2, 2, 2}), 1e-12)
}
