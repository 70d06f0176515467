package emas_test

import (
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
		e := emas.Example{Label: []string{"support", "planning", "negotiation"}[kind], Floors: []float64{0.6, 0.5, 0.5, math.Inf(-1)}}
		e.Floors[kind] = 0.9
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
		l := emas.FitLabels(slices.Delete(slices.Clone(all), i, i+1))
		require.Equal(t, i%3, route(l, e), "kind k does best with cell k")
	}
}

func TestTheHigherBoundIsRight(t *testing.T) {
	of := func(fitness, se float64) float64 { return emas.Evaluation{Fitness: fitness, SE: se}.Floor() }
	all := slices.Repeat([]emas.Example{{Floors: []float64{of(0.8, 0.05), of(0.79, 0.01), of(0.5, 0.01)}}}, 4)
	require.Equal(t, 1, route(emas.FitLabels(all), all[0]), "the higher lower bound, not the higher mean")
}

// TestUnknownKinds go to the best cell overall.
func TestUnknownKinds(t *testing.T) {
	l := emas.FitLabels(conversations(7)) // one more of kind 0
	require.Equal(t, 0, route(l, emas.Example{Label: "poetry"}))
}
