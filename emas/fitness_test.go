package emas_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/emas"
)

// trials plays scenarios a, b, c, ... repeats times: each passes the first so many repeats and
// keeps the probes told.
func trials(repeats int, usd float64, passed []int, probes ...emas.Tally) []emas.Trial {
	var all []emas.Trial
	for s, n := range passed {
		for r := range repeats {
			all = append(all, emas.Trial{Scenario: string(rune('a' + s)), Passed: r < n, Probes: probes, Cost: usd})
		}
	}
	return all
}

func tally(name string, kept, asked float64) emas.Tally {
	return emas.Tally{Type: name, Kept: kept, Asked: asked}
}

// scorer asks for half of the tasks.
func scorer(baseline, full, hybrid []emas.Trial) emas.Scorer {
	return emas.Scorer{Weights: emas.Weigh(baseline), Full: full, Hybrid: hybrid, Tasks: 0.5}
}

func TestWeigh(t *testing.T) {
	got := emas.Weigh([]emas.Trial{
		{Probes: []emas.Tally{tally("phone/id", 0, 5), tally("entity", 8, 8)}},
		{Probes: []emas.Tally{tally("phone/id", 0, 3), tally("date", 3, 8)}},
	})
	// p̂ of entity is 9/10, of date 4/10, of phone/id 1/10, whose 9.09 is cut to four times 1.0989.
	require.Len(t, got, 3)
	for i, want := range []emas.Weight{{"date", 0.4, 1 / 0.41}, {"entity", 0.9, 1 / 0.91}, {"phone/id", 0.1, 4 / 0.91}} {
		require.Equal(t, want.Type, got[i].Type)
		require.InDelta(t, want.Baseline, got[i].Baseline, 1e-12)
		require.InDelta(t, want.Weight, got[i].Weight, 1e-12)
	}
	require.Empty(t, emas.Weigh(nil))
}

func TestScore(t *testing.T) {
	eight := []int{3, 3, 3, 3, 3, 3, 3, 3}
	baseline := trials(1, 1, eight, tally("entity", 8, 8), tally("phone/id", 0, 8))
	half := []emas.Tally{tally("entity", 2, 2), tally("phone/id", 0, 2)}
	s := scorer(baseline, nil, trials(1, 2, eight))
	f, err := s.Score(trials(3, 3, eight, half...))
	require.NoError(t, err)
	require.InDelta(t, 1./5, f.Retention, 1e-12, "what the baseline loses weighs four times")
	require.InDelta(t, 1.5, f.Cost, 1e-12)
	require.Zero(t, f.Penalty, "1.5 times hybrid is free")
	require.True(t, !f.Infeasible)
	require.Positive(t, f.SE)

	f, err = s.Score(trials(3, 9, eight, half...))
	require.NoError(t, err)
	require.InDelta(t, 0.1*(4.5/1.5-1), f.Penalty, 1e-12)
	require.InDelta(t, f.Retention-f.Penalty, f.Fitness, 1e-12)

	_, err = s.Score(nil)
	require.ErrorContains(t, err, "no probes")
	_, err = s.Score(trials(1, 1, []int{1}, tally("spatial", 1, 1)))
	require.ErrorContains(t, err, "scenario a: fact type spatial has no weight")
	_, err = s.Score(trials(1, 1, []int{1}))
	require.ErrorContains(t, err, "no probes")
}

