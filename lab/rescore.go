package lab

import (
	"context"
	"fmt"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/probes"
	"contextarena.internal/store"
)

// Rescored is what came of judging the evidence of an experiment again.
type Rescored struct {
	Experiment store.Experiment
	Trials     int // stored
	Again      int // of these, scored again: their score was of other matchers
	Broken     []Broken
}

// Broken is a trial whose evidence the scorer panicked on. It keeps the score that it has, which reports say is of other
// matchers.
type Broken struct {
	store.Trial
	Why string // the panic; its stack on the lines below the first
}

// Again is told of each trial that was scored again, once its new score is stored. Before is what was stored; its
// zero value if there was none.
type Again func(t store.Trial, before, now store.ScoreRow)

// Rescore judges the stored evidence of an experiment, named as for Load, with the matchers of today and
// stores the new scores. No model is asked. Tell may be nil.
func (l *Lab) Rescore(ctx context.Context, which string, tell Again) (Rescored, error) {
	var out Rescored
	var err error
	if out.Experiment, err = l.Find(ctx, which); err != nil {
		return out, err
	}
	planned, err := PlannedOf(out.Experiment)
	if err != nil {
		return out, err
	}
	ss, _, err := l.ScenariosOf(ctx, out.Experiment, planned)
	if err != nil {
		return out, err
	}
	stored, err := l.DB.Trials(ctx, out.Experiment.ID)
	if err != nil {
		return out, err
	}
	out.Trials = len(stored)
	if tell != nil {
		before, err := l.DB.Scores(ctx, out.Experiment.ID)
		if err != nil {
			return out, err
		}
		told := tell
		tell = func(t store.Trial, _, now store.ScoreRow) { told(t, before[t.Key], now) }
	}
	out.Again, out.Broken, err = rescore(ctx, l.DB, out.Experiment.ID, ss, tell)
	return out, err
}

// rescore scores the trials whose stored score is of another version. A panic costs its trial alone. What tell gets as
// the score before is empty.
func rescore(ctx context.Context, db *store.DB, experimentID string, scenarios []*arena.Scenario, tell Again) (again int, broken []Broken, _ error) {
	trials, err := OutOfDate(ctx, db, experimentID, scenarios)
	if err != nil {
		return 0, nil, err
	}
	if err := keepQuestions(ctx, db, scenarios); err != nil {
		return 0, nil, err
	}
	byID := map[string]*arena.Scenario{}
	for _, s := range scenarios {
		byID[s.ID] = s
	}
	var scorers scorers
	for _, t := range trials {
		s := byID[t.Scenario]
		if s == nil {
			return again, broken, fmt.Errorf("rescore: trial %s is of scenario %q, which isn't loaded", t.Key.Short(), t.Scenario)
		}
		scorer, err := scorers.of(s)
		if err != nil {
			return again, broken, err
		}
		if err := SameScript(scorer.Scenario(), t.ScenarioHash); err != nil {
			return again, broken, fmt.Errorf("rescore trial %s: %w", t.Key.Short(), err)
		}
		rec, err := db.Record(ctx, t.Key)
		if err != nil {
			return again, broken, err
		}
		now := store.ScoreRow{Scorer: scorer.Version()}
		if !judge(&rec, func() { now.Score = scorer.Score(rec) }) {
			broken = append(broken, Broken{t, rec.Reason})
			continue
		}
		if err := db.SaveScore(ctx, t.Key, now.Scorer, now.Score); err != nil {
			return again, broken, err
		}
		again++
		if tell != nil {
			tell(t, store.ScoreRow{}, now)
		}
	}
	return again, broken, nil
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
	trials, err := db.Trials(ctx, experimentID)
	if err != nil {
		return nil, err
	}
	version := map[string]string{}
	for _, s := range scenarios {
		version[s.ID] = probes.Version(s)
	}
	return slices.DeleteFunc(trials, func(t store.Trial) bool { return t.Scorer == version[t.Scenario] }), nil
}
