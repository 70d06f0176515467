package emas

import (
	"errors"
	"fmt"
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
