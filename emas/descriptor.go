package emas

import (
	"fmt"
	"slices"
)

// Descriptor is one way in which configurations differ, and the part of the grid it spans. Unlike
// fitness, neither end of it is better.
type Descriptor struct {
	Axis
	Sources []string // the fact types it is measured by; empty: any trial will do
	of      func([]Trial) float64
}

// Measure is the descriptor of a configuration's trials. Trials without any of the Sources it needs
// are an error: a scenario that has them must not be left out.
func (d Descriptor) Measure(trials []Trial) (float64, error) {
	if len(trials) == 0 {
		return 0, fmt.Errorf("descriptor %s: no trials", d.Name)
	}
	if len(d.Sources) > 0 {
		if _, asked := counted(trials, func(t string) bool { return slices.Contains(d.Sources, t) }); asked == 0 {
			return 0, fmt.Errorf("descriptor %s: no probe of %v in any trial; keep a scenario that has one", d.Name, d.Sources)
		}
	}
	return d.of(trials), nil
}

// Bins is how fine a grid is by default. Twenty probes on a grid of 10 let few elites stay in their
// cell when measured again; a coarse one is what noise allows.
const Bins = 5

// Retained is the share kept of one fact type's probes, all trials together: correction and
// phone/id span the seed's grid.
func Retained(factType string, bins int) Descriptor {
	return Descriptor{
		Axis:    Axis{factType + " retention", 0, 1, bins},
		Sources: []string{factType},
		of: func(trials []Trial) float64 {
			return retained(trials, func(t string) bool { return t == factType })
		},
	}
}

// CostPerTurn is what the memory costs in USD per turn of a conversation; limit is where the last
// bin ends.
func CostPerTurn(limit float64, bins int) Descriptor {
	return Descriptor{Axis: Axis{"USD per turn", 0, limit, bins}, of: func(trials []Trial) float64 {
		var usd float64
		turns := 0
		for _, t := range trials {
			usd, turns = usd+t.USD, turns+t.Turns
		}
		return usd / float64(max(1, turns))
	}}
}

// exactTypes are the fact types that are lost when a single character is.
var exactTypes = []string{"phone/id", "quantity", "date"}

// FactTypeBias is the retention of exact values (phone/id, quantity, date) less that of everything
// else, from -1 to 1: whether a memory favours figures or meaning. A side without probes counts 0.
func FactTypeBias(bins int) Descriptor {
	exact := func(factType string) bool { return slices.Contains(exactTypes, factType) }
	return Descriptor{Axis: Axis{"fact-type bias", -1, 1, bins}, of: func(trials []Trial) float64 {
		return retained(trials, exact) - retained(trials, func(factType string) bool { return !exact(factType) })
	}}
}

// Axes are the grid that descriptors span.
func Axes(descriptors []Descriptor) []Axis {
	axes := make([]Axis, len(descriptors))
	for i, d := range descriptors {
		axes[i] = d.Axis
	}
	return axes
}
