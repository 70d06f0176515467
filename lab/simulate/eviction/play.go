package eviction

import (
	"slices"

	"contextarena.internal/strategies/eviction"
)

// rules are how a session is played.
type rules struct {
	budget      int
	readmit     bool // what is used while evicted is taken back, to be cut again next turn
	unprotected bool // permanent chunks may go too
}

// play runs a policy through the session and says of every turn which chunks are there after its cut. It isn't
// safe for concurrent use of one session.
func (s *Session) play(policy eviction.Policy, r rules) (there [][]bool) {
	for i := range s.Chunks {
		s.Chunks[i].Refs = s.Chunks[i].Refs[:0]
	}
	e := eviction.Evictor{Policy: policy, All: r.unprotected}
	var pool []*eviction.Chunk
	for turn, arrive := range s.Arrive {
		pool = slices.Clip(pool)
		for _, i := range arrive {
			pool = append(pool, &s.Chunks[i])
		}
		pool, _ = e.Cut(pool, r.budget, eviction.Now{Turn: turn})
		present := make([]bool, len(s.Chunks))
		for _, c := range pool {
			present[c.At] = true
		}
		there = append(there, present)
		for _, u := range s.Uses[turn] {
			c := &s.Chunks[u.Chunk]
			if r.readmit && !slices.Contains(pool, c) {
				pool = append(slices.Clip(pool), c)
			}
			c.Refs = append(c.Refs, turn)
		}
	}
	return there
}

// hits is the value of the uses of what is there.
func (s *Session) hits(there [][]bool) (value float64) {
	for turn, uses := range s.Uses {
		for _, u := range uses {
			if there[turn][u.Chunk] {
				value += u.Value
			}
		}
	}
	return value
}
