package emas

// Shrinkage is what elites lost when they were measured again by something that didn't choose them.
type Shrinkage struct {
	Elites     int     `json:"elites"`
	Stayed     int     `json:"stayed"`     // whose cell is still the same
	Infeasible int     `json:"infeasible"` // that now pass too few tasks
	Searched   float64 `json:"mean_fitness_searched"`
	Heldout    float64 `json:"mean_fitness_again"`
}

// Corrected rebuilds an archive from one evaluation of each of its elites, in their order, by repeats or scenarios
// that had no part in choosing them, so that being lucky once earns nothing. Fitness and cell are both
// recomputed; where two elites now share a cell the fitter stays, at a tie the one from the earlier
// cell. A margin against noise doesn't apply.
func Corrected(searched *Archive, heldout []Evaluation) (*Archive, Shrinkage) {
	elites := searched.Elites()
	s := Shrinkage{Elites: len(elites)}
	corrected := NewArchive(searched.axes, 0)
	for i, e := range heldout {
		corrected.Add(e)
		s.Searched += elites[i].Fitness / float64(len(elites))
		s.Heldout += e.Fitness / float64(len(elites))
		switch {
		case e.Infeasible:
			s.Infeasible++
		case corrected.Cell(e.Descriptors) == searched.Cell(elites[i].Descriptors):
			s.Stayed++
		}
	}
	return corrected, s
}
