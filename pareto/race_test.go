package pareto_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/pareto"
)

func start(t require.TestingT, points int, rules pareto.Rules) *pareto.Race {
	race, err := pareto.NewRace(points, rules)
	require.NoError(t, err)
	return race
}

// lanes are a cost, less is better, and a share kept, more is.
func lanes(costRange, keptRange, margin float64) []pareto.Lane {
	return []pareto.Lane{
		{Objective: pareto.Objective{Name: "cost", Unit: "USD"}, Range: costRange, Margin: margin},
		{Objective: pareto.Objective{Name: "kept", Maximize: true}, Range: keptRange, Margin: margin},
	}
}

// In these races every point but the first beats all the others in cost, and none is ahead of the
// first in what is kept, on average: it should stay, but only just.
func TestRaceKeepsItsErrorRate(t *testing.T) {
	const races, alpha, units, rivals = 2000, 0.1, 16, 4
	// Columns are the rivals' leads over the first point in what is kept, by unit.
	shuffled := func(values []float64) func(r *rand.Rand) [units][rivals]float64 {
		return func(r *rand.Rand) (out [units][rivals]float64) {
			// The same units for all rivals, or each its own: both have the mean exactly.
			for k := range rivals {
				for u, v := range values {
					out[u][k] = v
				}
				if k%2 == 0 {
					slices.Reverse(out[:])
				}
			}
			r.Shuffle(units, func(a, b int) { out[a], out[b] = out[b], out[a] })
			return out
		}
	}
	drawn := func(draw func(r *rand.Rand) float64) func(r *rand.Rand) [units][rivals]float64 {
		return func(r *rand.Rand) (out [units][rivals]float64) {
			for u := range out {
				for k := range out[u] {
					out[u][k] = draw(r)
				}
			}
			return out
		}
	}
	balanced, skewed := make([]float64, units), make([]float64, units)
	for u := range units {
		balanced[u] = 0.4 - 0.8*float64(u%2)
		skewed[u] = 0.1
	}
	skewed[0], skewed[1] = -0.7, -0.7
	for _, c := range []struct {
		name      string
		keptRange float64
		units     int
		world     func(r *rand.Rand) [units][rivals]float64
	}{
		{"these units, balanced", 1, units, shuffled(balanced)},
		{"these units, rare large losses", 1, units, shuffled(skewed)},
		{"any units, rare large losses", 1, 0, drawn(func(r *rand.Rand) float64 {
			if r.IntN(4) == 0 {
				return -0.75
			}
			return 0.25
		})},
		{"symmetric, without a bound", 0, units, drawn(func(r *rand.Rand) float64 {
			return math.Tan(math.Pi * (r.Float64() - 0.5))
		})},
		{"symmetric, coarse", 0, 0, drawn(func(r *rand.Rand) float64 { return float64(r.IntN(3)-1) / 4 })},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, wrong := rand.New(rand.NewPCG(1, 2)), 0
			for range races {
				race := start(t, 1+rivals, pareto.Rules{Lanes: lanes(0, c.keptRange, 0), Alpha: alpha, Units: c.units})
				for _, leads := range c.world(r) {
					values := [][]float64{{2, 0.5}}
					for k, lead := range leads {
						// A cost of its own each, so that the rivals don't drop one another.
						values = append(values, []float64{1 - 0.01*float64(k), 0.5 + lead})
					}
					_, err := race.Add(values)
					require.NoError(t, err)
				}
				if race.Running()[0] != 0 {
					wrong++
				}
			}
			t.Logf("wrongly dropped in %d of %d races", wrong, races)
			require.LessOrEqual(t, float64(wrong)/races, alpha+3*math.Sqrt(alpha*(1-alpha)/races))
			require.Positive(t, wrong, "a race that drops nothing tests nothing")
		})
	}
}

// A hundred points that should only just stay: each may go with chance alpha, or any of them.
func TestRaceSharesItsErrorAmongPoints(t *testing.T) {
	const races, alpha, points = 100, 0.1, 100
	dropped := func(anyOf bool) (lost, spoiled float64) {
		r := rand.New(rand.NewPCG(3, 4))
		for range races {
			race := start(t, 1+points, pareto.Rules{Lanes: lanes(0, 0, 0), Alpha: alpha, Any: anyOf})
			for range 16 {
				values := [][]float64{{1, 0}}
				for range points {
					values = append(values, []float64{2, r.NormFloat64()})
				}
				_, err := race.Add(values)
				require.NoError(t, err)
			}
			if gone := 1 + points - len(race.Running()); gone > 0 {
				lost += float64(gone)
				spoiled++
			}
		}
		return lost, spoiled
	}
	lost, _ := dropped(false)
	require.LessOrEqual(t, lost/races/points, alpha)
	require.Positive(t, lost)
	_, spoiled := dropped(true)
	require.LessOrEqual(t, spoiled/races, alpha+3*math.Sqrt(alpha*(1-alpha)/races))
}

func TestRaceDropsWhatIsClearlyBehind(t *testing.T) {
	for _, c := range []struct {
		name  string
		lanes []pareto.Lane
		units int
		most  int // units it may take
	}{
		{"symmetric", lanes(0, 0, 0), 0, 7},
		{"bounded", lanes(1, 1, 0), 0, 14},
		{"bounded, of 12", lanes(1, 1, 0), 12, 8},
	} {
		t.Run(c.name, func(t *testing.T) {
			race := start(t, 3, pareto.Rules{Lanes: c.lanes, Alpha: 0.05, Units: c.units})
			for unit := 1; ; unit++ {
				hard := 0.1 * float64(unit%3)
				drops, err := race.Add([][]float64{{0.9, 0.3 - hard}, {0.5, 0.8 - hard}, {0.4, 0.6 - hard}})
				require.NoError(t, err)
				if len(drops) > 0 {
					require.Equal(t, 0, drops[0].Point)
					require.Equal(t, unit, drops[0].Unit)
					require.GreaterOrEqual(t, drops[0].E, 20.0)
					require.Equal(t, []int{1, 2}, race.Running(), "neither dominates the other")
					return
				}
				require.Less(t, unit, c.most)
			}
		})
	}
}

