package evolution

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"contextarena.internal/emas"
)

// After is how many messages of the user a router decides by, unless it is told otherwise.
const After = 4

// fold is what a router is made from without one scenario: the elites that the others chose, and their
// fitness on each of the others.
type fold struct {
	descriptors []emas.Descriptor // of its archive
	elites      []emas.Evaluation
	examples    []emas.Example
}

// fold makes the archive without a scenario ("" for none), corrected by fresh repeats, and its elites'
// fitness on the others, which is what the search saw.
func (r Run) fold(left string, kinds Kinds) (fold, error) {
	searched, descriptors, err := r.without(left)
	if err != nil {
		return fold{}, err
	}
	a := r.correct(searched, descriptors, left)
	f := fold{descriptors: descriptors, elites: a.Elites()}
	if len(f.elites) == 0 {
		return f, fmt.Errorf("nothing to route to: no genome passes enough tasks on the scenarios besides %s; evolve with more --repeats, or with --tasks 0", cmp.Or(left, "held-out ones"))
	}
	seen := r.pipelines()
	for _, id := range r.Search {
		if id == left {
			continue
		}
		floors, err := r.floors(id, f.elites, seen)
		if err != nil {
			return f, err
		}
		if slices.Max(floors) > math.Inf(-1) { // else none of them completed a trial there
			f.examples = append(f.examples, emas.Example{Label: kinds[id], Floors: floors})
		}
	}
	if len(f.examples) == 0 {
		return f, fmt.Errorf("nothing to route by: no elite has a trial on a scenario besides %s; evolve on more", cmp.Or(left, "held-out ones"))
	}
	return f, nil
}

// fresh are the fresh repeats of an elite of the archive or of a fold, on the scenarios that chose; nil where there are none.
func (r Run) fresh(g emas.Genome) []emas.Trial {
	for _, e := range r.Elites {
		if e.Genome == g && e.Fresh != nil {
			return e.Fresh.Trials
		}
	}
	for _, m := range r.Folded {
		if m.Genome == g {
			return m.Trials
		}
	}
	return nil
}

// correct is an archive, made without a scenario, where fresh repeats on the others put its elites: none that
// passes too few tasks then is in it. It stays as it is without fresh repeats.
func (r Run) correct(searched *emas.Archive, descriptors []emas.Descriptor, left string) *emas.Archive {
	if !slices.Contains(r.Search, left) {
		a, _ := r.corrected()
		return cmp.Or(a, searched)
	}
	var fair []emas.Evaluation
	for _, e := range searched.Elites() {
		if trials := r.fresh(e.Genome); trials != nil {
			again, err := emas.Evaluate(e.Genome, r.Scorer, descriptors, besides(trials, left))
			if err != nil { // too little was completed
				again = emas.Evaluation{Genome: e.Genome, Descriptors: make([]float64, len(descriptors)), Infeasible: true}
			}
			e = again
		}
		fair = append(fair, e)
	}
	corrected, _ := emas.Corrected(searched, fair)
	return corrected
}

// floors are the lower bounds of what elites are worth on one scenario; -Inf where one wasn't played to the end.
func (r Run) floors(scenario string, elites []emas.Evaluation, played []Measured) ([]float64, error) {
	var out []float64
	for _, elite := range elites {
		own := trialsOn(played, elite.Genome, scenario)
		if len(own) == 0 {
			out = append(out, math.Inf(-1))
			continue
		}
		f, err := r.Scorer.Score(own)
		if err != nil {
			return nil, err
		}
		out = append(out, f.Floor())
	}
	return out, nil
}
