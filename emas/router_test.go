package emas_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/emas"
)

// conversations are of three kinds; of four cells, kind k does best with cell k, and cell 3 has no elite.
func conversations(scenarios int) []emas.Example {
	var all []emas.Example
	for s := range scenarios {
		kind := s % 3
		e := emas.Example{Scenario: fmt.Sprintf("scenario-%d", s), SE: []float64{0.01, 0.01, 0.01, 0}}
		e.Label = []string{"support", "planning", "negotiation"}[kind]
		e.Fitness = []float64{0.6, 0.5, 0.5, math.NaN()}
		e.Fitness[kind] = 0.9
		all = append(all, e)
	}
	return all
}

// route is the cell of an example, as a policy takes it (strategies/routed).
func route(l emas.Labels, e emas.Example) int {
	if c, ok := l.Cells[e.Label]; ok {
		return c
	}
	return l.Best
}

func TestLabels(t *testing.T) {
	all := conversations(12)
	for i, e := range all {
		l, err := emas.FitLabels(slices.Delete(slices.Clone(all), i, i+1))
		require.NoError(t, err)
		require.Equal(t, i%3, route(l, e), "kind k does best with cell k")
	}
}

func TestTheHigherBoundIsRight(t *testing.T) {
	var all []emas.Example
	for s := range 4 {
		all = append(all, emas.Example{Scenario: fmt.Sprint(s), Fitness: []float64{0.8, 0.79, 0.5}, SE: []float64{0.05, 0.01, 0.01}})
	}
	l, err := emas.FitLabels(all)
	require.NoError(t, err)
	require.Equal(t, 1, route(l, all[0]), "the higher lower bound, not the higher mean")
}

// TestUnknownKinds go to the best cell overall.
func TestUnknownKinds(t *testing.T) {
	l, err := emas.FitLabels(conversations(7)) // one more of kind 0
	require.NoError(t, err)
	require.Equal(t, 0, route(l, emas.Example{Label: "poetry"}))
}

func TestRouterMistakes(t *testing.T) {
	_, err := emas.FitLabels(nil)
	require.ErrorContains(t, err, "no examples")
	all := conversations(4)
	all[1].SE = nil
	all[3].Fitness = []float64{math.NaN(), math.NaN(), math.NaN(), math.NaN()}
	_, err = emas.FitLabels(all)
	require.ErrorContains(t, err, "example 2 (scenario-1) has 4 cells and 0 standard errors")
	require.ErrorContains(t, err, "example 4 (scenario-3) has no cell with an elite")
}
