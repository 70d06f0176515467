package pruning

import (
	"fmt"
	"maps"
	"time"

	"contextarena.internal/llm"
)

// prune lets memories go, if it is time to. Those that came with this turn stay: nothing could have retrieved them yet,
// and a summary that was just paid for would be the first to go.
func (s *memory) prune(at time.Time) error {
	due := s.fresh >= s.settings.Raw || len(s.store) > s.settings.Target
	if !due || at.Sub(s.from).Hours()/24 < s.settings.Warmup {
		return nil
	}
	s.fresh = 0
	list, firmness, err := s.scored(at)
	if err != nil {
		return err
	}
	gone := map[*stored]bool{}
	for _, i := range s.overdue(list, at, firmness) {
		gone[s.store[i]] = s.store[i].turn < s.turns
	}
	var left []Memory
	var places []int
	fresh := 0
	for i, m := range list {
		switch {
		case s.store[i].turn == s.turns:
			fresh++
		case !gone[s.store[i]]:
			left, places = append(left, m), append(places, i)
		}
	}
	for _, i := range Excess(left, at, max(0, s.settings.Target-fresh), s.protection()) {
		gone[s.store[places[i]]] = true
	}
	maps.DeleteFunc(gone, func(_ *stored, is bool) bool { return !is })
	for e := range gone {
		if e.Usage.Count == 0 {
			s.unused++
		}
	}
	s.pruned += len(gone)
	return s.remove(gone)
}

// protection is none where age alone decides.
func (s *memory) protection() Protection {
	if s.policy.byAge != nil {
		return Protection{Relevance: 1}
	}
	return s.settings.protection()
}

// scored are the memories of the store with their scores, and what thresholds are multiplied by.
func (s *memory) scored(at time.Time) (list []Memory, firmness float64, err error) {
	worths, err := s.worths(s.store, s.policy.semantic)
	if err != nil {
		return nil, 0, err
	}
	firmness = 1
	if s.policy.semantic {
		firmness = Firmness(s.goals.stability(), s.policy.settings.Stability)
	}
	for i, e := range s.store {
		w := worths[i]
		w.utility, w.age = e.Usage.Utility(at), at.Sub(e.Created)
		e.Score = s.policy.score(w)
		list = append(list, e.Memory)
	}
	if err := Check(list); err != nil {
		return nil, 0, err
	}
	return list, firmness, nil
}

// worths are the goal relevance and uniqueness of memories, where asked for; the rest is empty.
func (s *memory) worths(of []*stored, semantic bool) ([]worth, error) {
	out := make([]worth, len(of))
	if !semantic {
		return out, nil
	}
	var vectors, goals []llm.Vector
	for _, e := range of {
		vectors = append(vectors, e.vector)
	}
	for _, r := range s.goals.open {
		goals = append(goals, r.vector)
	}
	relevance, err := GoalRelevance(vectors, goals)
	if err != nil {
		return nil, fmt.Errorf("goal relevance: %w", err)
	}
	unique, err := Uniqueness(vectors, max(1, s.policy.settings.Nearest))
	if err != nil {
		return nil, fmt.Errorf("uniqueness: %w", err)
	}
	for i := range out {
		out[i].goal, out[i].uniqueness = relevance[i], unique[i]
	}
	return out, nil
}

// overdue are the places of memories that go whatever room there is: those below their threshold or, by age, those
// that were summed up long enough ago and chapters that are too old. What is protected stays.
func (s *memory) overdue(list []Memory, at time.Time, firmness float64) []int {
	if s.policy.byAge != nil {
		return s.outlived(list, at)
	}
	var out []int
	for level := range Level(Levels) {
		threshold := s.policy.thresholds[level] * firmness
		for _, i := range Below(list, at, threshold, s.settings.minimumAge(level)) {
			if list[i].Level == level && !s.protection().Holds(list[i], at) {
				out = append(out, i)
			}
		}
	}
	return out
}

func (s *memory) outlived(list []Memory, at time.Time) []int {
	delay := time.Duration(s.policy.byAge.Delay * 24 * float64(time.Hour))
	old := map[int]bool{}
	for _, i := range OlderThan(list, at, s.policy.byAge.MaxL2) {
		old[i] = true
	}
	var out []int
	for i, e := range s.store {
		summed := !e.summedUp.IsZero() && at.Sub(e.summedUp) > delay
		if summed || e.Level == Chapter && old[i] {
			out = append(out, i)
		}
	}
	return out
}
