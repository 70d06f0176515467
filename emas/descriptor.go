package emas

import (
	"cmp"
	"fmt"
)

// Descriptor is one way in which configurations differ, and the part of the grid it spans. Unlike fitness, neither end of it
// is better.
type Descriptor struct {
	Axis
	Of string // Cost, Upkeep, or a fact type whose share kept it is; empty: of all
}

// What a descriptor may be besides a fact type's retention: the cost of the memory by Hybrid's, and the share of it that
// upkeep takes, the rest being read.
const (
	Cost   = "cost"
	Upkeep = "upkeep"
)

// Bins is how fine a grid is by default. Of 5 bins of cost and upkeep other scenarios let 6 of 10 elites stay in their cell; a
// coarse grid is what noise allows.
const Bins = 4

// Describe is a descriptor by its name, in equal bins over all that is usual.
func Describe(name string, bins int) Descriptor {
	switch name {
	case Cost:
		return Descriptor{Axis{"cost by hybrid's", 0, 4, bins}, name}
	case Upkeep:
		return Descriptor{Axis{"upkeep's share", 0, 1, bins}, name}
	}
	return Descriptor{Axis{cmp.Or(name, "all") + " retention", 0, 1, bins}, name}
}

// Measure is the descriptor of a configuration's trials, scored as e: of retention all trials together. Trials without any
// probe of its type are an error: a scenario that has them must not be left out.
func (d Descriptor) Measure(e Evaluation, trials []Trial) (float64, error) {
	var part, all float64
	switch d.Of {
	case Cost:
		return e.Cost, nil
	case Upkeep:
		for _, t := range trials {
			part, all = part+t.Upkeep, all+t.Cost
		}
		return part / max(all, 1e-300), nil
	}
	if part, all = counted(trials, d.Of); all == 0 {
		return 0, fmt.Errorf("descriptor %s: no probe of it in any trial; keep a scenario that has one", d.Name)
	}
	return part / all, nil
}

// Axes are the grid that descriptors span.
func Axes(descriptors []Descriptor) []Axis {
	axes := make([]Axis, len(descriptors))
	for i, d := range descriptors {
		axes[i] = d.Axis
	}
	return axes
}
