package emas

import (
	"math"
	"slices"
)

// Axis is one descriptor's part of the grid: equal bins from Low to High. Values outside count to
// the bins at the ends.
type Axis struct {
	Name string  `json:"name"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
	Bins int     `json:"bins"`
}

// boundary is how far below a bin's lower end a value still counts to it, as in pyribs: shares such
// as 3/20 lie on the ends of bins, and rounding must not decide.
const boundary = 1e-6

// Bin is the place of a value on the axis, from 0: trunc((bins·(value-low)+1e-6)/(high-low)).
func (a Axis) Bin(value float64) int {
	b := (float64(a.Bins)*(value-a.Low) + boundary) / (a.High - a.Low)
	return int(min(max(b, 0), float64(a.Bins-1)))
}

// Status is what became of an addition. The order is: rejected < improved < discovered.
type Status int

// Rejected: the cell keeps its elite. Improved: a cell has a new one. Discovered: the cell was empty.
const (
	Rejected Status = iota
	Improved
	Discovered
)

// Archive is a grid over the descriptors that keeps the fittest genome of each cell (MAP-Elites,
// Mouret & Clune 2015; conventions of pyribs' GridArchive). It is not safe for concurrent use.
type Archive struct {
	axes   []Axis
	margin float64
	cells  []Evaluation
	filled []bool
	max    float64
	added  int
}

// NewArchive makes an empty archive. margin is how many standard errors of the difference a challenger must be better by;
// with 0 strictly better wins (MAP-Elites). A tie keeps the older elite, so that reruns agree.
func NewArchive(axes []Axis, margin float64) *Archive {
	cells := 1
	for _, a := range axes {
		cells *= a.Bins
	}
	return &Archive{axes: slices.Clone(axes), margin: margin, cells: make([]Evaluation, cells), filled: make([]bool, cells)}
}

// Cell is where descriptors lie, row-major with the last axis fastest.
func (a *Archive) Cell(descriptors []float64) int {
	cell := 0
	for i, x := range a.axes {
		cell = cell*x.Bins + x.Bin(descriptors[i])
	}
	return cell
}

// Elite is the elite of a cell, the fittest that it was offered, if it has one.
func (a *Archive) Elite(cell int) (Evaluation, bool) { return a.cells[cell], a.filled[cell] }

// Elites are all of them, by cell.
func (a *Archive) Elites() []Evaluation {
	var all []Evaluation
	for c, f := range a.filled {
		if f {
			all = append(all, a.cells[c])
		}
	}
	return all
}

// Add offers a genome to its cell. gain is by how much it is fitter than the cell's elite
// (negative where it isn't), or its fitness in an empty cell. An infeasible one is rejected without gain.
func (a *Archive) Add(e Evaluation) (status Status, gain float64) {
	statuses, gains := a.AddAll([]Evaluation{e})
	return statuses[0], gains[0]
}

// AddAll offers several at once. Elites end up as if added one by one, but status and gain are told
// against the archive as it was before, so that none depends on its place in the batch.
func (a *Archive) AddAll(batch []Evaluation) (statuses []Status, gains []float64) {
	for _, e := range batch {
		cell := a.Cell(e.Descriptors)
		status, gain := a.judge(e, a.cells[cell], a.filled[cell])
		statuses, gains = append(statuses, status), append(gains, gain)
	}
	for _, e := range batch {
		cell := a.Cell(e.Descriptors)
		status, _ := a.judge(e, a.cells[cell], a.filled[cell])
		a.accept(e, cell, status)
	}
	return statuses, gains
}

// judge says how e would fare against what a cell holds.
func (a *Archive) judge(e Evaluation, elite Evaluation, filled bool) (Status, float64) {
	if e.Infeasible {
		return Rejected, 0
	}
	if !filled {
		return Discovered, e.Fitness
	}
	gain := e.Fitness - elite.Fitness
	if gain > a.margin*math.Hypot(e.SE, elite.SE) {
		return Improved, gain
	}
	return Rejected, gain
}

func (a *Archive) accept(e Evaluation, cell int, status Status) {
	if e.Infeasible {
		return
	}
	if a.added == 0 || e.Fitness > a.max {
		a.max = e.Fitness
	}
	a.added++
	if status != Rejected {
		a.put(e, cell)
	}
}

// put makes e the elite of a cell.
func (a *Archive) put(e Evaluation, cell int) {
	e.Descriptors = slices.Clone(e.Descriptors)
	a.cells[cell], a.filled[cell] = e, true
}

// Remeasure replaces what is known of an elite by a newer evaluation of the same genome. This alone
// may lower the fitness of a cell, or empty it: an elite whose descriptors now lie in another cell,
// or that turns out infeasible, leaves, and is offered to the other cell like any newcomer. It
// returns the cell it was in.
func (a *Archive) Remeasure(e Evaluation) (cell int) {
	c := a.cellOf(e.Genome)
	if !e.Infeasible && a.Cell(e.Descriptors) == c {
		a.put(e, c)
		a.max = max(a.max, e.Fitness)
		return c
	}
	a.cells[c], a.filled[c] = Evaluation{}, false
	a.Add(e)
	return c
}

// cellOf is the cell of which a genome is the elite; -1 if it is none's.
func (a *Archive) cellOf(g Genome) int {
	for c, f := range a.filled {
		if f && a.cells[c].Genome == g {
			return c
		}
	}
	return -1
}

// Summary is an archive in figures.
type Summary struct {
	Elites  int     `json:"elites"`
	Cells   int     `json:"cells"`
	QDScore float64 `json:"qd_score"`     // sum of the elites' fitness (Pugh, Soros & Stanley 2016)
	Mean    float64 `json:"mean_fitness"` // of the elites; 0 without any
	Max     float64 `json:"max_fitness"`  // greatest fitness of any feasible evaluation added, kept or not; 0 without any
}

// Summary takes stock.
func (a *Archive) Summary() Summary {
	s := Summary{Cells: len(a.cells), Max: a.max}
	for c, f := range a.filled {
		if f {
			s.Elites++
			s.QDScore += a.cells[c].Fitness
			s.Mean += a.cells[c].Fitness
		}
	}
	if s.Elites > 0 {
		s.Mean /= float64(s.Elites)
	}
	return s
}
