package pareto

import (
	"math"
	"slices"
)

// Cost is what a memory costs: once for writing it, and again for every query that reads it, in
// USD or tokens.
type Cost struct{ Write, Read float64 }

// Span is the range of queries, from From up to the next span's, in which a point is the cheapest.
type Span struct {
	From  float64 `json:"from_questions"`
	Point int     `json:"point"`
}

// Cheapest is the point with the least cost for every number of queries from 0 on: the lower
// envelope of the cost lines, spans ascending, the last without an end. Where a span begins both
// points cost the same. Of equal points the first is taken, and a point that is nowhere strictly
// cheapest has no span. A cost that is NaN, infinite or negative is an error that names the point.
func Cheapest(costs []Cost) ([]Span, error) {
	var wrong mistakes
	order := make([]int, len(costs))
	for i, c := range costs {
		order[i] = i
		if !finite(c.Write) || !finite(c.Read) || c.Write < 0 || c.Read < 0 {
			wrong.add("point %d costs %g to write and %g to read: want 0 or more of both", i, c.Write, c.Read)
		}
	}
	if err := wrong.err(); err != nil {
		return nil, err
	}
	// From the cheapest to write to the cheapest to read: later ones take over as queries grow.
	slices.SortStableFunc(order, func(a, b int) int {
		return slices.Compare([]float64{costs[a].Write, costs[a].Read}, []float64{costs[b].Write, costs[b].Read})
	})
	var out []Span
	for _, i := range order {
		from := 0.0
		for len(out) > 0 {
			last := out[len(out)-1]
			a, b := costs[last.Point], costs[i]
			n := (b.Write - a.Write) / (a.Read - b.Read) // the queries at which both cost the same
			if !(n > 0) || math.IsInf(n, 1) {            // the order rules out that the last one is never cheaper
				from = math.Inf(1)
				break
			}
			if n > last.From {
				from = n
				break
			}
			out = out[:len(out)-1]
		}
		if !math.IsInf(from, 1) {
			out = append(out, Span{from, i})
		}
	}
	return out, nil
}
