package lab

import (
	"context"
	"errors"
	"fmt"
	"slices"

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
	trials, err := OutOfDate(ctx, db, experimentID, scenarios)
	if err != nil {
		return 0, err
	}
	byID := map[string]*arena.Scenario{}
	for _, s := range scenarios {
		byID[s.ID] = s
	}
	var scorers scorers
	for n, t := range trials {
		s := byID[t.Scenario]
		if s == nil {
			return n, fmt.Errorf("rescore: trial %s is of scenario %q, which isn't loaded", t.Key.Short(), t.Scenario)
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
	}
	return len(trials), nil
}

// SameScript is an error unless the scenario still says what it said when a trial was played:
// other words are other evidence, and no matcher can judge them.
func SameScript(s *arena.Scenario, playHash string) error {
	if s.PlayHash() == playHash {
		return nil
	}
	return fmt.Errorf("scenario %s has been rewritten since the trial was played; its evidence can't be scored against the new text (play it again: arena run)", s.ID)
}

// OutOfDate lists the trials of an experiment whose score is of other matchers than today's.
func OutOfDate(ctx context.Context, db *store.DB, experimentID string, scenarios []*arena.Scenario) ([]store.Trial, error) {
	trials, err1 := db.Trials(ctx, experimentID)
	scorerOf, err2 := db.Scorers(ctx, experimentID)
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	version := map[string]string{}
	for _, s := range scenarios {
		version[s.ID] = probes.Version(s)
	}
	return slices.DeleteFunc(trials, func(t store.Trial) bool { return scorerOf[t.Key] == version[t.Scenario] }), nil
}
