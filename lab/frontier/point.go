package frontier

import (
	"math"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/pareto"
	"contextarena.internal/reports"
	"contextarena.internal/space"
	"contextarena.internal/stats"
)

// Point is a configuration. Costs are of a conversation at nominal prices.
type Point struct {
	Levels         []string       `json:"levels"` // by dimension; empty where it doesn't apply
	Settings       string         `json:"settings"`
	Strategy       string         `json:"strategy"`
	MemoryModel    string         `json:"memory_model,omitempty"` // empty: the model that answers
	Stands         int            `json:"stands_for"`             // combinations that behave the same
	Cost           float64        `json:"cost"`                   // write and read
	USD            *Charge        `json:"usd,omitempty"`          // where every model has a price
	Tokens         Charge         `json:"tokens"`
	LatencySeconds *float64       `json:"latency_seconds" jsonschema:"oneof_type=number;null"` // of a question
	Retention      reports.Figure `json:"retention"`
	Weighted       *float64       `json:"weighted" jsonschema:"oneof_type=number;null"` // retention by the weights of types
	Worst          *float64       `json:"worst" jsonschema:"oneof_type=number;null"`    // least partially pooled retention of a type
	WorstType      arena.FactType `json:"worst_type,omitempty"`
	Tasks          reports.Figure `json:"tasks"`
	OnFront        *float64       `json:"chance_on_front" jsonschema:"oneof_type=number;null"`
	WithWorst      *float64       `json:"chance_on_front_with_worst" jsonschema:"oneof_type=number;null"`
	Corrected      Corrected      `json:"corrected"` // where it was chosen by one half of the trials: its values on the other

	at   []int  // Levels by place, as space.Space.Levels
	name string // for people
}

// Charge is a conversation's cost by who asks.
type Charge struct {
	Write    float64 `json:"write"`    // upkeep of the memory
	Read     float64 `json:"read"`     // the dialogue and the final task
	Question float64 `json:"question"` // one question more
}

// Corrected is retention as the half measured it that did not choose; nothing where the point was
// never chosen by half of the trials.
type Corrected struct {
	ByRepeats   *Half `json:"by_repeats,omitempty"`
	ByScenarios *Half `json:"by_scenarios,omitempty"`
}

// Half is one way to cut the trials in two.
type Half struct {
	Times     int     `json:"times"` // chosen, of twice the splits
	Retention float64 `json:"retention"`
	Cost      float64 `json:"cost"`
	Shrinkage float64 `json:"shrinkage"` // by how much retention looked better on the half that chose
}

// newPoint measures a point by its trials, their sums and its probes by type.
func (f *Frontier) newPoint(i int, sums []float64, counts []pareto.Count) Point {
	p, n, repeats := f.swept.Points[f.points[i]], sums[trials], f.swept.Planned.Repeats
	out := Point{
		Levels: p.Levels, at: p.At, Settings: f.swept.Space.Describe(p.Levels), name: shortName(f.swept.Space, p.Levels),
		Strategy: p.Label, MemoryModel: p.MemoryModel, Stands: p.Stands,
		Cost: cost.of(sums), Tokens: Charge{sums[writeTokens] / n, sums[readTokens] / n, sums[questionTokens] / n},
		Retention: lab.Figure(stats.ClusterMean(clusters(f.rows[i], kept, asked, repeats), alpha), f.about(arena.LevelAnswer)),
		Tasks:     lab.Figure(stats.ClusterMean(clusters(f.rows[i], passed, trials, repeats), alpha), f.about("")),
	}
	if w := weighted(f.Weights, sums); !math.IsNaN(w) {
		out.Weighted = &w
	}
	if sums[timed] > 0 {
		out.LatencySeconds = new(sums[latency] / sums[timed])
	}
	priced := !slices.ContainsFunc(p.Trials, func(repeats []lab.Shown) bool {
		return slices.ContainsFunc(repeats, func(t lab.Shown) bool { return t.Completed() && !t.Cost.Priced })
	})
	if priced {
		out.USD = &Charge{sums[writeUSD] / n, sums[readUSD] / n, sums[questionUSD] / n}
	}
	if w, ft := pareto.Worst(f.pools, counts); ft >= 0 {
		out.Worst, out.WorstType = &w, arena.FactTypes[ft]
	}
	return out
}

// kept is the share of facts kept, on the mean.
func (p Point) kept() float64 { return p.Retention.Estimate().Mean }

// clusters are the sums of a share over scenarios, repeats averaged.
func clusters(scenarios [][][]float64, k, n, repeats int) []stats.Cluster {
	var out []stats.Cluster
	for _, repeated := range scenarios {
		var c stats.Cluster
		for _, r := range repeated {
			c.Sum += r[k] / float64(repeats)
			c.N += r[n] / float64(repeats)
		}
		out = append(out, c)
	}
	return out
}

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
		if d.Kind != space.Categorical || ambiguous {
			l = d.Name + "=" + l
		}
		parts = append(parts, l)
	}
	return strings.Join(parts, " ")
}
