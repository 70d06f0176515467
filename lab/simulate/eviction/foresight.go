package eviction

import (
	"math"

	"contextarena.internal/strategies/eviction"
)

// foresight is a policy that knows when each chunk will be used. Simulations alone have it.
type foresight struct {
	uses  [][]int // of each chunk, by Chunk.At: its turns, ascending
	value func(c *eviction.Chunk, turn, next int) float64
	late  bool // the current turn's uses aren't seen, as in the author's code
}

// never is the next use of what isn't used again.
const never = math.MaxInt32

// Keys implements eviction.Policy.
func (f *foresight) Keys(pool []*eviction.Chunk, now eviction.Now, keys []float64) {
	from := now.Turn
	if f.late {
		from++
	}
	for i, c := range pool {
		next := never
		for _, t := range f.uses[c.At] {
			if t >= from {
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
func belady(s *Session) eviction.Policy {
	return &foresight{uses: s.future(), value: byNext}
}

// beladyAsCoded is off by one, as in the author's code: what is used in this very turn, after the cut, is
// taken for unused.
func beladyAsCoded(s *Session) eviction.Policy {
	return &foresight{uses: s.future(), value: byNext, late: true}
}

// distanceSize drops first what is large and used late: (next − t + 1)·σ.
func distanceSize(s *Session) eviction.Policy {
	return &foresight{uses: s.future(), value: func(c *eviction.Chunk, turn, next int) float64 {
		return -float64(next-turn+1) * float64(c.Size)
	}}
}

func byNext(_ *eviction.Chunk, _, next int) float64 { return -float64(next) }

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
