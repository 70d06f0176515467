package emas

import (
	"fmt"
	"math"
)

// Evaluation is what is known of a genome from everything measured of it so far.
type Evaluation struct {
	Genome      Genome
	Fitness     float64
	SE          float64   // standard error of Fitness from one set of repeats to another; 0: not known
	Descriptors []float64 // one for each Axis
	Infeasible  bool      // fails the hard constraint: never an elite
}

// check reports what is wrong with an evaluation for a grid with so many axes.
func (e Evaluation) check(axes int) error {
	bad := func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) }
	switch {
	case len(e.Descriptors) != axes:
		return fmt.Errorf("genome %d has %d descriptors, the archive %d axes", e.Genome, len(e.Descriptors), axes)
	case bad(e.Fitness):
		return fmt.Errorf("genome %d has fitness %v; leave out what could not be measured before scoring", e.Genome, e.Fitness)
	case bad(e.SE) || e.SE < 0:
		return fmt.Errorf("genome %d has standard error %v; give 0 where it is not known", e.Genome, e.SE)
	}
	for i, d := range e.Descriptors {
		if bad(d) {
			return fmt.Errorf("genome %d has descriptor %d of %v; every descriptor needs something to measure it by", e.Genome, i+1, d)
		}
	}
	return nil
}
