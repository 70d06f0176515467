package check

import (
	"context"

	"contextarena.internal/arena"
	"contextarena.internal/strategies"
	"contextarena.internal/words"
)

// tokensPinned is the one measure that isn't a share of things found.
const tokensPinned = "tokens pinned"

// pins measures qpb.
var pins = Check{
	Proposal: "qpb", About: "are amounts and identifiers pinned, and at what price?",
	Notes: []string{"Of the facts that are amounts or identifiers and hold still: the value with its label stands in the pinned sentences. The share of tokens is of the whole conversation."},
	measures: []measure{
		{name: "amounts pinned", by: Rules},
		{name: "identifiers pinned", by: Rules, of: 1},
		{name: tokensPinned, by: Rules, of: 2},
	},
	count: pinned,
}

// pinned counts amounts, identifiers, and the tokens of the conversation, and what of them is pinned.
func pinned(ctx context.Context, s *study, sub *subject, _ string) ([]tally, error) {
	layer, err := strategies.ParseLayer("qpb")
	if err != nil {
		return nil, err
	}
	p, err := s.over(ctx, sub, &tap{Layer: layer}, s.sim)
	if err != nil {
		return nil, err
	}
	out := make([]tally, 3)
	text := words.Read(p.text)
	for _, f := range sub.holding(p.gone) {
		kept := f.heldIn(text)
		if f.identifier() {
			out[1].count(kept)
		} else if f.of(arena.Quantity) || f.Value.Number != nil {
			out[0].count(kept)
		}
	}
	out[2].found = s.tokens(p.text)
	for _, m := range p.Messages {
		out[2].of += m.Tokens
	}
	return out, nil
}