func TestConstraint(t *testing.T) {
	probe := tally("entity", 1, 2)
	some := func(n, repeats int) []emas.Trial {
		passed := make([]int, 8)
		for i := range n {
			passed[i] = repeats
		}
		return trials(repeats, 1, passed, probe)
	}
	for _, c := range []struct {
		name             string
		full, trials     []emas.Trial
		required, passed float64
		hopeless         bool
	}{
		{"four of eight", some(8, 1), some(4, 1), 0.5, 0.5, false},
		{"three of eight", some(8, 1), some(3, 1), 0.5, 0.375, false},
		{"one of eight", some(8, 1), some(1, 1), 0.5, 0.125, true},
		{"none of three, which is too few to give up", some(8, 1), some(0, 1)[:3], 0.5, 0, false},
		{"none of four", some(8, 1), some(0, 1)[:4], 0.5, 0, true},
		{"only where the full context passes", some(4, 1), some(2, 1), 0.5, 0.5, false},
		{"only where it passes half of the time", trials(2, 1, []int{2, 1, 0, 0}, probe), trials(1, 1, []int{0, 1, 1, 1}, probe), 0.375, 0.5, false},
		{"it passes none", some(0, 1), some(0, 1), 0, 0, false},
		{"it is not known", nil, some(4, 3), 0.5, 0.5, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := scorer(some(8, 1), c.full, nil)
			f, err := s.Score(c.trials)
			require.NoError(t, err)
			require.InDelta(t, c.required, f.Tasks.Required, 1e-12)
			require.InDelta(t, c.passed, f.Tasks.Passed, 1e-12)
			require.Equal(t, c.passed < c.required, f.Infeasible)
			require.Equal(t, c.hopeless, s.Hopeless(c.trials))
		})
	}
}

// TestSEOfOneRepeat: without repeats the spread is what independent probes would have.
func TestSEOfOneRepeat(t *testing.T) {
	some := trials(1, 1, []int{1, 1}, tally("entity", 8, 18))
	f, err := scorer(some, nil, nil).Score(some)
	require.NoError(t, err)
	require.InDelta(t, math.Sqrt(0.45*0.55/36), f.SE, 1e-12)
}

// Repeats that agree tell more than one, not less: an elite that was measured again would otherwise look
// less sure than whoever challenges it.
func TestSEOfRepeatsThatAgree(t *testing.T) {
	probes := []emas.Tally{tally("entity", 6, 8), tally("phone/id", 3, 8)}
	s := scorer(trials(1, 1, []int{1, 1}, probes...), nil, nil)
	var last float64
	for _, repeats := range []int{1, 3, 20} {
		f, err := s.Score(trials(repeats, 1, []int{1, 1}, probes...))
		require.NoError(t, err)
		require.Positive(t, f.SE)
		if last > 0 {
			require.Less(t, f.SE, last/2, "%d repeats", repeats)
		}
		last = f.SE
	}
}

func TestEvaluate(t *testing.T) {
	some := trials(2, 0.5, []int{2, 2}, tally("correction", 1, 2), tally("phone/id", 1, 4), tally("entity", 2, 2))
	by := scorer(some, nil, nil)
	descriptors := []emas.Descriptor{
		emas.Describe("correction", 5), emas.Describe("phone/id", 5), emas.Describe("", 1), emas.Describe("cost", 3), emas.Describe("upkeep", 2),
	}
	for i := range some {
		some[i].Upkeep = 0.1
	}
	by.Hybrid = trials(1, 0.25, []int{1, 1})
	e, err := emas.Evaluate(7, by, descriptors, some)
	require.NoError(t, err)
	require.Equal(t, emas.Genome(7), e.Genome)
	f, err := by.Score(some)
	require.NoError(t, err)
	require.Equal(t, f.Fitness, e.Fitness)
	require.InDeltaSlice(t, []float64{0.5, 0.25, 0.5, 2, 0.2}, e.Descriptors, 1e-12)
	require.Equal(t, []emas.Axis{{"correction retention", 0, 1, 5}, {"phone/id retention", 0, 1, 5}, {"all retention", 0, 1, 1}, {"cost by hybrid's", 0, 4, 3}, {"upkeep's share", 0, 1, 2}}, emas.Axes(descriptors))

	_, err = emas.Evaluate(7, by, descriptors, trials(1, 1, []int{1}, tally("entity", 1, 1)))
	require.ErrorContains(t, err, "genome 7: descriptor correction retention: no probe of it in any trial; keep a scenario")
	require.ErrorContains(t, err, "descriptor phone/id retention")
}
