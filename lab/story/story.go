// Package story tells one trial: the conversation with the cycles where they happened, then what became of
// each probe's fact.
package story

import (
	"context"
	"fmt"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/probes"
	"contextarena.internal/scenarios"
	"contextarena.internal/store"
)

// Story is a trial with everything needed to tell it.
type Story struct {
	lab.Trial
	Scenario *arena.Scenario
	Record   arena.Record
}

// Load is Of with the trial whose key begins so.
func Load(ctx context.Context, l *lab.Lab, prefix string) (Story, error) {
	t, err := l.DB.FindTrial(ctx, prefix)
	if err != nil {
		return Story{}, err
	}
	return Of(ctx, l, t)
}

// Of reads the evidence of a trial and scores it with today's matchers.
func Of(ctx context.Context, l *lab.Lab, t store.Trial) (Story, error) {
	s, err := playedScenario(ctx, l, t)
	if err != nil {
		return Story{}, err
	}
	if err := lab.SameScript(s, t.ScenarioHash); err != nil {
		return Story{}, fmt.Errorf("trial %s: %w", t.Key.Short(), err)
	}
	rec, err := l.DB.Record(ctx, t.Key)
	if err != nil {
		return Story{}, err
	}
	scorer, err := probes.NewScorer(s)
	if err != nil {
		return Story{}, err
	}
	return Story{Trial: lab.Trial{Trial: t, Score: scorer.Score(rec)}, Scenario: s, Record: rec}, nil
}

// playedScenario finds the form of a scenario that a stored trial was played on: as it stands, or
// stretched as a plan of the database says.
func playedScenario(ctx context.Context, l *lab.Lab, t store.Trial) (*arena.Scenario, error) {
	s, err := lab.Scenario(l.ScenariosDir, t.Scenario)
	if err != nil || s.PlayHash() == t.ScenarioHash {
		return s, err
	}
	all, err := l.DB.Experiments(ctx)
	if err != nil {
		return nil, err
	}
	tried := map[int]bool{0: true}
	for _, e := range all {
		p, err := lab.PlannedOf(e)
		if err != nil || tried[p.Stretch] {
			continue
		}
		tried[p.Stretch] = true
		if long := scenarios.Stretch(s, p.Stretch, l.Tokens); long.PlayHash() == t.ScenarioHash {
			return long, nil
		}
	}
	return s, nil
}
