package pareto

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// Sample is what was measured of points: in the same trials, but each with its own noise.
type Sample struct {
	Objectives []Objective
	// Trials is point × scenario × repeat × column. Columns are what sums up over trials: probes
	// kept, probes asked, dollars spent, and a 1 where trials are to be counted. All points have
	// the same scenarios and repeats; a trial that wasn't completed is nil and counts nowhere.
	Trials [][][][]float64
	// Measure turns a point's columns, summed over trials, into its objectives. A share is the
	// quotient of two columns, so a scenario weighs as much as it has probes. It must not keep or
	// change sums.
	Measure func(sums []float64) []float64
}

// trials is a Sample laid out trial after trial: resampling adds whole rows.
type trials struct {
	Sample
	scenario [][]int     // trials of each scenario
	columns  int         // of a point, with a last one that counts its trials
	rows     [][]float64 // trial × (point × column), 0 where there was no trial
}

// layOut checks a sample and lays it out trial after trial.
func (s Sample) layOut() (trials, error) {
	t := trials{Sample: s, columns: 1}
	var wrong mistakes
	if len(s.Trials) == 0 {
		wrong.add("no points: sample at least one")
		return t, wrong.err()
	}
	n := 0
	for j, repeats := range s.Trials[0] {
		if len(repeats) == 0 {
			wrong.add("scenario %d has no repeats: leave the scenario out", j)
		}
		var own []int
		for range repeats {
			own = append(own, n)
			n++
		}
		t.scenario = append(t.scenario, own)
	}
	for _, scenarios := range s.Trials {
		for _, repeats := range scenarios {
			for _, row := range repeats {
				t.columns = max(t.columns, len(row)+1)
			}
		}
	}
	t.rows = make([][]float64, n)
	for k := range t.rows {
		t.rows[k] = make([]float64, len(s.Trials)*t.columns)
	}
	for i, scenarios := range s.Trials {
		if len(scenarios) != len(t.scenario) {
			wrong.add("point %d has %d scenarios, point 0 has %d", i, len(scenarios), len(t.scenario))
			continue
		}
		for j, repeats := range scenarios {
			if len(repeats) != len(t.scenario[j]) {
				wrong.add("point %d, scenario %d has %d repeats, point 0 has %d", i, j, len(repeats), len(t.scenario[j]))
				continue
			}
			for k, row := range repeats {
				if row == nil {
					continue
				}
				if len(row) != t.columns-1 {
					wrong.add("point %d, scenario %d, repeat %d has %d columns, others have %d", i, j, k, len(row), t.columns-1)
					continue
				}
				at := t.rows[t.scenario[j][k]][i*t.columns : (i+1)*t.columns]
				copy(at, row)
				at[t.columns-1] = 1
			}
		}
	}
	return t, wrong.err()
}

// measure gives each point's objectives over the trials, each counted so many times. A point
// without trials has none: nil.
func (t trials) measure(times []float64) [][]float64 {
	sums := make([]float64, len(t.Trials)*t.columns)
	for k, n := range times {
		if n != 0 {
			floats.AddScaled(sums, n, t.rows[k])
		}
	}
	out := make([][]float64, len(t.Trials))
	for i := range out {
		own := sums[i*t.columns : (i+1)*t.columns]
		if own[t.columns-1] > 0 {
			out[i] = t.Measure(own[: t.columns-1 : t.columns-1])
		}
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

// measureAll measures every point on all its trials, once each, and refuses those without a value.
func (t trials) measureAll() ([][]float64, error) {
	times := make([]float64, len(t.rows))
	for k := range times {
		times[k] = 1
	}
	points := t.measure(times)
	var wrong mistakes
	for i, p := range points {
		if p == nil {
			wrong.add("point %d has no completed trial: leave the point out", i)
		}
	}
	if err := wrong.err(); err != nil {
		return nil, err
	}
	_, err := lower(points, t.Objectives)
	return points, err
}

// frontAmong is the front of the points that have values, turned so that less is better.
func (t trials) frontAmong(points [][]float64) (at []int, rows [][]float64, err error) {
	var has []int
	var values [][]float64
	for i, p := range points {
		if p != nil {
			has, values = append(has, i), append(values, p)
		}
	}
	rows, err = lower(values, t.Objectives)
	if err != nil {
		return nil, nil, fmt.Errorf("measured points: %w", err)
	}
	for _, k := range front(rows) {
		at = append(at, has[k])
	}
	return at, rows, nil
}
