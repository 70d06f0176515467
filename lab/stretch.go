package lab

import (
	"context"
	"fmt"

	"contextarena.internal/arena"
	"contextarena.internal/scenarios"
	"contextarena.internal/store"
)

// Stretched is a scenario with small talk between its turns, so that it has at least so many
// tokens; see scenarios.Stretch. With 0 it is the scenario as it stands.
func (l *Lab) Stretched(s *arena.Scenario, tokens int) *arena.Scenario {
	return scenarios.Stretch(s, tokens, l.Tokens)
}

// Unstretched lists the scenarios of a plan, with their tokens, that are played as they stand
// although the plan stretches: they are that long already.
func (l *Lab) Unstretched(p Plan) ([]string, error) {
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

// Resolve looks up everything a plan names and stretches its scenarios.
func (l *Lab) Resolve(p Plan) (Resolved, error) {
	r, err := resolve(p, l.Models)
	if err != nil {
		return r, err
	}
	for i, s := range r.Played {
		r.Played[i] = l.Stretched(s, p.Stretch)
	}
	return r, nil
}

// PlayedScenario finds the form of a scenario that a stored trial was played on: as it stands, or
// stretched as a plan of the database says.
func (l *Lab) PlayedScenario(ctx context.Context, t store.Trial) (*arena.Scenario, error) {
	s, err := Scenario(l.ScenariosDir, t.Scenario)
	if err != nil || s.PlayHash() == t.ScenarioHash {
		return s, err
	}
	all, err := l.DB.Experiments(ctx)
	if err != nil {
		return nil, err
	}
	tried := map[int]bool{0: true}
	for _, e := range all {
		p, err := PlannedOf(e)
		if err != nil || tried[p.Stretch] {
			continue
		}
		tried[p.Stretch] = true
		if long := l.Stretched(s, p.Stretch); long.PlayHash() == t.ScenarioHash {
			return long, nil
		}
	}
	return s, nil
}
