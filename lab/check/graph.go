package check

import (
	"context"

	"contextarena.internal/arena"
	"contextarena.internal/strategies"
	"contextarena.internal/words"
)

// graphTypes are the types of facts of which the proposal says what share the graph should rescue.
var graphTypes = []arena.FactType{arena.Spatial, arena.PhoneID, arena.Decision, arena.Relationship}

// graph measures what stands in the shadow graph. Of each type the lower end of the proposal's range is
// asked for.
var graph = Check{
	Proposal: "shadow_graph", About: "which stated values does the graph hold?",
	Notes: []string{"Of the facts that have left the window and hold still: the value with its label stands in the graph's text."},
	measures: []measure{
		{name: "all values", by: Simulated, predicted: "check/graph"},
		{name: string(arena.Spatial), by: Simulated, predicted: "check/spatial", rare: true},
		{name: string(arena.PhoneID), by: Simulated, predicted: "check/phone-id", rare: true},
		{name: string(arena.Decision), by: Simulated, predicted: "check/decision", rare: true},
		{name: string(arena.Relationship), by: Simulated, predicted: "check/relationship", rare: true},
	},
	count: captured,
}

// captured counts the stated facts that hold still, in all and of each of graphTypes, and those that the
// graph has.
func captured(ctx context.Context, s *study, sub *subject) ([]tally, error) {
	layer, err := strategies.ParseLayer("shadow_graph")
	if err != nil {
		return nil, err
	}
	notes, gone, err := s.over(ctx, sub, layer)
	if err != nil {
		return nil, err
	}
	out := make([]tally, 1+len(graphTypes))
	text := words.Read(notes)
	for _, f := range sub.holding(gone) {
		kept := f.heldIn(text)
		out[0].count(kept)
		for i, t := range graphTypes {
			if f.of(t) {
				out[i+1].count(kept)
			}
		}
	}
	return out, nil
}
