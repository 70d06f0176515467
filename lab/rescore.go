package lab

import (
	"context"
	"fmt"

	"contextarena.internal/arena"
	"contextarena.internal/probes"
	"contextarena.internal/store"
)

// Rescore judges the stored evidence of an experiment, named as for Load, with the matchers of today and
// stores the new scores. No model is asked. It returns how many trials had an out-of-date score, of how
// many.
func (l *Lab) Rescore(ctx context.Context, which string) (again, trials int, err error) {
	e, err := l.Find(ctx, which)
	if err != nil {
		return 0, 0, err
	}
	planned, err := PlannedOf(e)
	if err != nil {
		return 0, 0, err
	}
	ss, _, err := l.ScenariosOf(planned)
	if err != nil {
		return 0, 0, err
	}
	stored, err := l.DB.Trials(ctx, e.ID)
	if err != nil {
		return 0, 0, err
	}
	again, err = rescore(ctx, l.DB, e.ID, ss)
	return again, len(stored), err
}

// rescore scores the trials whose stored score is of another version.
func rescore(ctx context.Context, db *store.DB, experimentID string, scenarios []*arena.Scenario) (int, error) {
	trials, err := db.Trials(ctx, experimentID)
	if err != nil {
		return 0, err
	}
	scorerOf, err := db.Scorers(ctx, experimentID)
	if err != nil {
		return 0, err
	}
	byID, version := map[string]*arena.Scenario{}, map[string]string{}
	for _, s := range scenarios {
		byID[s.ID], version[s.ID] = s, probes.Version(s)
	}
	var scorers scorers
	n := 0
	for _, t := range trials {
		s := byID[t.Scenario]
		if s == nil {
			return n, fmt.Errorf("rescore: trial %s is of scenario %q, which isn't loaded", t.Key.Short(), t.Scenario)
		}
		if scorerOf[t.Key] == version[t.Scenario] {
			continue
		}
		scorer, err := scorers.of(s)
		if err != nil {
			return n, err
		}
		if err := SameScript(scorer.Scenario(), t.ScenarioHash); err != nil {
			return n, fmt.Errorf("rescore trial %s: %w", t.Key.Short(), err)
		}
		rec, err := db.Record(ctx, t.Key)
		if err != nil {
			return n, err
		}
		if err := db.SaveScore(ctx, t.Key, scorer.Version(), scorer.Score(rec)); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

// SameScript is an error unless the scenario still says what it said when a trial was played:
// other words are other evidence, and no matcher can judge them.
func SameScript(s *arena.Scenario, playHash string) error {
	if s.PlayHash() == playHash {
		return nil
	}
	return fmt.Errorf("scenario %s has been rewritten since the trial was played; its evidence can't be scored against the new text (play it again: arena run)", s.ID)
}

// OutOfDate counts the trials of an experiment whose score is of other matchers than today's.
func OutOfDate(ctx context.Context, db *store.DB, experimentID string, scenarios []*arena.Scenario) (int, error) {
	trials, err := db.Trials(ctx, experimentID)
	if err != nil {
		return 0, err
	}
	scorerOf, err := db.Scorers(ctx, experimentID)
	if err != nil {
		return 0, err
	}
	version := map[string]string{}
	for _, s := range scenarios {
		version[s.ID] = probes.Version(s)
	}
	n := 0
	for _, t := range trials {
		if scorerOf[t.Key] != version[t.Scenario] {
			n++
		}
	}
	return n, nil
}
