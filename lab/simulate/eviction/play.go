package eviction

import (
	"contextarena.internal/strategies/evict"
)

// rules are how a session is played.
type rules struct {
	budget      int
	readmit     bool   // what is used while evicted is taken back, to be cut again next turn
	unprotected bool   // permanent chunks may go too
	lives       *lives // counts how long chunks are kept; nil for not
	onMiss      func(turn int, u Use)
}

// Outcome is what a policy had of a session.
type Outcome struct {
	Hits       float64 // value of the uses of what was there
	Possible   float64 // value of all uses
	Misses     int     // uses of what wasn't: each is a reconstruction
	Uses       int
	Rebuilt    float64 // tokens of reconstructions
	Charged    float64 // Hits less R/σ of every miss: a miss costs what the source's value of keeping says
	Over       int     // turns whose permanent chunks alone are over budget
	Turns      int
	Permanents int     // permanent chunks that were evicted
	Tokens     float64 // in the pool after each cut, summed over turns
}

// lives counts, by class and age, how many chunks were there to be cut, and how many of them went for
// the first time.
type lives [evict.Classes][Turns]struct{ there, gone int }

// plus adds counts.
func (l *lives) plus(o *lives) {
	for class := range l {
		for age := range l[class] {
			l[class][age].there += o[class][age].there
			l[class][age].gone += o[class][age].gone
		}
	}
}

// kept is how many turns a chunk of a class is kept on average, of the turns a session has: the area under
// the curve of Kaplan and Meier, for which the end of a session ends no chunk's life.
func (l *lives) kept(class evict.Class) float64 {
	left, sum := 1.0, 0.0
	for _, at := range l[class] {
		if at.there > 0 {
			left *= 1 - float64(at.gone)/float64(at.there)
		}
		sum += left
	}
	return sum
}

// play runs a policy through the session. It isn't safe for concurrent use of one session.
func (s *Session) play(policy evict.Policy, r rules) (Outcome, error) {
	var out Outcome
	for i := range s.Chunks {
		s.Chunks[i].Refs = s.Chunks[i].Refs[:0]
	}
	present, left := make([]bool, len(s.Chunks)), make([]bool, len(s.Chunks))
	var pool []*evict.Chunk
	e := evict.Evictor{Policy: policy, All: r.unprotected}
	for turn, arrive := range s.Arrive {
		pool = pool[:len(pool):len(pool)]
		for _, i := range arrive {
			pool = append(pool, &s.Chunks[i])
			present[i] = true
		}
		now := evict.Now{Turn: turn}
		if s.Queries != nil {
			now.Query = s.Queries[turn]
		}
		if r.lives != nil {
			for _, c := range pool {
				if !left[c.At] {
					r.lives[c.Class][turn-c.Inserted].there++
				}
			}
		}
		kept, gone, err := e.Cut(pool, r.budget, now)
		if err != nil {
			return out, err
		}
		pool = kept
		for _, c := range gone {
			present[c.At] = false
			if r.lives != nil && !left[c.At] {
				left[c.At] = true
				r.lives[c.Class][turn-c.Inserted].gone++
			}
			if c.Class == evict.Permanent {
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
			out.Uses++
			out.Possible += u.Value
			if present[u.Chunk] {
				out.Hits += u.Value
				out.Charged += u.Value
			} else {
				out.Misses++
				out.Rebuilt += c.Rebuild
				out.Charged -= c.Rebuild / float64(max(1, c.Size))
				if r.onMiss != nil {
					r.onMiss(turn, u)
				}
				if r.readmit {
					pool = append(pool, c)
					present[u.Chunk] = true
				}
			}
			if !u.Silent {
				c.Refs = append(c.Refs, turn)
			}
		}
		out.Turns++
	}
	return out, nil
}

// consoled is what share of its value a miss still earns in the author's code.
const consoled = 0.8

// consolation is the utility of that.
func (o *Outcome) consolation() float64 { return o.Hits + consoled*(o.Possible-o.Hits) }
