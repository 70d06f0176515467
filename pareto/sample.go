package pareto

import (
	"slices"

	"gonum.org/v1/gonum/floats"
)

// Sample is what was measured of points: in the same trials, but each with its own noise. Every
// point completed as many repeats of each scenario; one that didn't must be left out.
type Sample struct {
	Objectives                 []Objective
	Points, Scenarios, Repeats int
	// Trial is what a trial adds up, by column: probes kept, probes asked, dollars spent, and a 1
	// where trials are to be counted. All have the same columns.
	Trial func(point, scenario, repeat int) []float64
	// Measure turns a point's columns, summed over trials, into its objectives. A share is the
	// quotient of two columns, so a scenario weighs as much as it has probes. It must not keep or
	// change sums.
	Measure func(sums []float64) []float64
}

// trials is a Sample laid out trial after trial, scenario by scenario: resampling adds whole rows.
type trials struct {
	Sample
	columns int
	rows    [][]float64 // trial × (point × column)
}

func (s Sample) layOut() trials {
	t := trials{Sample: s}
	for scenario := range s.Scenarios {
		for repeat := range s.Repeats {
			var row []float64
			for point := range s.Points {
				row = append(row, s.Trial(point, scenario, repeat)...)
			}
			t.rows, t.columns = append(t.rows, row), len(row)/s.Points
		}
	}
	return t
}

// measure gives each point's objectives over the trials, each counted so many times.
func (t trials) measure(times []float64) [][]float64 {
	sums := make([]float64, t.Points*t.columns)
	for k, n := range times {
		if n != 0 {
			floats.AddScaled(sums, n, t.rows[k])
		}
	}
	out := make([][]float64, t.Points)
	for i := range out {
		out[i] = t.Measure(sums[i*t.columns : (i+1)*t.columns : (i+1)*t.columns])
	}
	return out
}

// measureWhereDefined is measure on a part of the trials, which may leave a point's objectives undefined: nil.
func (t trials) measureWhereDefined(times []float64) [][]float64 {
	out := t.measure(times)
	for i, p := range out {
		if slices.ContainsFunc(p, func(v float64) bool { return !finite(v) }) {
			out[i] = nil
		}
	}
	return out
}

// frontAmong is the front of the points that have values.
func (t trials) frontAmong(points [][]float64) []int {
	var has []int
	var values [][]float64
	for i, p := range points {
		if p != nil {
			has, values = append(has, i), append(values, p)
		}
	}
	on := Front(values, t.Objectives)
	for i, k := range on {
		on[i] = has[k]
	}
	return on
}
