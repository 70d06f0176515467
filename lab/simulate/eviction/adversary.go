package eviction

import (
	"slices"

	"contextarena.internal/lab/simulate"
	"contextarena.internal/strategies/evict"
)

// room is how many chunks of an adversary's sessions fit the budget.
const room = 2

// plain is a chunk that is like all others: one token, one class, no decay, costs its size to rebuild. With
// its λ it falls under theorem 3 of the source, and so does the session.
func plain() evict.Chunk {
	return evict.Chunk{Class: evict.Structural, Size: 1, Relevance: 1, Rebuild: 1}
}

// adverse is the session of an adversary who knows a deterministic policy: more chunks come than fit, and
// then one a turn, which is one too many again; each turn a chunk is used that the policy just doesn't
// have. The policy hits nothing, whatever it is, and nothing of that depends on what chunks are like, so
// no deterministic policy has a ratio of hits. The source's own instance for its theorem 2 doesn't fit
// its budget.
func adverse(of func(s *Session) evict.Policy, readmit bool) (*Session, error) {
	s := blank(Turns)
	for turn := range Turns {
		n := 1
		if turn == 0 {
			n = room + 1
		}
		for range n {
			s.add(turn, plain())
		}
		// What came first is tried first: it can be kept for longest.
		for chunk := range s.Chunks {
			try := *s
			try.Uses = slices.Clone(s.Uses)
			try.Uses[turn] = []Use{{Chunk: chunk, Value: 1}}
			o, err := try.play(of(&try), rules{budget: room, readmit: readmit})
			if err != nil {
				return nil, err
			}
			if o.Hits == 0 {
				s.Uses = try.Uses
				break
			}
		}
	}
	return s, nil
}

// quarter is a session of the same chunks in which RWOE has exactly three quarters of the optimum's hits:
// a tie is broken against the chunk that is used, once, and the next three uses cost nobody anything.
func quarter() *Session {
	s := blank(4)
	for range room + 1 {
		s.add(0, plain())
	}
	s.add(1, plain())
	s.add(2, plain())
	for turn, chunk := range []int{0, room + 1, room + 2, room + 2} { // a tie evicts what stands first
		s.Uses[turn] = []Use{{Chunk: chunk, Value: 1}}
	}
	return s
}

// deterministic are the policies that an adversary can foretell.
var deterministic = []string{"truncate", "lru", "lfu", "gdsf", "rwoe", "rwoe per_token", "rwoe density"}

// adversaries is what theorems 2 and 3 come to.
func adversaries(settings simulate.Settings) (simulate.Table, error) {
	t := simulate.Table{
		ID: "adversaries", Title: "An adversary for each policy: hits of 20 uses", Rows: "policy",
		Columns: []simulate.Column{{Name: "hits", Decimals: 0}, {Name: "optimum", Decimals: 0}, {Name: "taken back: hits", Decimals: 0}, {Name: "optimum", Decimals: 0}, {Name: "rwoe_r on it", Decimals: 1}},
		Notes: []string{
			"All chunks are alike, of one class, λ 0; two fit. Each turn one comes, and one is used that the policy doesn't have. With taken back what is used is in the pool again.",
			"rwoe_r on it: hits of RWOE with noise, by seed, on the session that was made for the policy: an adversary who can't see the noise.",
		},
	}
	for _, name := range deterministic {
		of := func(s *Session) evict.Policy { return named(name).of(s, 0) }
		var cells [][]float64
		var first *Session
		for _, readmit := range []bool{false, true} {
			s, err := adverse(of, readmit)
			if err != nil {
				return t, err
			}
			o, err := s.play(of(s), rules{budget: room, readmit: readmit})
			if err != nil {
				return t, err
			}
			cells = append(cells, []float64{o.Hits}, []float64{s.optimum(room, readmit).Value})
			if !readmit {
				first = s
			}
		}
		var noisy []float64
		for seed := range settings.Seeds {
			o, err := first.play(named("rwoe_r").of(first, reseeded(settings, seed, 0)), rules{budget: room})
			if err != nil {
				return t, err
			}
			noisy = append(noisy, o.Hits)
		}
		t.Add(name, append(cells, noisy)...)
	}
	return t, nil
}

// threeQuarters is RWOE's hits on the session of quarter, and the optimum's.
func threeQuarters() (hits, best float64, err error) {
	s := quarter()
	o, err := s.play(named("rwoe").of(s, 0), rules{budget: room})
	return o.Hits, s.optimum(room, false).Value, err
}
