package check

import (
	"context"
	"slices"

	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/strategies/darlm"
	"contextarena.internal/strategies/pipeline"
	"contextarena.internal/strategies/signals"
	"contextarena.internal/words"
)

// mostPasses is the greatest depth that da_rlm chooses.
const mostPasses = 3

// byDefault are the rules of da_rlm.
func byDefault(g signals.Signals) int { return strictyaml.Default[darlm.Layer]().Route(g) }

// router measures what chooses depths by signals against the best depth in hindsight. A depth below one
// that isn't zero is rlm's own, one.
func router(route func(signals.Signals) int) Check {
	return Check{
		Proposal: "da_rlm", About: "does the router choose the depth that keeps most?",
		Notes: []string{
			"Segments are those of rlm. Each is read at depth 1, 2 and 3 from the same notes, as the layer has it done; the best depths are those after which the notes hold most facts, ties included. Segments that the router keeps raw aren't counted.",
			"Depth matters where some depth keeps more than another. Gains are the facts that the best depth keeps beyond what one pass does.",
			"On the simulated model every pass draws anew what it writes down, and what is carried over may be lost, so what a depth keeps is assumed there: whether routing pays takes a real model.",
		},
		measures: []measure{
			{name: "best depth chosen", by: Simulated, predicted: "check/router"},
			{name: "one pass is best", by: Simulated},
			{name: "best if it matters", by: Simulated},
			{name: "gains gained", by: Simulated, predicted: "check/gains"},
		},
		count: func(ctx context.Context, s *study, sub *subject) ([]tally, error) {
			segments, err := s.segments(ctx, sub)
			if err != nil {
				return nil, err
			}
			out := make([]tally, 4)
			for _, g := range segments {
				depth := route(g.signals)
				if depth == 0 {
					continue
				}
				depth = max(depth, 1)
				best, worst := slices.Max(g.kept), slices.Min(g.kept)
				out[0].count(g.kept[depth-1] == best)
				out[1].count(g.kept[0] == best)
				if best > worst {
					out[2].count(g.kept[depth-1] == best)
				}
				out[3].add(tally{max(0, g.kept[depth-1]-g.kept[0]), best - g.kept[0]})
			}
			return out, nil
		},
	}
}

// measured is a segment with the facts that the notes hold after it at each depth.
type measured struct {
	signals signals.Signals
	kept    []int // kept[d-1] at depth d
}

// segments plays a conversation at depth one and, for every segment, with that one at each other depth.
func (s *study) segments(ctx context.Context, sub *subject) ([]measured, error) {
	var out []measured
	first, err := s.atDepth(ctx, sub, 0, 1, func(p *pipeline.Plan) {
		out = append(out, measured{signals: signals.Of(p.Segment, p.Notes, s.session.Tokens)})
	})
	if err != nil {
		return nil, err
	}
	for i := range out {
		for depth := 1; depth <= mostPasses; depth++ {
			p := first
			if depth > 1 {
				if p, err = s.atDepth(ctx, until(sub, first, i), i+1, depth, nil); err != nil {
					return nil, err
				}
			}
			out[i].kept = append(out[i].kept, sub.heldAfter(p, i))
		}
	}
	return out, nil
}

// until is a conversation that ends with the turn at which a cycle (from 0) of a play was due.
func until(sub *subject, p played, cycle int) *subject {
	short, script := *sub, *sub.Scenario
	script.Turns = script.Turns[:min(len(script.Turns), int(p.Messages[p.Cycles[cycle].After-1].Turn))]
	short.Scenario = &script
	return &short
}

// atDepth plays da_rlm with one cycle at a depth and all others at one.
func (s *study) atDepth(ctx context.Context, sub *subject, cycle, depth int, seen func(*pipeline.Plan)) (played, error) {
	return s.over(ctx, sub, &tap{Layer: strictyaml.Default[darlm.Layer](), before: seen, after: func(p *pipeline.Plan) {
		p.PutOff, p.Depth = false, 1
		if p.Cycle == cycle {
			p.Depth = depth
		}
	}})
}

// heldAfter counts the facts that have left by the end of a cycle (from 0) and that the notes hold after it.
func (s *subject) heldAfter(p played, cycle int) int {
	held := 0
	gone := departedIn(p.Record, p.Cycles[:cycle+1])
	text := words.Read(p.Cycles[cycle].Text)
	for _, f := range s.holding(gone) {
		if f.heldIn(text) {
			held++
		}
	}
	return held
}
