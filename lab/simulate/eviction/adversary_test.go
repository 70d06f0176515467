package eviction

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/strategies/eviction"
)

// room is how many chunks of an adversary's sessions fit the budget.
const room = 2

// plain is a chunk that is like all others: one token, one class, no decay, costs its size to rebuild. With
// its λ it falls under theorem 3 of the source, and so does the session.
func plain() eviction.Chunk {
	return eviction.Chunk{Class: eviction.Structural, Size: 1, Relevance: 1, Rebuild: 1}
}

// adverse is the session of an adversary who knows a deterministic policy: more chunks come than fit, and
// then one a turn, which is one too many again; each turn a chunk is used that the policy just doesn't
// have. The policy hits nothing, whatever it is, and nothing of that depends on what chunks are like, so
// no deterministic policy has a ratio of hits. The source's own instance for its theorem 2 doesn't fit
// its budget.
func adverse(t *testing.T, of contender, readmit bool) *Session {
	t.Helper()
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
			if played(&try, of.of(&try, 0), rules{budget: room, readmit: readmit}).Hits == 0 {
				s.Uses = try.Uses
				break
			}
		}
	}
	return s
}

// Theorem 2: an adversary leaves every deterministic policy none of 20 uses, the optimum nearly all, whether what is used
// is taken back or not. The chunks are of one class, so that theorem 3 is wrong. Noise that the adversary can't see helps.
func TestNoDeterministicPolicyHasARatio(t *testing.T) {
	for name, best := range map[string]float64{ // where what is used is taken back
		"truncate": 20, "lru": 20, "lfu": 14, "gdsf": 14, "rwoe": 14, "rwoe per_token": 14, "rwoe density": 14,
	} {
		for readmit, want := range map[bool]float64{false: 20, true: best} {
			s := adverse(t, named(name), readmit)
			require.Zero(t, played(s, named(name).of(s, 0), rules{budget: room, readmit: readmit}).Hits, name)
			require.InDelta(t, want, s.optimum(room, readmit), 1e-9, name)
			if !readmit {
				hits := 0.0
				for seed := range uint64(10) {
					hits += played(s, named("rwoe_r").of(s, seed), rules{budget: room}).Hits / 10
				}
				require.Greater(t, hits, 3., name)
			}
		}
	}
}

// P4: a session of the same chunks in which RWOE has exactly three quarters of the optimum's hits: a tie is broken
// against the chunk that is used, once, and the next three uses cost nobody anything.
func TestThreeQuarters(t *testing.T) {
	s := blank(4)
	for range room + 1 {
		s.add(0, plain())
	}
	s.add(1, plain())
	s.add(2, plain())
	for turn, chunk := range []int{0, room + 1, room + 2, room + 2} { // a tie evicts what stands first
		s.Uses[turn] = []Use{{Chunk: chunk, Value: 1}}
	}
	require.InDelta(t, 3, played(s, named("rwoe").of(s, 0), rules{budget: room}).Hits, 1e-12)
	require.InDelta(t, 4, s.optimum(room, false), 1e-12)
}
