package emas

import "fmt"

// Shrinkage is what elites lost when they were measured again by something that didn't choose them.
type Shrinkage struct {
	Elites     int     `json:"elites"`
	Stayed     int     `json:"stayed"`     // whose cell is still the same
	Infeasible int     `json:"infeasible"` // that now pass too few tasks
	Searched   float64 `json:"mean_fitness_searched"`
	Heldout    float64 `json:"mean_fitness_again"`
}

// Corrected rebuilds an archive from evaluations of its elites, in their order, by repeats or scenarios
// that had no part in choosing them, so that being lucky once earns nothing. Fitness and cell are both
// recomputed; where two elites now share a cell the fitter stays, at a tie the one from the earlier
// cell. Rules that guard against noise don't apply.
func Corrected(searched *Archive, heldout []Evaluation) (*Archive, Shrinkage, error) {
	elites := searched.Elites()
	s := Shrinkage{Elites: len(elites)}
	corrected, err := NewArchive(searched.axes, Rules{})
	if err != nil {
		return nil, s, err
	}
	if len(heldout) != len(elites) {
		return nil, s, fmt.Errorf("corrected archive: %d evaluations of %d elites; measure each once", len(heldout), len(elites))
	}
	for i, e := range heldout {
		if e.Genome != elites[i].Genome {
			return nil, s, fmt.Errorf("corrected archive: evaluation %d is of genome %d, the elite is %d; give them in the order of the elites", i+1, e.Genome, elites[i].Genome)
		}
		if _, _, err := corrected.Add(e); err != nil {
			return nil, s, fmt.Errorf("corrected %w", err)
		}
		s.Searched += elites[i].Fitness / float64(len(elites))
		s.Heldout += e.Fitness / float64(len(elites))
		switch {
		case e.Infeasible:
			s.Infeasible++
		case corrected.Cell(e.Descriptors) == searched.Cell(elites[i].Descriptors):
			s.Stayed++
		}
	}
	return corrected, s, nil
}
