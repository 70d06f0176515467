package emas

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
)

// Opening is what is known of a conversation after its first messages: an embedding of them, a
// label some classifier gave them, or both.
type Opening struct {
	Features []float64
	Label    string
}

// Example is a conversation whose best cell is known.
type Example struct {
	Opening
	Scenario string
	// Fitness and SE are of each cell's elite on this scenario, held-out if the archive was searched
	// on it; NaN where a cell has no elite. All examples have the same cells.
	Fitness, SE []float64
}

// Confidence is how many standard errors a lower bound lies below a mean, and a difference must
// exceed to be more than noise: one-sided 95 %.
const Confidence = 1.645

// floor is the lower confidence bound of a cell on an example; -Inf without an elite.
func (e Example) floor(cell int) float64 {
	if math.IsNaN(e.Fitness[cell]) {
		return math.Inf(-1)
	}
	return e.Fitness[cell] - Confidence*e.SE[cell]
}

// Best is the fittest cell by the mean.
func (e Example) Best() int {
	best := -1
	for c, f := range e.Fitness {
		if !math.IsNaN(f) && (best < 0 || f > e.Fitness[best]) {
			best = c
		}
	}
	return best
}

// Fits reports whether a cell is within noise of the best.
func (e Example) Fits(cell int) bool {
	best := e.Best()
	return e.Fitness[best]-e.Fitness[cell] <= Confidence*math.Hypot(e.SE[best], e.SE[cell])
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
		case e.Best() < 0:
			faults = append(faults, fmt.Errorf("router: example %d (%s) has no cell with an elite", i+1, e.Scenario))
		case len(e.Features) != len(examples[0].Features):
			faults = append(faults, fmt.Errorf("router: example %d (%s) has %d features, the first %d", i+1, e.Scenario, len(e.Features), len(examples[0].Features)))
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

// targets are the cells examples should go to: of those within noise of an example's best, the one
// that is best overall, so that noise doesn't tell apart what is the same.
func targets(examples []Example) (cells []int, overall int) {
	order := ranking(examples)
	for _, e := range examples {
		for _, c := range order {
			if !math.IsNaN(e.Fitness[c]) && e.Fits(c) {
				cells = append(cells, c)
				break
			}
		}
	}
	return cells, order[0]
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

// Centroids routes to the cell whose examples' mean features are nearest (Euclidean). Features of another length go to its
// best cell overall.
type Centroids struct {
	Cells  []int    `json:"cells"` // ascending
	Points []Vector `json:"points"`
	Best   int      `json:"-"`
}

// FitCentroids averages the features of the examples that should go to the same cell.
func FitCentroids(examples []Example) (Centroids, error) {
	if err := checkExamples(examples); err != nil {
		return Centroids{}, err
	}
	cells, overall := targets(examples)
	r := Centroids{Cells: distinct(cells), Best: overall}
	for _, c := range r.Cells {
		point, n := make(Vector, len(examples[0].Features)), 0.0
		for i, e := range examples {
			if cells[i] != c {
				continue
			}
			n++
			for f, x := range e.Features {
				point[f] += x
			}
		}
		for f := range point {
			point[f] /= n
		}
		r.Points = append(r.Points, point)
	}
	return r, nil
}

func distinct(cells []int) []int {
	d := slices.Clone(cells)
	slices.Sort(d)
	return slices.Compact(d)
}

// Cell is that of the nearest point, the lower number at a tie.
func (r Centroids) Cell(o Opening) int {
	cell, least := r.Best, math.Inf(1)
	for i, p := range r.Points {
		if len(p) != len(o.Features) || len(p) == 0 {
			return r.Best
		}
		var d float64
		for f := range p {
			d += (p[f] - o.Features[f]) * (p[f] - o.Features[f])
		}
		if d < least {
			cell, least = r.Cells[i], d
		}
	}
	return cell
}
