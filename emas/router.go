package emas

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
)

// Example is a conversation whose best cell is known.
type Example struct {
	Label    string // what some classifier says the conversation is
	Scenario string
	// Fitness and SE are of each cell's elite on this scenario, held-out if the archive was searched
	// on it; NaN where a cell has no elite. All examples have the same cells.
	Fitness, SE []float64
}

// confidence is how many standard errors a lower bound lies below a mean: one-sided 95 %.
const confidence = 1.645

// floor is the lower confidence bound of a cell on an example; -Inf without an elite.
func (e Example) floor(cell int) float64 {
	if math.IsNaN(e.Fitness[cell]) {
		return math.Inf(-1)
	}
	return e.Fitness[cell] - confidence*e.SE[cell]
}

// checkExamples reports every mistake at once.
func checkExamples(examples []Example) error {
	if len(examples) == 0 {
		return errors.New("router: no examples; play the archive's elites on some scenarios first")
	}
	var faults []error
	for i, e := range examples {
		switch {
		case len(e.Fitness) != len(examples[0].Fitness) || len(e.SE) != len(e.Fitness):
			faults = append(faults, fmt.Errorf("router: example %d (%s) has %d cells and %d standard errors, the first %d", i+1, e.Scenario, len(e.Fitness), len(e.SE), len(examples[0].Fitness)))
		case !slices.ContainsFunc(e.Fitness, func(f float64) bool { return !math.IsNaN(f) }):
			faults = append(faults, fmt.Errorf("router: example %d (%s) has no cell with an elite", i+1, e.Scenario))
		}
	}
	return errors.Join(faults...)
}

// ranking is every cell by its mean lower bound over examples, the best first; the lower number
// wins a tie. A cell without an elite somewhere comes last.
func ranking(examples []Example) []int {
	cells := make([]int, len(examples[0].Fitness))
	mean := make([]float64, len(cells))
	for c := range cells {
		cells[c] = c
		for _, e := range examples {
			mean[c] += e.floor(c) / float64(len(examples))
		}
	}
	slices.SortStableFunc(cells, func(a, b int) int { return cmp.Compare(mean[b], mean[a]) })
	return cells
}

// Labels routes by label alone: what a model said the conversation is. One that it was never shown goes to its best cell
// overall.
type Labels struct {
	Cells map[string]int
	Best  int // for labels not in Cells
}

// FitLabels takes, for each label, the cell with the highest mean lower confidence bound over the
// examples that have it.
func FitLabels(examples []Example) (Labels, error) {
	if err := checkExamples(examples); err != nil {
		return Labels{}, err
	}
	groups := map[string][]Example{}
	for _, e := range examples {
		groups[e.Label] = append(groups[e.Label], e)
	}
	r := Labels{map[string]int{}, ranking(examples)[0]}
	for label, g := range groups {
		r.Cells[label] = ranking(g)[0]
	}
	return r, nil
}
