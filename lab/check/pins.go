package check

import (
	"context"

	"contextarena.internal/arena"
	"contextarena.internal/strategies/layers"
	"contextarena.internal/words"
)

// tokensPinned is the one measure that isn't a share of things found.
const tokensPinned = "tokens pinned"

// pins measures qpb.
func (s *study) pins(ctx context.Context) ([]Figure, error) {
	var amounts, codes, tokens []Figure
	for _, in := range s.samples {
		sum, err := s.each(ctx, in, func(ctx context.Context, sub *subject) ([]tally, error) {
			layer, err := layers.New("qpb")
			if err != nil {
				return nil, err
			}
			p, err := s.ride(ctx, sub, &tap{Layer: layer}, s.sim)
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
			out[2].found = s.Tokens(p.text)
			for _, m := range p.Messages {
				out[2].of += m.Tokens
			}
			return out, nil
		})
		if err != nil {
			return nil, err
		}
		amounts = append(amounts, sum[0].figure("amounts pinned", Rules, in.name))
		codes = append(codes, sum[1].figure("identifiers pinned", Rules, in.name))
		tokens = append(tokens, sum[2].figure(tokensPinned, Rules, in.name))
	}
	return append(append(amounts, codes...), tokens...), nil
}
