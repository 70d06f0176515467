package pareto

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// covered is the hypervolume of outcomes.
func covered(t require.TestingT, outcomes []CostRetention, reference CostRetention) float64 {
	points := [][]float64{}
	for _, o := range outcomes {
		points = append(points, []float64{o.Cost, o.Retention})
	}
	v, err := Hypervolume(points, []Objective{{Name: "cost"}, {Name: "retention", Maximize: true}}, []float64{reference.Cost, reference.Retention})
	require.NoError(t, err)
	return v
}

func TestExpectedGainOfAKnownOutcome(t *testing.T) {
	reference := CostRetention{Cost: 10, Retention: 0}
	front := []CostRetention{{2, 0.3}, {5, 0.6}, {8, 0.9}}
	tests := []struct {
		name string
		new  CostRetention
		gain float64
	}{
		{"dominated", CostRetention{6, 0.5}, 0},
		{"on the front", CostRetention{5, 0.6}, 0},
		{"between two", CostRetention{4, 0.5}, 1 * 0.2},
		{"over two", CostRetention{4, 0.8}, 1*0.5 + 3*0.2},
		{"cheapest", CostRetention{1, 0.1}, 1 * 0.1},
		{"over all", CostRetention{0, 1}, 2*1 + 3*0.7 + 3*0.4 + 2*0.1},
		{"beyond the reference", CostRetention{11, 1}, 0},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			got := expectedGain(staircase(front, reference), reference, Prediction{Mean: c.new.Cost}, Prediction{Mean: c.new.Retention})
			require.InDelta(t, c.gain, got, 1e-12)
		})
	}
}

// The formula is the average gain in hypervolume over draws of the new point, on any scales.
func TestExpectedGainAgreesWithDraws(t *testing.T) {
	reference := CostRetention{Cost: 3, Retention: 0.1}
	tests := []struct {
		name            string
		cost, retention Prediction
	}{
		{"linear", Prediction{Mean: 1.2, SD: 0.6}, Prediction{Mean: 0.6, SD: 0.2}},
		{"log cost, logit retention", Prediction{Mean: 0.2, SD: 0.5, Scale: Log}, Prediction{Mean: 0.5, SD: 0.8, Scale: Logit}},
		{"known cost", Prediction{Mean: 0.9}, Prediction{Mean: 0.8, SD: 1.2, Scale: Logit}},
		{"known retention", Prediction{Mean: 0.1, SD: 0.4, Scale: Log}, Prediction{Mean: 0.7}},
	}
	front := []CostRetention{{0.5, 0.3}, {1, 0.55}, {1.1, 0.5}, {2, 0.8}, {4, 0.9}}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(3, 0))
			before := covered(t, front, reference)
			const draws = 40_000
			var sum, squares float64
			for range draws {
				cost := c.cost.Scale.unit(c.cost.Mean + c.cost.SD*r.NormFloat64())
				retention := c.retention.Scale.unit(c.retention.Mean + c.retention.SD*r.NormFloat64())
				gain := covered(t, append(front[:5:5], CostRetention{cost, retention}), reference) - before
				sum += gain
				squares += gain * gain
			}
			mean := sum / draws
			se := math.Sqrt((squares/draws - mean*mean) / draws)
			got := expectedGain(staircase(front, reference), reference, c.cost, c.retention)
			require.InDelta(t, mean, got, 4*se)
			require.Less(t, 4*se, 0.1*mean, "the draws must tell apart a tenth")
		})
	}
}

