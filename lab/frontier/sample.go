package frontier

import (
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/tally"
	"contextarena.internal/pareto"
)

// Columns of a trial in a pareto.Sample: what adds up over trials. Those that the fronts are taken from
// come first, so that a sample can do with them.
const (
	trials = iota
	kept   // of the headline's probes
	asked
	paid   // write and read, in Frontier.Unit
	byType // kept and asked of each fact type
)

// types is how many fact types there are.
const types = 8

// What the front in cost and retention takes of a row, and the one with the worst type.
const (
	ofFront = byType
	ofWorst = byType + 2*types
)

const (
	passed   = ofWorst + iota
	writeUSD // for the upkeep of the memory
	readUSD
	questionUSD // of one question more
	writeTokens
	readTokens
	questionTokens
	latency // of a question, in seconds
	timed   // trials with a latency
	columns
)

// Units of cost.
const (
	USD    = "USD"
	Tokens = "tokens"
)

// unitOf is what costs are counted in: USD, unless a model has no price or a trial cost nothing. Of
// costs the logarithm is taken, and what is free can't be compared with what isn't.
func unitOf(s Swept) string {
	for _, p := range s.Points {
		for _, repeats := range p.Trials {
			for _, t := range repeats {
				if t.Completed() && !(t.Cost.Priced && t.Cost.Write.USD+t.Cost.Read.USD > 0) {
					return Tokens
				}
			}
		}
	}
	return USD
}

// row is a completed trial; nil for any other.
func row(t lab.Shown, sc *arena.Scenario, unit string) []float64 {
	if !t.Completed() {
		return nil
	}
	out := make([]float64, columns)
	out[trials] = 1
	out[kept], out[asked] = t.Answered(sc, tally.Headline)
	if t.Passed {
		out[passed] = 1
	}
	q := t.PerQuestion()
	out[writeUSD], out[readUSD], out[questionUSD] = t.Cost.Write.USD, t.Cost.Read.USD, q.USD
	out[writeTokens], out[readTokens], out[questionTokens] = float64(t.Cost.Write.Tokens()), float64(t.Cost.Read.Tokens()), float64(q.Tokens())
	out[paid] = out[writeUSD] + out[readUSD]
	if unit == Tokens {
		out[paid] = out[writeTokens] + out[readTokens]
	}
	if t.Latency > 0 {
		out[latency], out[timed] = t.Latency.Seconds(), 1
	}
	for i, ft := range arena.FactTypes {
		k, n := t.Answered(sc, func(p arena.Probe) bool { return tally.Headline(p) && p.Type == ft })
		out[byType+2*i], out[byType+2*i+1] = k, n
	}
	return out
}

// rows are the trials of points on scenarios: point × scenario × repeat × column.
func rows(s Swept, unit string, points, scenarios []int) [][][][]float64 {
	out := make([][][][]float64, len(points))
	for i, p := range points {
		out[i] = make([][][]float64, len(scenarios))
		for j, sc := range scenarios {
			for _, t := range s.Points[p].Trials[sc] {
				out[i][j] = append(out[i][j], row(t, s.Scenarios[sc], unit))
			}
		}
	}
	return out
}

// sum adds the columns of a point's trials up.
func sum(scenarios [][][]float64) []float64 {
	out := make([]float64, columns)
	for _, repeats := range scenarios {
		for _, r := range repeats {
			for i, v := range r {
				out[i] += v
			}
		}
	}
	return out
}

// typeCounts are a point's probes by fact type, its repeats averaged.
func typeCounts(sums []float64, repeats int) []pareto.Count {
	out := make([]pareto.Count, types)
	fillCounts(out, sums, repeats)
	return out
}

// fillCounts is typeCounts without a new slice: a bootstrap asks for many.
func fillCounts(to []pareto.Count, sums []float64, repeats int) {
	for i := range to {
		to[i] = pareto.Count{Kept: sums[byType+2*i] / float64(repeats), Asked: sums[byType+2*i+1] / float64(repeats)}
	}
}

// whole lists the points that completed every trial on the scenarios.
func whole(s Swept, scenarios []int) []int {
	var out []int
	for i, p := range s.Points {
		if !slices.ContainsFunc(scenarios, func(sc int) bool {
			return slices.ContainsFunc(p.Trials[sc], func(t lab.Shown) bool { return !t.Completed() })
		}) {
			out = append(out, i)
		}
	}
	return out
}

// counts adds two columns of a point's repeats up.
func counts(repeats [][]float64, k, n int) (sumK, sumN float64) {
	for _, r := range repeats {
		sumK, sumN = sumK+r[k], sumN+r[n]
	}
	return sumK, sumN
}
