package frontier

import (
	"math"

	"contextarena.internal/pareto"
)

// measure is an objective with how it is taken from summed columns.
type measure struct {
	pareto.Objective
	of func(sums []float64) float64
}

// The objectives, each with its unit and direction. Costs are of a conversation; a question more is
// charged by itself.
var (
	cost      = measure{pareto.Objective{Name: "cost", Unit: USD}, func(s []float64) float64 { return s[paid] / s[trials] }}
	retention = measure{pareto.Objective{Name: "retention", Unit: "share", Maximize: true}, func(s []float64) float64 { return s[kept] / s[asked] }}
)

// costIn is cost with the unit it is counted in.
func costIn(unit string) measure {
	m := cost
	m.Unit = unit
	return m
}

// decades is the decimal logarithm of the cost.
func decades(unit string) measure {
	return measure{pareto.Objective{Name: "log cost", Unit: "log10 " + unit}, func(s []float64) float64 { return math.Log10(s[paid] / s[trials]) }}
}

// worst is the least pooled retention among the fact types, by sums over so many repeats.
func worst(pools []*pareto.Pool, repeats int) measure {
	counts := make([]pareto.Count, types)
	return measure{pareto.Objective{Name: "worst type", Unit: "share", Maximize: true}, func(s []float64) float64 {
		fillCounts(counts, s, repeats)
		w, _ := pareto.Worst(pools, counts)
		return w
	}}
}

// weighted is the mean of the types' retention with weights that add up to 1. Types that weren't asked
// for leave theirs to the others; NaN if none was.
func weighted(weights []Weight, sums []float64) float64 {
	total, of := 0.0, 0.0
	for i, w := range weights {
		if n := sums[byType+2*i+1]; n > 0 {
			total += w.Weight * sums[byType+2*i] / n
			of += w.Weight
		}
	}
	return total / of
}

// sampleOf is a sample with these objectives, which take the first columns of the rows alone.
func sampleOf(rows [][][][]float64, first int, ms ...measure) pareto.Sample {
	s := pareto.Sample{Trials: make([][][][]float64, len(rows)), Measure: func(sums []float64) []float64 {
		out := make([]float64, len(ms))
		for i, m := range ms {
			out[i] = m.of(sums)
		}
		return out
	}}
	for i, point := range rows {
		s.Trials[i] = make([][][]float64, len(point))
		for j, repeats := range point {
			for _, r := range repeats {
				s.Trials[i][j] = append(s.Trials[i][j], r[:first])
			}
		}
	}
	for _, m := range ms {
		s.Objectives = append(s.Objectives, m.Objective)
	}
	return s
}
