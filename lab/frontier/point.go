package frontier

import (
	"cmp"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/reports"
	"contextarena.internal/space"
)

// Point is a configuration. Costs are of a conversation at nominal prices.
type Point struct {
	space.Point
	Settings       string         `json:"settings"`
	Cost           float64        `json:"cost"`          // write and read
	USD            *Charge        `json:"usd,omitempty"` // where every model has a price
	Tokens         Charge         `json:"tokens"`
	LatencySeconds *float64       `json:"latency_seconds" jsonschema:"oneof_type=number;null"` // of a question
	Retention      reports.Figure `json:"retention"`
	Worst          *float64       `json:"worst" jsonschema:"oneof_type=number;null"` // least share kept of a type, of those with 5 probes or more
	WorstType      arena.FactType `json:"worst_type,omitempty"`
	Tasks          reports.Figure `json:"tasks"`
	OnFront        *float64       `json:"chance_on_front" jsonschema:"oneof_type=number;null"`
	OnFrontLow     *float64       `json:"chance_low,omitempty"` // between what it lies; below 32 scenarios
	OnFrontHigh    *float64       `json:"chance_high,omitempty"`

	name string // for people
}

// Charge is a conversation's cost by who asks.
type Charge struct {
	Write    float64 `json:"write"`    // upkeep of the memory
	Read     float64 `json:"read"`     // the dialogue and the final task
	Question float64 `json:"question"` // one question more
}

func (c *Charge) add(write, read, question float64) {
	c.Write, c.Read, c.Question = c.Write+write, c.Read+read, c.Question+question
}

// newPoint measures a point by what its trials add up.
func (f *Frontier) newPoint(p SweptPoint, shown []sums, all sums) Point {
	figure := func(level arena.Level, share func(sums) (part, whole float64)) reports.Figure {
		return reports.FigureOf(clustered(shown, f.Played.Repeats, share), f.about(level))
	}
	out := Point{
		Point: p.Point, Settings: cmp.Or(f.swept.Space.Describe(p.Levels), p.Label), name: cmp.Or(shortName(f.swept.Space, p.Levels), p.Label),
		Cost: all.cost(f.Unit), Tokens: all.charge(Tokens),
		Retention: figure(arena.LevelAnswer, keptOf), Tasks: figure("", passedOf),
	}
	if all.timed > 0 {
		out.LatencySeconds = new(all.latency / all.timed)
	}
	if !all.unpriced {
		out.USD = new(all.charge(USD))
	}
	out.Worst, out.WorstType = all.worst(f.Played.Repeats)
	return out
}

// charge is a point's in the unit of cost.
func (f *Frontier) charge(point int) Charge {
	if p := f.Points[point]; f.Unit == Tokens || p.USD == nil {
		return p.Tokens
	}
	return *f.Points[point].USD
}

// minProbes is how many probes of a fact type a point must have been asked to enter the worst type.
const minProbes = 5

// worst is the least share kept of a fact type and the first type it is of; nil where none has enough probes.
func (s sums) worst(repeats int) (share *float64, of arena.FactType) {
	for i, c := range s.types {
		if c.N < float64(minProbes*repeats) {
			continue
		}
		if kept := c.Sum / c.N; share == nil || kept < *share {
			share, of = &kept, arena.FactTypes[i]
		}
	}
	return share, of
}

// kept is the share of facts kept, on the mean.
func (p Point) kept() float64 { return p.Retention.Estimate().Mean }

// shortName names a combination; levels of categories that no other has stand for themselves:
// "structured trigger=8 recent=4 nano".
func shortName(s *space.Declared, levels []string) string {
	var parts []string
	for i, l := range levels {
		if l == "" {
			continue
		}
		d := s.Dimensions[i]
		ambiguous := slices.ContainsFunc(s.Dimensions, func(o space.Dimension) bool { return o.Name != d.Name && slices.Contains(o.Levels, l) })
		if d.Ordered || ambiguous {
			l = d.Name + "=" + l
		}
		parts = append(parts, l)
	}
	return strings.Join(parts, " ")
}
