// Package story tells one trial: the conversation with the cycles where they happened, then what became of
// each probe's fact.
package story

import (
	"context"
	"fmt"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/probes"
)

// Story is a trial with everything needed to tell it.
type Story struct {
	lab.Trial
	Scenario *arena.Scenario
	Record   arena.Record
}

// Load reads a trial by the beginning of its key and scores it with today's matchers.
func Load(ctx context.Context, l *lab.Lab, prefix string) (Story, error) {
	t, err := l.DB.FindTrial(ctx, prefix)
	if err != nil {
		return Story{}, err
	}
	s, err := l.PlayedScenario(ctx, t)
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
