// Package pareto finds the points that no other beats in everything, and says how sure that is. It
// is pure: the same numbers and the same seed give the same answer, to the last bit.
//
//  1. What is wanted of a point is declared once, with its direction (Objective).
//  2. The points that no other dominates are the Front, how much they cover its Hypervolume, and
//     where a little more of one objective starts to cost much of another its Knees.
//  3. Points are measured with noise. Sample.Bootstrap says how surely each is on the front, and
//     Sample.Select how much the chosen ones owe to luck.
//  4. A minimum over fact types is the unluckiest of many small shares, so these are pooled first
//     (FitPools, Worst).
//  5. A Race measures points until it is clear which of them others dominate, and drops those.
//  6. What a query costs depends on how many come (Cost, BreakEven, Cheapest).
//  7. Between the points that were measured a Surface says what to expect (FitSurface), what each
//     setting does (MainEffects, Interactions), how far to trust it (LeaveGroupOut) and what to
//     measure next (Propose).
package pareto

import (
	"errors"
	"fmt"
	"math"
)

// Objective is what a coordinate of a point stands for. The zero value is something without a name
// of which less is better.
type Objective struct {
	Name, Unit string
	Maximize   bool // more is better; else less is
}

// maxMistakes is how many faults an error names before it only counts them.
const maxMistakes = 10

// mistakes gathers what is wrong with an argument.
type mistakes struct {
	first []error
	more  int
}

func (m *mistakes) add(format string, args ...any) {
	if len(m.first) < maxMistakes {
		m.first = append(m.first, fmt.Errorf(format, args...))
		return
	}
	m.more++
}

func (m *mistakes) err() error {
	if m.more > 0 {
		return errors.Join(append(m.first, fmt.Errorf("and %d more", m.more))...)
	}
	return errors.Join(m.first...)
}

// lower checks points and returns copies of them in which less is better everywhere.
func lower(points [][]float64, objectives []Objective) ([][]float64, error) {
	var wrong mistakes
	if len(objectives) == 0 {
		wrong.add("no objectives: name at least one")
	}
	m := len(objectives)
	flat := make([]float64, len(points)*m)
	rows := make([][]float64, len(points))
	for i, p := range points {
		rows[i] = flat[i*m : (i+1)*m : (i+1)*m]
		lowerPoint(rows[i], i, p, objectives, ": leave the point out", &wrong)
	}
	if err := wrong.err(); err != nil {
		return nil, err
	}
	return rows, nil
}

// lowerPoint is lower for one point, whose copy is to; cure says what to do about a value that is none.
func lowerPoint(to []float64, i int, p []float64, objectives []Objective, cure string, wrong *mistakes) {
	if len(p) != len(objectives) {
		wrong.add("point %d has %d values for %d objectives", i, len(p), len(objectives))
		return
	}
	for j, v := range p {
		if !finite(v) {
			wrong.add("point %d: %s is %g%s", i, objectives[j].Name, v, cure)
		}
		if objectives[j].Maximize {
			v = -v
		}
		to[j] = v
	}
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