func TestRaceKnowsWhenTheRestCannotMatter(t *testing.T) {
	race := start(t, 2, pareto.Rules{Lanes: lanes(1, 1, 0), Alpha: 1e-9, Units: 5})
	for unit := 1; unit <= 5; unit++ {
		drops, err := race.Add([][]float64{{1, 0}, {0.1, 0.9}})
		require.NoError(t, err)
		// After three units at 0.9 the other two, at -1 each, no longer make up for them.
		require.Equal(t, unit == 4, len(drops) == 1, "unit %d", unit)
		if len(drops) == 1 {
			require.Equal(t, pareto.Drop{Point: 0, By: 1, Unit: 4, E: math.Inf(1)}, drops[0])
		}
	}
	_, err := race.Add([][]float64{nil, {0.1, 0.9}})
	require.EqualError(t, err, "race, unit 6: it was to have 5")
}

func TestRaceMarginDecidesTies(t *testing.T) {
	for _, c := range []struct {
		margin float64
		want   []int
	}{{0, []int{0, 1, 2}}, {0.05, []int{1, 2}}} {
		race := start(t, 3, pareto.Rules{Lanes: lanes(0, 0, c.margin), Alpha: 0.05})
		for range 12 {
			// The same cost for all; two equal points are never both dropped.
			_, err := race.Add([][]float64{{1, 0.5}, {1, 0.6}, {1, 0.6}})
			require.NoError(t, err)
		}
		require.Equal(t, c.want, race.Running(), "margin %g", c.margin)
	}
}

// Whatever is measured, what is on the front of the means stays, so nobody goes without someone who
// stays and dominates it.
func TestRaceKeepsTheFrontSoFar(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 8).Draw(t, "points")
		race := start(t, n, pareto.Rules{Lanes: lanes(0, 0, rapid.SampledFrom([]float64{0, 0.3}).Draw(t, "margin")), Alpha: 0.5})
		objectives := []pareto.Objective{{Name: "cost"}, {Name: "kept", Maximize: true}}
		sums := make([][]float64, n)
		for i := range sums {
			sums[i] = make([]float64, 2)
		}
		for range 10 {
			before := race.Running()
			values := make([][]float64, n)
			for i := range values {
				values[i] = []float64{float64(rapid.IntRange(0, 4).Draw(t, "v")), float64(rapid.IntRange(0, 4).Draw(t, "v"))}
				sums[i][0] += values[i][0]
				sums[i][1] += values[i][1]
			}
			drops, err := race.Add(values)
			require.NoError(t, err)
			front := pick(before, frontOf(t, pick(sums, before), objectives))
			for _, d := range drops {
				require.NotContains(t, front, d.Point)
				require.Contains(t, race.Running(), d.By)
				require.True(t, dominates(sums[d.By], sums[d.Point], objectives))
			}
		}
	})
}

func TestRaceRefuses(t *testing.T) {
	_, err := pareto.NewRace(0, pareto.Rules{Units: -1})
	require.EqualError(t, err, `a race of 0 points: want at least 1
alpha is 0: want more than 0 and less than 1
units are -1: want 0 for no end, or more
no lanes: name at least one objective`)
	_, err = pareto.NewRace(1, pareto.Rules{Alpha: 0.05, Lanes: []pareto.Lane{{Objective: pareto.Objective{Name: "cost"}, Range: -1, Margin: math.NaN()}, {Objective: pareto.Objective{Name: "kept"}, Range: 1, Margin: 1}}})
	require.EqualError(t, err, `range of cost is -1: want 0 for unknown, or more
margin of cost is NaN: want 0 or more, and less than its range
margin of kept is 1: want 0 or more, and less than its range`)

	race := start(t, 3, pareto.Rules{Lanes: lanes(0, 1, 0), Alpha: 0.05})
	_, err = race.Add([][]float64{{1, 1}})
	require.EqualError(t, err, "race, unit 1: values for 1 of 3 points")
	_, err = race.Add([][]float64{{1, math.NaN()}, {1}, nil})
	require.EqualError(t, err, "race, unit 1: point 0: kept is NaN\npoint 1 has 1 values for 2 objectives")
	_, err = race.Add([][]float64{{1, 0}, {1, 1.5}, nil})
	require.EqualError(t, err, "race, unit 1: kept differs by 1.5 between points: its range was to be 1")
	drops, err := race.Add([][]float64{nil, nil, nil})
	require.NoError(t, err)
	require.Empty(t, drops)
	require.Equal(t, []int{0, 1, 2}, race.Running())
}

func BenchmarkRace(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 0))
	var units [][][]float64
	for range 24 {
		values := make([][]float64, 720)
		for i := range values {
			x := float64(i) / 720
			values[i] = []float64{x * (1 + 0.05*r.NormFloat64()), 0.5*x + 0.2*r.NormFloat64()}
		}
		units = append(units, values)
	}
	b.Run(fmt.Sprintf("720 points, %d units", len(units)), func(b *testing.B) {
		for b.Loop() {
			race := start(b, 720, pareto.Rules{Lanes: lanes(0, 0, 0.02), Alpha: 0.05, Units: len(units)})
			for _, values := range units {
				_, err := race.Add(values)
				require.NoError(b, err)
			}
		}
	})
}
