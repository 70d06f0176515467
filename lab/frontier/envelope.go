package frontier

import "contextarena.internal/pareto"

// Floor is the cheapest way to keep so much.
type Floor struct {
	Retention float64       `json:"retention"`
	Points    int           `json:"points"`   // that keep as much by the lower ends of their intervals
	Spans     []pareto.Span `json:"cheapest"` // by questions
}

// floorLevels are the floors that are looked at.
var floorLevels = []float64{0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9}

// envelopes finds the cheapest points by questions: the upkeep of the memory once and each question
// that reads it; the dialogue that goes on anyway is in neither. A floor is met by the lower end of a
// point's interval, so nothing without one meets any.
func (f *Frontier) envelopes() {
	f.Floors, f.Envelope = []Floor{}, f.cheapest(f.Front)
	for _, level := range floorLevels {
		var points []int
		for i, p := range f.Points {
			if ends := p.Retention.Estimate().Interval; ends != nil && ends.Low >= level {
				points = append(points, i)
			}
		}
		if len(points) == 0 {
			break
		}
		f.Floors = append(f.Floors, Floor{Retention: level, Points: len(points), Spans: f.cheapest(points)})
	}
}

// cheapest are the spans of some of the points.
func (f *Frontier) cheapest(points []int) []pareto.Span {
	var costs []pareto.Cost
	for _, i := range points {
		c := f.charge(i)
		costs = append(costs, pareto.Cost{Write: c.Write, Read: c.Question})
	}
	spans, err := pareto.Cheapest(costs)
	if err != nil || len(spans) == 0 { // costs of completed trials are finite
		return []pareto.Span{}
	}
	for k := range spans {
		spans[k].Point = points[spans[k].Point]
	}
	return spans
}

// charge is a point's in the unit of cost.
func (f *Frontier) charge(point int) Charge {
	if p := f.Points[point]; f.Unit == Tokens || p.USD == nil {
		return p.Tokens
	}
	return *f.Points[point].USD
}
