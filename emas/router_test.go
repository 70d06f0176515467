package emas_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
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

type router interface {
	Cell(o emas.Opening) int
}

type fit = func([]emas.Example) (router, error)

func centroids(examples []emas.Example) (router, error) { return emas.FitCentroids(examples) }

func labels(examples []emas.Example) (router, error) {
	l, err := emas.FitLabels(examples)
	return byLabel{l}, err
}

// byLabel routes as a policy does (strategies/routed).
type byLabel struct{ emas.Labels }

func (l byLabel) Cell(o emas.Opening) int {
	if c, ok := l.Cells[o.Label]; ok {
		return c
	}
	return l.Best
}

// routed is a decision on an example that its router wasn't fitted on.
type routed struct {
	cell, best int
	right      bool
	regret     float64
}

// leaveOneOut fits a router on all scenarios but one and routes that one, for each in turn. Examples of a
// scenario follow each other.
func leaveOneOut(t *testing.T, examples []emas.Example, fit fit) []routed {
	var out []routed
	for _, e := range examples {
		others := slices.DeleteFunc(slices.Clone(examples), func(o emas.Example) bool { return o.Scenario == e.Scenario })
		router, err := fit(others)
		require.NoError(t, err)
		cell, best := router.Cell(e.Opening), e.Best()
		out = append(out, routed{cell, best, e.Fits(cell), e.Fitness[best] - e.Fitness[cell]})
	}
	return out
}

func TestRouters(t *testing.T) {
	for name, f := range map[string]fit{"centroids": centroids, "labels": labels} {
		all := leaveOneOut(t, openings(12, 0.1), f)
		require.Len(t, all, 36)
		for i, r := range all {
			require.True(t, r.right, "%s on opening %d", name, i)
			require.Zero(t, r.regret)
		}
	}
}

// TestHeldOut: a scenario's own examples, which alone have its features, don't help to route it.
func TestHeldOut(t *testing.T) {
	all := openings(6, 0.05)
	for i := range 3 { // the first scenario is like a kind whose cell is wrong for it
		all[i].Features = all[3].Features
	}
	for _, r := range leaveOneOut(t, all, centroids)[:3] {
		require.Equal(t, 1, r.cell)
		require.False(t, r.right)
		require.InDelta(t, 0.4, r.regret, 1e-12)
	}
}

func TestWithinNoiseIsRight(t *testing.T) {
	var all []emas.Example
	for s := range 4 {
		e := emas.Example{Scenario: fmt.Sprint(s), Fitness: []float64{0.8, 0.79, 0.5}, SE: []float64{0.05, 0.01, 0.01}}
		e.Features = []float64{1}
		all = append(all, e)
	}
	for name, f := range map[string]fit{"centroids": centroids, "labels": labels} {
		for _, r := range leaveOneOut(t, all, f) {
			require.Equal(t, 1, r.cell, "%s: the higher lower bound, not the higher mean", name)
			require.Equal(t, 0, r.best)
			require.True(t, r.right)
			require.InDelta(t, 0.01, r.regret, 1e-12)
		}
	}
}

// TestUnknownOpenings go to the best cell overall.
func TestUnknownOpenings(t *testing.T) {
	all := openings(7, 0.1) // one more of kind 0
	for name, f := range map[string]fit{"centroids": centroids, "labels": labels} {
		r, err := f(all)
		require.NoError(t, err, name)
		require.Equal(t, 0, r.Cell(emas.Opening{Label: "poetry", Features: []float64{1}}), name)
	}
}

func TestRouterMistakes(t *testing.T) {
	_, err := emas.FitLabels(nil)
	require.ErrorContains(t, err, "no examples")
	all := openings(3, 0.1)
	all[1].SE = nil
	all[2].Features = nil
	all[3].Fitness = []float64{math.NaN(), math.NaN(), math.NaN(), math.NaN()}
	_, err = emas.FitCentroids(all)
	require.ErrorContains(t, err, "example 2 (scenario-0) has 4 cells and 0 standard errors")
	require.ErrorContains(t, err, "example 3 (scenario-0) has 0 features, the first 8")
	require.ErrorContains(t, err, "example 4 (scenario-1) has no cell with an elite")
}
