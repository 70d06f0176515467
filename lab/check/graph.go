package check

import (
	"context"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/strategies/layers"
	"contextarena.internal/words"
)

// graphTypes are the types of facts of which the proposal says what share the graph should rescue: the
// lower end of each range.
var graphTypes = []struct {
	of    arena.FactType
	asked float64
}{{arena.Spatial, 0.8}, {arena.PhoneID, 0.9}, {arena.Decision, 0.7}, {arena.Relationship, 0.8}}

// graph measures what stands in the shadow graph.
func (s *study) graph(ctx context.Context) ([]Figure, error) {
	rows := make([][]Figure, len(graphTypes)+2)
	for _, in := range s.samples {
		for _, by := range []string{Simulated, Ideal} {
			sum, err := s.each(ctx, in, func(ctx context.Context, sub *subject) ([]tally, error) { return s.captured(ctx, sub, by) })
			if err != nil {
				return nil, err
			}
			if by == Ideal {
				rows[len(rows)-1] = append(rows[len(rows)-1], sum[0].figure("all values", by, in.name))
				continue
			}
			rows[0] = append(rows[0], sum[0].figure("all values", by, in.name).asking(0.5, byOriginal))
			for i, t := range graphTypes {
				if sum[i+1].of > 0 {
					rows[i+1] = append(rows[i+1], sum[i+1].figure(string(t.of), by, in.name).asking(t.asked, bySeed))
				}
			}
		}
	}
	return slices.Concat(rows...), nil
}

// captured counts the stated facts that hold still, in all and of each of graphTypes, and those that the
// graph has.
func (s *study) captured(ctx context.Context, sub *subject, by string) ([]tally, error) {
	layer, err := layers.New("shadow_graph")
	if err != nil {
		return nil, err
	}
	t := &tap{Layer: layer}
	p, err := s.ride(ctx, sub, t, s.modelled(sub, t, by, "entities", func(f labelled) map[string]any {
		value := f.literal(sub.at(f.Turn), true)
		if !f.stated() || value == "" {
			return nil
		}
		return map[string]any{"name": f.name(), "attribute": "stated", "value": value}
	}))
	if err != nil {
		return nil, err
	}
	out := make([]tally, len(graphTypes)+1)
	text := words.Read(p.text)
	for _, f := range sub.holding(p.gone) {
		kept := f.heldIn(text)
		out[0].count(kept)
		for i, t := range graphTypes {
			if f.of(t.of) {
				out[i+1].count(kept)
			}
		}
	}
	return out, nil
}
