// Package eviction simulates what keeps a context under a hard budget by dropping pieces of it: RWOE, its
// rivals, and policies that know the future, on generated sessions.
//
//  1. A Session is a schedule of chunks that come and are used (session.go). That of the source's experiment A writes
//     them (generate_uniform.go), or a user's trace tells one (trace.go).
//  2. play runs a policy through a session: each turn chunks come, the pool is cut to the budget, then
//     chunks are used (play.go). The policies that know the future are in foresight.go, and optimum.go
//     finds the best that any schedule of evictions could have had.
//  3. eviction.go plays it by every policy, traced.go a trace; study.yaml has the table. What refutes a claim of the source by an instance,
//     or by counting, is a test: its experiment as its code plays it and by other priors (coded_test.go), our own
//     construction of its experiment B (topics_test.go), adversaries (adversary_test.go), its probabilities and the
//     rates of use that can be learned (rates_test.go), why chunks are missed and how long they are kept (cuts_test.go).
package eviction

import (
	"fmt"

	"contextarena.internal/strategies/eviction"
)

// Session is what happens in one session, whatever is evicted. Turns count from 0.
type Session struct {
	Chunks []eviction.Chunk // Chunk.At is its place here
	Arrive [][]int          // by turn: places in Chunks
	Uses   [][]Use          // by turn
	Tokens int              // of all chunks
}

// Use is one use of a chunk.
type Use struct {
	Chunk int
	Value float64 // the chunk's relevance when it is used, before this use counts
}

// add appends a chunk that arrives at a turn.
func (s *Session) add(turn int, c eviction.Chunk) {
	c.At, c.Inserted = len(s.Chunks), turn
	c.ID = fmt.Sprintf("t%dc%d", turn, len(s.Arrive[turn]))
	s.Arrive[turn] = append(s.Arrive[turn], c.At)
	s.Chunks = append(s.Chunks, c)
	s.Tokens += c.Size
}

// use adds a use, whose value follows from the uses before.
func (s *Session) use(turn, chunk int) {
	c := &s.Chunks[chunk]
	s.Uses[turn] = append(s.Uses[turn], Use{chunk, world.Relevance(c, turn)})
	c.Refs = append(c.Refs, turn)
}

// possible is the value of all uses.
func (s *Session) possible() (value float64) {
	for _, uses := range s.Uses {
		for _, u := range uses {
			value += u.Value
		}
	}
	return value
}

// world are the parameters by which a use is worth something: those of the author's code.
var world = coded()

// coded are the parameters of the author's code, which differ from its text in the weight of similarity.
func coded() eviction.Parameters {
	p := eviction.Source()
	p.Semantic, p.Future = 0.4, true
	return p
}

// blank is a session of so many turns in which nothing happens.
func blank(turns int) *Session {
	return &Session{Arrive: make([][]int, turns), Uses: make([][]Use, turns)}
}
