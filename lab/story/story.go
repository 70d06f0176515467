// Package story tells one trial: the conversation with the cycles where they happened, then what became of
// each probe's fact.
package story

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/probes"
	"contextarena.internal/store"
)

// Story is a trial with everything needed to tell it.
type Story struct {
	lab.Trial
	Scenario *arena.Scenario
	Record   arena.Record
	Pruned   bool // Record is what a prune left, and Score is the stored one
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
	told := Story{Trial: lab.Trial{Trial: t}, Scenario: s, Record: rec, Pruned: errors.Is(err, store.ErrPruned)}
	switch {
	case told.Pruned:
		told.Score, err = storedScore(ctx, l, s, t)
		return told, err
	case err != nil:
		return Story{}, err
	}
	scorer, err := probes.NewScorer(s)
	if err != nil {
		return Story{}, err
	}
	told.Score = scorer.Score(rec)
	return told, nil
}

// storedScore is the score of a trial whose evidence can't be judged again.
func storedScore(ctx context.Context, l *lab.Lab, s *arena.Scenario, t store.Trial) (probes.Score, error) {
	all, err := l.DB.Experiments(ctx)
	if err != nil {
		return probes.Score{}, err
	}
	for _, e := range all {
		scores, err := l.DB.Scores(ctx, e.ID)
		if row := scores[t.Key]; err != nil || len(row.Score.Findings) == len(s.Probes) {
			return row.Score, err
		}
	}
	return probes.Score{}, fmt.Errorf("trial %s: its texts were pruned, and the scenario's probes aren't those that it was scored by", t.Key.Short())
}

// playedScenario finds the form of a scenario that a stored trial was played on: as it stands, or as a plan of the
// database has it.
func playedScenario(ctx context.Context, l *lab.Lab, t store.Trial) (*arena.Scenario, error) {
	s, unknown := lab.Scenario(l.ScenariosDir, t.Scenario)
	if unknown == nil && s.PlayHash() == t.ScenarioHash {
		return s, nil
	}
	all, err := l.DB.Experiments(ctx)
	if err != nil {
		return nil, err
	}
	for _, e := range all {
		p, err := lab.PlannedOf(e)
		if err != nil || !slices.Contains(p.Scenarios, t.Scenario) {
			continue
		}
		p.Scenarios = []string{t.Scenario}
		if as, _, err := l.ScenariosOf(ctx, e, p); err == nil && as[0].PlayHash() == t.ScenarioHash {
			return as[0], nil
		}
	}
	return s, unknown
}
