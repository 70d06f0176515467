package emas_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/emas"
)

// openings are three kinds of conversation with features around three points; of four cells, kind k
// does best with cell k, and cell 3 has no elite.
func openings(scenarios int, spread float64) []emas.Example {
	r := rand.New(rand.NewPCG(2, 0))
	var all []emas.Example
	for s := range scenarios {
		kind := s % 3
		for range 3 {
			e := emas.Example{Scenario: fmt.Sprintf("scenario-%d", s), SE: []float64{0.01, 0.01, 0.01, 0}}
			e.Label = []string{"support", "planning", "negotiation"}[kind]
			for f := range 8 {
				x := spread * r.NormFloat64()
				if f == kind {
					x++
				}
				e.Features = append(e.Features, x)
			}
			e.Fitness = []float64{0.6, 0.5, 0.5, math.NaN()}
			e.Fitness[kind] = 0.9
			all = append(all, e)
		}
	}
	return all
}

type fit = func([]emas.Example) (emas.Router, error)

// leaveOneOut fits a router on all scenarios but one and routes that one, for each in turn. Examples of a
// scenario follow each other.
func leaveOneOut(examples []emas.Example, fit func([]emas.Example) (emas.Router, error)) (emas.Routing, error) {
	var folds []emas.Fold
	for i, e := range examples {
		if i > 0 && e.Scenario == examples[i-1].Scenario {
			continue
		}
		var f emas.Fold
		for _, o := range examples {
			if o.Scenario == e.Scenario {
				f.Left = append(f.Left, o)
			} else {
				f.Others = append(f.Others, o)
			}
		}
		folds = append(folds, f)
	}
	return emas.JudgeFolds(folds, fit, 0.05)
}

func TestRouters(t *testing.T) {
	for _, c := range []struct {
		name     string
		fit      fit
		accuracy float64
	}{
		{"centroids", emas.FitCentroids, 1},
		{"labels", emas.FitLabels, 1},
		{"single", emas.FitSingle, 1. / 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := leaveOneOut(openings(12, 0.1), c.fit)
			require.NoError(t, err)
			require.Equal(t, c.accuracy, r.Accuracy.Mean)
			require.Len(t, r.Routed, 36)
			if c.accuracy == 1 {
				require.Zero(t, r.Regret.Mean)
				return
			}
			// Every scenario left out makes its kind the rarest, so the other two share its routing.
			require.Equal(t, 12, r.Regret.Clusters)
			require.NotNil(t, r.Regret.Interval)
			require.Greater(t, r.Regret.Interval.Low, 0.0)
		})
	}
}

// TestHeldOut: a scenario's own examples, which alone have its features, don't help to route it.
func TestHeldOut(t *testing.T) {
	all := openings(6, 0.05)
	for i := range 3 { // the first scenario is like a kind whose cell is wrong for it
		all[i].Features = all[3].Features
	}
	r, err := leaveOneOut(all, emas.FitCentroids)
	require.NoError(t, err)
	for i := range 3 {
		require.Equal(t, 1, r.Routed[i].Cell)
		require.False(t, r.Routed[i].Right)
		require.InDelta(t, 0.4, r.Routed[i].Regret, 1e-12)
	}
}

func TestWithinNoiseIsRight(t *testing.T) {
	var all []emas.Example
	for s := range 4 {
		e := emas.Example{Scenario: fmt.Sprint(s), Fitness: []float64{0.8, 0.79, 0.5}, SE: []float64{0.05, 0.01, 0.01}}
		e.Features = []float64{1}
		all = append(all, e)
	}
	for name, f := range map[string]fit{"single": emas.FitSingle, "centroids": emas.FitCentroids, "labels": emas.FitLabels} {
		r, err := leaveOneOut(all, f)
		require.NoError(t, err, name)
		require.Equal(t, 1, r.Routed[0].Cell, "%s: the higher lower bound, not the higher mean", name)
		require.Equal(t, 0, r.Routed[0].Best)
		require.True(t, r.Routed[0].Right)
		require.InDelta(t, 0.01, r.Regret.Mean, 1e-12)
	}
}

// TestUnknownOpenings go to the best cell overall.
func TestUnknownOpenings(t *testing.T) {
	all := openings(7, 0.1) // one more of kind 0
	for name, f := range map[string]fit{"centroids": emas.FitCentroids, "labels": emas.FitLabels} {
		r, err := f(all)
		require.NoError(t, err, name)
		require.Equal(t, 0, r.Cell(emas.Opening{Label: "poetry", Features: []float64{1}}), name)
	}
	never := openings(6, 0.1)
	never[0].Fitness = []float64{math.NaN(), 0.5, 0.6, math.NaN()}
	r, err := leaveOneOut(never, func([]emas.Example) (emas.Router, error) { return emas.Single{Best: 3}, nil })
	require.NoError(t, err)
	require.False(t, r.Routed[0].Right)
	require.InDelta(t, 0.1, r.Routed[0].Regret, 1e-12, "no elite counts as the worst there is")
}

func TestRouterMistakes(t *testing.T) {
	_, err := emas.FitSingle(nil)
	require.ErrorContains(t, err, "no examples")
	all := openings(3, 0.1)
	all[1].SE = nil
	all[2].Features = nil
	all[3].Fitness = []float64{math.NaN(), math.NaN(), math.NaN(), math.NaN()}
	_, err = emas.FitCentroids(all)
	require.ErrorContains(t, err, "example 2 (scenario-0) has 4 cells and 0 standard errors")
	require.ErrorContains(t, err, "example 3 (scenario-0) has 0 features, the first 8")
	require.ErrorContains(t, err, "example 4 (scenario-1) has no cell with an elite")
	_, err = leaveOneOut(openings(1, 0.1), emas.FitSingle)
	require.ErrorContains(t, err, "examples of more")
}

// TestFoldsWithOwnCells: an archive made without a scenario may have more elites or fewer.
func TestFoldsWithOwnCells(t *testing.T) {
	example := func(scenario string, fitness ...float64) emas.Example {
		e := emas.Example{Scenario: scenario, Fitness: fitness, SE: make([]float64, len(fitness))}
		e.Features = []float64{1}
		return e
	}
	folds := []emas.Fold{
		{Others: []emas.Example{example("b", 0.1, 0.9), example("c", 0.2, 0.8)}, Left: []emas.Example{example("a", 0.3, 0.7)}},
		{Others: []emas.Example{example("a", 0.9, 0.1, 0.5), example("c", 0.8, 0.2, 0.5)}, Left: []emas.Example{example("b", 0.2, 0.3, 0.6)}},
		{Others: []emas.Example{example("a", 0.4)}, Left: []emas.Example{example("c", 0.4)}},
	}
	r, err := emas.JudgeFolds(folds, emas.FitSingle, 0.05)
	require.NoError(t, err)
	require.Equal(t, []emas.Routed{{"a", 1, 1, true, 0}, {"b", 0, 2, false, 0.39999999999999997}, {"c", 0, 0, true, 0}}, r.Routed)
	require.InDelta(t, 2./3, r.Accuracy.Mean, 1e-12)
	require.Equal(t, 3, r.Regret.Clusters)

	for want, bad := range map[string][]emas.Fold{
		"give examples of more": folds[:1],
		"leaves nothing out":    {folds[0], {Others: folds[0].Others}},
		"the first 2":           {folds[0], {Others: folds[0].Others, Left: folds[1].Left}},
	} {
		_, err := emas.JudgeFolds(bad, emas.FitSingle, 0.05)
		require.ErrorContains(t, err, want)
	}
}
