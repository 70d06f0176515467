package emas

import "fmt"

// Shrinkage is what elites lost when they were measured again by something that didn't choose them.
type Shrinkage struct {
	Elites     int     // that were measured again; the figures below are of these
	Unmeasured int     // elites without a held-out evaluation: left out
	Stayed     int     // whose cell is still the same
	Infeasible int     // that now fail the constraint
	Searched   float64 // mean fitness as the search saw it
	Heldout    float64 // mean fitness of the same elites, held out
	Pairs      []Pair  // in the order of the searched cells
}

// Pair is one elite before and after.
type Pair struct{ Searched, Heldout Elite }

// Corrected rebuilds an archive from held-out evaluations of its elites: repeats or scenarios that
// had no part in choosing them, so that being lucky once earns nothing. Fitness and cell are both
// recomputed; where two elites now share a cell the fitter stays, at a tie the one from the earlier
// cell. Rules that guard against noise don't apply, only the offset does.
func Corrected(searched *Archive, heldout []Evaluation) (*Archive, Shrinkage, error) {
	var s Shrinkage
	corrected, err := NewArchive(searched.axes, Rules{Offset: searched.rules.Offset})
	if err != nil {
		return nil, s, err
	}
	again := map[Genome]Evaluation{}
	for _, e := range heldout {
		if _, twice := again[e.Genome]; twice {
			return nil, s, fmt.Errorf("corrected archive: genome %d has two held-out evaluations; pool them into one", e.Genome)
		}
		again[e.Genome] = e
	}
	for _, elite := range searched.Elites() {
		e, ok := again[elite.Genome]
		if !ok {
			s.Unmeasured++
			continue
		}
		if _, _, err := corrected.Add(e); err != nil {
			return nil, s, fmt.Errorf("corrected %w", err)
		}
		s.Elites++
		s.Searched += elite.Fitness
		s.Heldout += e.Fitness
		cell := corrected.Cell(e.Descriptors)
		if e.Infeasible {
			s.Infeasible++
		} else if cell == elite.Cell {
			s.Stayed++
		}
		s.Pairs = append(s.Pairs, Pair{elite, Elite{e, cell, e.Fitness}})
	}
	if s.Elites > 0 {
		s.Searched /= float64(s.Elites)
		s.Heldout /= float64(s.Elites)
	}
	return corrected, s, nil
}
