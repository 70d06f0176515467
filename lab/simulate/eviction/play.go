package eviction

import (
	"contextarena.internal/strategies/eviction"
)

// rules are how a session is played.
type rules struct {
	budget      int
	readmit     bool // what is used while evicted is taken back, to be cut again next turn
	unprotected bool // permanent chunks may go too
}

// Outcome is what a policy had of a session.
type Outcome struct {
	Hits       float64 // value of the uses of what was there
	Possible   float64 // value of all uses
	Misses     int     // uses of what wasn't: each is a reconstruction
	Rebuilt    float64 // tokens of reconstructions
	Over       int     // turns whose permanent chunks alone are over budget
	Permanents int     // permanent chunks that were evicted
	Tokens     float64 // in the pool after each cut, summed over turns
}

// play runs a policy through the session. It isn't safe for concurrent use of one session.
func (s *Session) play(policy eviction.Policy, r rules) (Outcome, error) {
	var out Outcome
	for i := range s.Chunks {
		s.Chunks[i].Refs = s.Chunks[i].Refs[:0]
	}
	present := make([]bool, len(s.Chunks))
	var pool []*eviction.Chunk
	e := eviction.Evictor{Policy: policy, All: r.unprotected}
	for turn, arrive := range s.Arrive {
		pool = pool[:len(pool):len(pool)]
		for _, i := range arrive {
			pool = append(pool, &s.Chunks[i])
			present[i] = true
		}
		now := eviction.Now{Turn: turn}
		if s.Queries != nil {
			now.Query = s.Queries[turn]
		}
		kept, gone, err := e.Cut(pool, r.budget, now)
		if err != nil {
			return out, err
		}
		pool = kept
		for _, c := range gone {
			present[c.At] = false
			if c.Class == eviction.Permanent {
				out.Permanents++
			}
		}
		tokens := 0
		for _, c := range pool {
			tokens += c.Size
		}
		out.Tokens += float64(tokens)
		if tokens > r.budget {
			out.Over++
		}
		for _, u := range s.Uses[turn] {
			c := &s.Chunks[u.Chunk]
			out.Possible += u.Value
			if present[u.Chunk] {
				out.Hits += u.Value
			} else {
				out.Misses++
				out.Rebuilt += c.Rebuild
				if r.readmit {
					pool = append(pool, c)
					present[u.Chunk] = true
				}
			}
			c.Refs = append(c.Refs, turn)
		}
	}
	return out, nil
}

// consoled is what share of its value a miss still earns in the author's code.
const consoled = 0.8

// consolation is the utility of that.
func (o *Outcome) consolation() float64 { return o.Hits + consoled*(o.Possible-o.Hits) }
