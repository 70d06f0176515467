package lab

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"contextarena.internal/arena"
	"contextarena.internal/internal/panics"
	"contextarena.internal/probes"
)

// scorers are the scorers of the scenarios that are being played. A scorer remembers texts, so those
// of scenarios that aren't played any more are let go. The zero value is ready.
type scorers struct {
	most int // that are kept; 0 means 2: trials in flight are of the scenario that ends and of the next

	mu   sync.Mutex
	kept []*probes.Scorer // the one used last at the end
}

// scored judges a record. Should that panic, the trial has failed.
func scored(by *probes.Scorer, rec *arena.Record) probes.Score {
	var score probes.Score
	if judge(rec, func() { score = by.Score(*rec) }) {
		return score
	}
	return by.Score(*rec) // of a trial that failed: nothing is judged
}

// answered judges the answers of a record alone. Should that panic, the trial has failed.
func answered(by *probes.Scorer, rec *arena.Record) (results []probes.Result, passed bool) {
	if !judge(rec, func() { results, passed = by.Answers(*rec) }) {
		results, passed = by.Answers(*rec)
	}
	return results, passed
}

// judge reports whether do, which judges rec, came to its end; if it panics, rec has failed.
func judge(rec *arena.Record, do func()) bool {
	err := func() (err error) {
		defer panics.Catch(&err)
		do()
		return nil
	}()
	if err == nil {
		return true
	}
	rec.Outcome = arena.Failed
	rec.Blame(fmt.Errorf("scoring: %w", err))
	return false
}

// of is a scenario's scorer.
func (s *scorers) of(sc *arena.Scenario) (*probes.Scorer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.kept, func(k *probes.Scorer) bool { return k.Scenario() == sc })
	if i >= 0 {
		k := s.kept[i]
		s.kept = append(slices.Delete(s.kept, i, i+1), k)
		return k, nil
	}
	k, err := probes.NewScorer(sc)
	if err != nil {
		return nil, err
	}
	if len(s.kept) == cmp.Or(s.most, 2) {
		s.kept = slices.Delete(s.kept, 0, 1)
	}
	s.kept = append(s.kept, k)
	return k, nil
}