// The order of the front, points behind it and points outside the reference change nothing, and
// another point on the front never raises what is to be gained.
func TestExpectedGainProperties(t *testing.T) {
	reference := CostRetention{Cost: 1, Retention: 0}
	outcome := rapid.Custom(func(t *rapid.T) CostRetention {
		unit := rapid.Float64Range(-0.2, 1.2)
		return CostRetention{unit.Draw(t, "cost"), unit.Draw(t, "retention")}
	})
	rapid.Check(t, func(t *rapid.T) {
		front := rapid.SliceOfN(outcome, 0, 8).Draw(t, "front")
		cost := Prediction{Mean: rapid.Float64Range(0, 1).Draw(t, "cost"), SD: rapid.Float64Range(0, 0.5).Draw(t, "sd")}
		retention := Prediction{Mean: rapid.Float64Range(0, 1).Draw(t, "retention"), SD: rapid.Float64Range(0, 0.5).Draw(t, "sd")}
		gain := expectedGain(staircase(front, reference), reference, cost, retention)
		require.GreaterOrEqual(t, gain, 0.0)
		shuffled := rapid.Permutation(front).Draw(t, "shuffled")
		require.Equal(t, gain, expectedGain(staircase(shuffled, reference), reference, cost, retention))
		for _, o := range front {
			shuffled = append(shuffled, CostRetention{o.Cost + 0.1, o.Retention - 0.1})
		}
		require.InDelta(t, gain, expectedGain(staircase(shuffled, reference), reference, cost, retention), 1e-12)
		more := append(front, outcome.Draw(t, "more"))
		require.LessOrEqual(t, expectedGain(staircase(more, reference), reference, cost, retention), gain+1e-12)
	})
}

// Believing in a candidate leaves the variances that a surface with that candidate measured has.
func TestBeliefIsAMeasurement(t *testing.T) {
	over, points := small(t)
	var observations []Observation
	for _, x := range points[:12] {
		observations = append(observations, Observation{At: x, Value: truth(x), Variance: 0.05})
	}
	s, err := FitSurface(over, observations, Linear, 0)
	require.NoError(t, err)
	at, err := placeAll(over, points)
	require.NoError(t, err)
	f := s.post.values(at)
	var learned [][]float64
	g := *s.post.process
	for _, c := range []int{15, 3, 20} {
		row := s.moves(at, f, c, learned)
		for i, v := range row {
			f.variance[i] -= v * v
		}
		learned = append(learned, row)
		g.x, g.y, g.noise = append(g.x, at[c]), append(g.y, 0), append(g.noise, 0.05)
	}
	again, err := g.condition(s.post.p)
	require.NoError(t, err)
	require.InDeltaSlice(t, again.values(at).variance, f.variance, 1e-9)
}

func TestPropose(t *testing.T) {
	over, points := small(t)
	var observations []Observation
	for i, x := range points {
		if i%3 == 0 {
			observations = append(observations, Observation{At: x, Value: truth(x), Variance: 0.02})
		}
	}
	s, err := FitSurface(over, observations, Logit, 0)
	require.NoError(t, err)
	costs := make([]Prediction, len(points))
	for i, x := range points {
		costs[i] = Prediction{Mean: float64(1 + x[0] + x[2])}
	}
	front := []CostRetention{{1, 0.3}, {2, 0.5}}
	reference := CostRetention{Cost: 6, Retention: 0}
	batch, err := s.Propose(points, costs, front, reference, 6)
	require.NoError(t, err)
	require.NotEmpty(t, batch)
	require.Len(t, slices.Compact(slices.Sorted(slices.Values(batch))), len(batch), "each is proposed once")
	one, err := s.Propose(points, costs, front, reference, 1)
	require.NoError(t, err)
	require.Equal(t, batch[:1], one)
	predicted, err := s.Predict(points)
	require.NoError(t, err)
	gain := func(i int) float64 {
		return expectedGain(staircase(front, reference), reference, costs[i], predicted[i])
	}
	for i := range points {
		require.LessOrEqual(t, gain(i), gain(one[0])+1e-12)
	}

	none, err := s.Propose(points, costs, front, CostRetention{Cost: 0.5, Retention: 0}, 3)
	require.NoError(t, err)
	require.Empty(t, none, "every candidate costs more than the reference")
}
