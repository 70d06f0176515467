package lab

import (
	"cmp"
	"slices"
	"sync"

	"contextarena.internal/arena"
	"contextarena.internal/probes"
)

// scorers are the scorers of the scenarios that are being played. A scorer remembers texts, so those
// of scenarios that aren't played any more are let go. The zero value is ready.
type scorers struct {
	most int // that are kept; 0 means 2: trials in flight are of the scenario that ends and of the next

	mu   sync.Mutex
	kept []*probes.Scorer // the one used last at the end
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
