package eviction

import (
	"math"

	"contextarena.internal/strategies/eviction"
)

// foresight is a policy that knows when each chunk will be used. Simulations alone have it.
type foresight struct {
	uses  [][]int // of each chunk, by Chunk.At: its turns, ascending
	value func(c *eviction.Chunk, turn, next int) float64
}

// never is the next use of what isn't used again.
const never = math.MaxInt32

// Keys implements eviction.Policy.
func (f *foresight) Keys(pool []*eviction.Chunk, now eviction.Now, keys []float64) {
	for i, c := range pool {
		next := never
		for _, t := range f.uses[c.At] {
			if t >= now.Turn {
				next = t
				break
			}
		}
		keys[i] = f.value(c, now.Turn, next)
	}
}

// Sorted says that the pool is left in order.
func (*foresight) Sorted() {}

// belady drops first what is used last: Bélády, "A study of replacement algorithms for a virtual-storage
// computer", IBM Systems Journal 5 (1966). It is optimal for chunks of one size and one value that may
// be passed by and taken back, and for no others.
func belady(s *Session) *foresight {
	return &foresight{s.future(), func(_ *eviction.Chunk, _, next int) float64 { return -float64(next) }}
}

// distanceSize drops first what is large and used late: (next − t + 1)·σ.
func distanceSize(s *Session) *foresight {
	return &foresight{s.future(), func(c *eviction.Chunk, turn, next int) float64 {
		return -float64(next-turn+1) * float64(c.Size)
	}}
}

// future are the turns at which each chunk is used.
func (s *Session) future() [][]int {
	out := make([][]int, len(s.Chunks))
	for turn, uses := range s.Uses {
		for _, u := range uses {
			out[u.Chunk] = append(out[u.Chunk], turn)
		}
	}
	return out
}
