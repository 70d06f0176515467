package evolution

import (
	"context"
	"fmt"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/llm"
	"contextarena.internal/strategies/routed"
)

// Kinds are the kinds of conversation by scenario, as a model named them.
type Kinds map[string]string

// beginning is how a scenario begins: so many messages of the user.
func beginning(s *arena.Scenario, after int) []arena.Message {
	var out []arena.Message
	for i, ex := range s.Turns[:min(after, len(s.Turns))] {
		out = append(out, arena.Message{
			Message: llm.Message{Role: llm.User, Text: ex.User}, Index: arena.MessageIndex(2*i + 1), Turn: arena.Turn(i + 1),
		})
	}
	return out
}

// askKinds asks a model for the kind of each of the run's conversations. A reply that names none is
// left out.
func (r Run) askKinds(ctx context.Context, c llm.Client, m llm.Model, after int) (Kinds, error) {
	by := strictyaml.Default[routed.EMASRouted]()
	var asked []llm.Request
	for _, s := range r.Scenarios {
		asked = append(asked, by.KindRequest(m, beginning(s, after)))
	}
	replies, err := llm.All(ctx, c, asked...)
	if err != nil {
		return nil, fmt.Errorf("kinds of conversations: %w", err)
	}
	out := Kinds{}
	for i, reply := range replies {
		if kind := routed.ReadKind(reply); kind != "" {
			out[r.Scenarios[i].ID] = kind
		}
	}
	return out, nil
}
