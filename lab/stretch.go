package lab

import (
	"fmt"
	"slices"

	"contextarena.internal/scenarios"
)

// Unstretched lists the scenarios of the plan, with their tokens, that are played as they stand
// although it stretches: they are that long already.
func (p Plan) Unstretched(l *Lab) ([]string, error) {
	if p.Stretch == 0 {
		return nil, nil
	}
	r, err := resolve(p, l.Models)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, s := range r.Played {
		if n := scenarios.Tokens(s, l.Tokens); n >= p.Stretch {
			out = append(out, fmt.Sprintf("%s (%d tokens)", s.ID, n))
		}
	}
	return out, nil
}

// Resolve looks up everything a plan names, stretches its scenarios and draws the probes that are asked.
func (l *Lab) Resolve(p Plan) (Resolved, error) {
	r, err := resolve(p, l.Models)
	if err != nil {
		return r, err
	}
	r.Named = slices.Clone(r.Played)
	planned := r.planned()
	for i, s := range r.Played {
		r.Played[i] = planned.sampled(scenarios.Stretch(s, p.Stretch, l.Tokens))
	}
	return r, nil
}
