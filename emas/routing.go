package emas

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"contextarena.internal/stats"
)

// Routing is how well a way of routing does on scenarios it wasn't fitted on.
type Routing struct {
	// Accuracy counts a cell as right that is within noise of the example's best one.
	Accuracy stats.Estimate
	// Regret is the fitness of the example's best cell less that of the one chosen. The best of
	// noisy figures flatters, so it errs to the large side. A cell without an elite counts as the
	// worst there is.
	Regret stats.Estimate
	Routed []Routed // by example
}

// Routed is one held-out decision.
type Routed struct {
	Scenario   string
	Cell, Best int
	Right      bool
	Regret     float64
}

// Fold is one scenario left out: a router is fitted on Others and has to route Left.
type Fold struct{ Others, Left []Example }

// JudgeFolds fits a router on each fold's others and routes what it left out. Every fold may have
// cells of its own: an archive made without a scenario has other elites. The intervals, at
// confidence 1-alpha, take folds for the unit: openings of one scenario aren't independent.
func JudgeFolds(folds []Fold, fit func([]Example) (Router, error), alpha float64) (Routing, error) {
	var r Routing
	if len(folds) < 2 {
		return r, errors.New("routing: one scenario can't be left out of one; give examples of more")
	}
	var right, regret []stats.Cluster
	for _, f := range folds {
		if err := checkExamples(slices.Concat(f.Others, f.Left)); err != nil {
			return Routing{}, err
		}
		if len(f.Left) == 0 || len(f.Others) == 0 {
			return Routing{}, errors.New("routing: a fold leaves nothing out, or nothing to fit on; give both")
		}
		router, err := fit(f.Others)
		if err != nil {
			return Routing{}, fmt.Errorf("routing without %s: %w", f.Left[0].Scenario, err)
		}
		var hit, lost stats.Cluster
		for _, e := range f.Left {
			c := e.chosen(router.Cell(e.Opening))
			r.Routed = append(r.Routed, c)
			hit.N, lost.N, lost.Sum = hit.N+1, lost.N+1, lost.Sum+c.Regret
			if c.Right {
				hit.Sum++
			}
		}
		right, regret = append(right, hit), append(regret, lost)
	}
	r.Accuracy = stats.ClusterMean(right, alpha)
	r.Regret = stats.PairedMean(regret, false, alpha)
	return r, nil
}

// chosen judges a cell by what is known of the example.
func (e Example) chosen(cell int) Routed {
	best := e.best()
	c := Routed{Scenario: e.Scenario, Cell: cell, Best: best}
	if !math.IsNaN(e.Fitness[cell]) {
		c.Right, c.Regret = e.fits(cell), e.Fitness[best]-e.Fitness[cell]
		return c
	}
	worst := e.Fitness[best]
	for _, f := range e.Fitness {
		if f < worst {
			worst = f
		}
	}
	c.Regret = e.Fitness[best] - worst
	return c
}
