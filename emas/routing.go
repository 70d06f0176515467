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

// LeaveOneOut fits a router on all scenarios but one and routes that one, for each in turn. The
// intervals, at confidence 1-alpha, take scenarios for the unit: openings of one aren't
// independent.
func LeaveOneOut(examples []Example, fit func([]Example) (Router, error), alpha float64) (Routing, error) {
	var r Routing
	if err := checkExamples(examples); err != nil {
		return r, err
	}
	var scenarios []string
	for _, e := range examples {
		if !slices.Contains(scenarios, e.Scenario) {
			scenarios = append(scenarios, e.Scenario)
		}
	}
	if len(scenarios) < 2 {
		return r, errors.New("routing: one scenario can't be left out of one; give examples of more")
	}
	r.Routed = make([]Routed, len(examples))
	var right, regret []stats.Cluster
	for _, name := range scenarios {
		var others []Example
		for _, e := range examples {
			if e.Scenario != name {
				others = append(others, e)
			}
		}
		router, err := fit(others)
		if err != nil {
			return Routing{}, fmt.Errorf("routing without %s: %w", name, err)
		}
		var hit, lost stats.Cluster
		for i, e := range examples {
			if e.Scenario != name {
				continue
			}
			c := e.chosen(router.Cell(e.Opening))
			r.Routed[i] = c
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
