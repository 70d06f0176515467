package emas

import (
	"errors"
	"fmt"
	"math"
)

// Evaluation is what is known of a genome from everything measured of it so far. A Scorer makes all of it
// but Genome and Descriptors.
type Evaluation struct {
	Genome      Genome    `json:"genome"`
	Fitness     float64   `json:"fitness"`            // Retention less Penalty
	SE          float64   `json:"se"`                 // of Fitness, from repeat to repeat on the same scenarios; 0: not known
	Retention   float64   `json:"weighted_retention"` // Σ weight·kept / Σ weight·asked
	Penalty     float64   `json:"cost_penalty"`
	Cost        float64   `json:"cost_times_hybrid"` // on the same scenarios; 0 without Hybrid
	Descriptors []float64 `json:"descriptors"`       // one for each Axis
	Tasks       Tasks     `json:"tasks"`
	Infeasible  bool      `json:"infeasible"` // passes too few tasks: never an elite
}

// Tasks is how many final tasks were passed where the full context passes at least half, every scenario weighing the same:
// elsewhere the model fails them, not the memory.
type Tasks struct {
	Passed   float64 `json:"passed"`
	Required float64 `json:"required"` // Scorer.Tasks of what the full context passes there
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

// Evaluate makes what a search is told of a genome from all its trials so far. A descriptor that has no source
// in them is measured by others, if there are any.
func Evaluate(g Genome, s Scorer, descriptors []Descriptor, trials []Trial, others ...Trial) (Evaluation, error) {
	e, err := s.Score(trials)
	faults := []error{err}
	e.Genome = g
	for _, d := range descriptors {
		x, err := d.Measure(e, trials)
		if err != nil && len(others) > 0 {
			x, err = d.Measure(e, others)
		}
		faults = append(faults, err)
		e.Descriptors = append(e.Descriptors, x)
	}
	if err := errors.Join(faults...); err != nil {
		return Evaluation{}, fmt.Errorf("genome %d: %w", g, err)
	}
	return e, nil
}
