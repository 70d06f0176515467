package emas

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"contextarena.internal/space"
)

// Landscape is a space measured completely: what a search can be judged by.
type Landscape struct {
	Space  *space.Space
	Axes   []Axis
	Offset float64
	// Truth has every genome's evaluation, by number: the mean of many repeats (at least 20), none of
	// them among Draws. Where fitness and descriptors have no noise, one is enough.
	Truth []Evaluation
	// Draws are single measurements of every genome, draw by draw: all that a search gets to see.
	// Without any it sees the truth.
	Draws [][]Evaluation
}

// Check reports every mistake at once.
func (l Landscape) Check() error {
	var faults []error
	complete := func(what string, all []Evaluation) {
		if len(all) != l.Space.Size() {
			faults = append(faults, fmt.Errorf("%s has %d evaluations, the space %d genomes; measure each once", what, len(all), l.Space.Size()))
			return
		}
		for g, e := range all {
			if e.Genome != Genome(g) {
				faults = append(faults, fmt.Errorf("%s has genome %d in place of %d; sort by genome", what, e.Genome, g))
				return
			}
			if err := e.check(len(l.Axes)); err != nil {
				faults = append(faults, fmt.Errorf("%s: %w", what, err))
			}
		}
	}
	complete("truth", l.Truth)
	for i, d := range l.Draws {
		complete(fmt.Sprintf("draw %d", i+1), d)
	}
	if len(faults) > 0 {
		return fmt.Errorf("landscape: %w", errors.Join(faults[:min(len(faults), 5)]...))
	}
	return nil
}

// Optimum is the archive of the true best of each cell: what no search can exceed.
func (l Landscape) Optimum() (*Archive, error) {
	if err := l.Check(); err != nil {
		return nil, err
	}
	a, err := NewArchive(l.Axes, Rules{Offset: l.Offset})
	if err != nil {
		return nil, err
	}
	_, _, err = a.AddAll(l.Truth)
	return a, err
}

// best is the QD score of the optimum, the unit of all fractions.
func (l Landscape) best() (float64, error) {
	a, err := l.Optimum()
	if err != nil {
		return 0, err
	}
	score := a.Summary().QDScore
	if score <= 0 {
		return 0, fmt.Errorf("landscape: its best QD score is %v, so nothing can be a fraction of it; lower the offset below the worst fitness", score)
	}
	return score, nil
}

// Random is what random search without replacement reaches on average after k distinct evaluations,
// each without noise, as a fraction of the optimum's QD score. It is exact: a cell's best is its
// j-th fittest genome if that was drawn and none of the fitter ones were, and after k of N draws
// none of j were with probability C(N-j, k)/C(N, k).
func (l Landscape) Random(ks []int) ([]float64, error) {
	best, err := l.best()
	if err != nil {
		return nil, err
	}
	a, err := l.Optimum() // for its cells
	if err != nil {
		return nil, err
	}
	cells := make([][]float64, a.Cells())
	for _, e := range l.Truth {
		if !e.Infeasible {
			c := a.Cell(e.Descriptors)
			cells[c] = append(cells[c], e.Fitness-l.Offset)
		}
	}
	for _, worths := range cells {
		slices.SortFunc(worths, func(a, b float64) int { return cmp.Compare(b, a) })
	}
	n := float64(l.Space.Size())
	fractions := make([]float64, len(ks))
	for i, k := range ks {
		if k < 0 || k > l.Space.Size() {
			return nil, fmt.Errorf("landscape: %d draws of %d genomes; ask for 0 up to all", k, l.Space.Size())
		}
		for _, worths := range cells {
			none := 1.0 // probability that none of the fitter ones was drawn
			for j, worth := range worths {
				next := none * max(0, n-float64(j)-float64(k)) / (n - float64(j))
				fractions[i] += worth * (none - next)
				none = next
			}
		}
		fractions[i] /= best
	}
	return fractions, nil
}
