package frontier

import (
	"contextarena.internal/pareto"
)

// Floor is the cheapest way to keep at least so much.
type Floor struct {
	Retention float64
	Points    []int // of Frontier.Points: those whose retention is at least that
	// Spans are the cheapest of them by the number of questions a conversation's memory is asked
	// later, from the first; the points are of Frontier.Points.
	Spans []pareto.Span
}

// floorLevels are the floors that are looked at.
var floorLevels = []float64{0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9}

// floors finds the cheapest points by questions; see Point.charge. A floor is met by the mean: what is
// sure to meet it, its interval says.
func (f *Frontier) floors() {
	for _, level := range floorLevels {
		fl := Floor{Retention: level}
		for i, p := range f.Points {
			if p.Retention.Mean >= level {
				fl.Points = append(fl.Points, i)
			}
		}
		if len(fl.Points) == 0 {
			break
		}
		fl.Spans = f.cheapest(fl.Points)
		f.Floors = append(f.Floors, fl)
	}
	f.Envelope = f.cheapest(f.Front)
}

func (f *Frontier) cheapest(points []int) []pareto.Span {
	var costs []pareto.Cost
	for _, i := range points {
		costs = append(costs, f.Points[i].charge(f.Unit))
	}
	spans, err := pareto.Cheapest(costs)
	if err != nil { // costs of completed trials are finite
		return nil
	}
	for k := range spans {
		spans[k].Point = points[spans[k].Point]
	}
	return spans
}
