// Package pareto finds the points that no other beats in everything, and says how sure that is. It
// is pure: the same numbers and the same seed give the same answer, to the last bit.
//
//  1. What is wanted of a point is declared once, with its direction (Objective).
//  2. The points that no other dominates are the Front, how much they cover its Hypervolume, and
//     where a little more of one objective starts to cost much of another its Knee.
//  3. Points are measured with noise. Sample.Bootstrap says how surely each is on the front.
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
		if len(p) != m {
			wrong.add("point %d has %d values for %d objectives", i, len(p), m)
			continue
		}
		for j, v := range p {
			if !finite(v) {
				wrong.add("point %d: %s is %g: leave the point out", i, objectives[j].Name, v)
			}
			if objectives[j].Maximize {
				v = -v
			}
			rows[i][j] = v
		}
	}
	return rows, wrong.err()
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
