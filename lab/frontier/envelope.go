package frontier

import "contextarena.internal/pareto"

// Span is the cheapest configuration from a number of questions on.
type Span struct {
	From     float64 `json:"from_questions"`
	Point    int     `json:"point"`
	Write    float64 `json:"write"` // in the unit of cost
	Question float64 `json:"question"`
}

// Floor is the cheapest way to keep so much.
type Floor struct {
	Retention float64 `json:"retention"`
	Points    int     `json:"points"` // that keep as much by the lower ends of their intervals
	Spans     []Span  `json:"cheapest"`
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

func (f *Frontier) cheapest(points []int) []Span {
	out := []Span{}
	var costs []pareto.Cost
	for _, i := range points {
		c := f.charge(i)
		costs = append(costs, pareto.Cost{Write: c.Write, Read: c.Question})
	}
	spans, err := pareto.Cheapest(costs)
	if err != nil { // costs of completed trials are finite
		return out
	}
	for _, s := range spans {
		out = append(out, Span{From: s.From, Point: points[s.Point], Write: costs[s.Point].Write, Question: costs[s.Point].Read})
	}
	return out
}

// charge is a point's in the unit of cost.
func (f *Frontier) charge(point int) Charge {
	if p := f.Points[point]; f.Unit == Tokens || p.USD == nil {
		return p.Tokens
	}
	return *f.Points[point].USD
}
