package emas

import (
	"cmp"
	"fmt"
)

// Descriptor is one way in which configurations differ, and the part of the grid it spans: the share kept of one
// fact type's probes. Unlike fitness, neither end of it is better.
type Descriptor struct {
	Axis
	Type string // empty: of all
}

// Bins is how fine a grid is by default. Twenty probes on a grid of 10 let few elites stay in their
// cell when measured again; a coarse one is what noise allows.
const Bins = 5

// Retained is the share kept of one fact type's probes, all trials together, or of all probes for none: correction and
// phone/id span the seed's grid.
func Retained(factType string, bins int) Descriptor {
	return Descriptor{Axis{cmp.Or(factType, "all") + " retention", 0, 1, bins}, factType}
}

// Measure is the descriptor of a configuration's trials. Trials without any probe of its type are an error: a
// scenario that has them must not be left out.
func (d Descriptor) Measure(trials []Trial) (float64, error) {
	kept, asked := counted(trials, d.Type)
	if asked == 0 {
		return 0, fmt.Errorf("descriptor %s: no probe of it in any trial; keep a scenario that has one", d.Name)
	}
	return kept / asked, nil
}

// Axes are the grid that descriptors span.
func Axes(descriptors []Descriptor) []Axis {
	axes := make([]Axis, len(descriptors))
	for i, d := range descriptors {
		axes[i] = d.Axis
	}
	return axes
}
