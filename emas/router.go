package emas

import "slices"

// Example is a conversation on which it is known how well each cell does.
type Example struct {
	Label string // what some classifier says the conversation is
	// Floors are the lower bounds of the fitness of each cell's elite, held-out if the archive was searched
	// on it; -Inf where it isn't known. All examples have the same cells.
	Floors []float64
}

// confidence is how many standard errors a lower bound lies below a mean: one-sided 95 %.
const confidence = 1.645

// Floor is the lower confidence bound of the fitness.
func (e Evaluation) Floor() float64 { return e.Fitness - confidence*e.SE }

// best is the cell with the highest mean lower bound over examples, the first of equals. One that isn't known
// somewhere comes last.
func best(examples []Example) int {
	mean := make([]float64, len(examples[0].Floors))
	for _, e := range examples {
		for c, floor := range e.Floors {
			mean[c] += floor / float64(len(examples))
		}
	}
	return slices.Index(mean, slices.Max(mean))
}

// Labels routes by label alone: what a model said the conversation is. One that it was never shown goes to its best cell
// overall.
type Labels struct {
	Cells map[string]int
	Best  int // for labels not in Cells
}

// FitLabels takes, for each label, the cell with the highest mean lower confidence bound over the
// examples that have it. There must be one.
func FitLabels(examples []Example) Labels {
	groups := map[string][]Example{}
	for _, e := range examples {
		groups[e.Label] = append(groups[e.Label], e)
	}
	r := Labels{map[string]int{}, best(examples)}
	for label, g := range groups {
		r.Cells[label] = best(g)
	}
	return r
}
