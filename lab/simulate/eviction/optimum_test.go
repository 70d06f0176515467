package eviction

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/strategies/eviction"
)

// small draws a session of few chunks. Of one kind they have one size, and uses one value.
func small(t *rapid.T, turns, most int, alike bool) *Session {
	s := blank(turns)
	for turn := range turns {
		for range rapid.IntRange(0, 2).Draw(t, "arrivals") {
			if len(s.Chunks) == most {
				break
			}
			c := plain()
			if !alike {
				c.Size = rapid.IntRange(0, 5).Draw(t, "size")
				c.Class = rapid.SampledFrom([]eviction.Class{eviction.Permanent, eviction.Structural, eviction.Structural, eviction.Transient}).Draw(t, "class")
			}
			s.add(turn, c)
		}
		for i := range s.Chunks {
			if rapid.IntRange(0, 2).Draw(t, "used") == 0 {
				value := 1.0
				if !alike {
					value = float64(rapid.IntRange(1, 9).Draw(t, "value"))
				}
				s.Uses[turn] = append(s.Uses[turn], Use{Chunk: i, Value: value})
			}
		}
	}
	return s
}

// tried is the optimum by trying every subset at every turn.
func (s *Session) tried(budget int, readmit bool) float64 {
	var from func(turn int, there uint) float64
	from = func(turn int, there uint) float64 {
		if turn == len(s.Arrive) {
			return 0
		}
		for _, i := range s.Arrive[turn] {
			there |= 1 << i
		}
		permanent, load := uint(0), 0
		for i := range s.Chunks {
			if there&(1<<i) != 0 && s.Chunks[i].Class == eviction.Permanent {
				permanent |= 1 << i
				load += s.Chunks[i].Size
			}
		}
		best := math.Inf(-1)
		loose := there &^ permanent
		for kept := loose; ; kept = (kept - 1) & loose {
			size := 0
			for i := range s.Chunks {
				if kept&(1<<i) != 0 {
					size += s.Chunks[i].Size
				}
			}
			if size <= max(0, budget-load) {
				value, next := 0.0, kept|permanent
				for _, u := range s.Uses[turn] {
					if next&(1<<u.Chunk) != 0 {
						value += u.Value
					}
				}
				if readmit {
					for _, u := range s.Uses[turn] {
						next |= 1 << u.Chunk
					}
				}
				best = max(best, value+from(turn+1, next))
			}
			if kept == 0 {
				return best
			}
		}
	}
	return from(0, 0)
}

func TestOptimumIsThatOfTryingAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := small(t, 4, 5, false)
		budget := rapid.IntRange(0, 10).Draw(t, "budget")
		readmit := rapid.Bool().Draw(t, "readmit")
		require.InDelta(t, s.tried(budget, readmit), s.optimum(budget, readmit), rounding)
	})
}

// Bélády is optimal where chunks are of one size and one value, may be passed by, and come back when they
// are used; nothing is ever above the optimum.
func TestNothingIsAboveTheOptimum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		alike := rapid.Bool().Draw(t, "alike")
		s := small(t, 12, 12, alike)
		budget := rapid.IntRange(0, 8).Draw(t, "budget")
		readmit := rapid.Bool().Draw(t, "readmit")
		b, sure := s.stays(budget, readmit)
		best := sure + b.solve()
		for _, c := range contenders {
			hits := played(s, c.of(s, 1), rules{budget: budget, readmit: readmit}).Hits
			require.LessOrEqual(t, hits, best+rounding, c.name)
			if alike && readmit && c.name == "Bélády" {
				require.GreaterOrEqual(t, hits+rounding, sure+b.best, "no schedule that was found beats Bélády here")
			}
		}
	})
}

// A search that is stopped leaves a bound that isn't too low.
func TestStoppedSearch(t *testing.T) {
	stopped := 0
	rapid.Check(t, func(t *rapid.T) {
		for range 20 { // most end before they are stopped
			s := small(t, 5, 6, false)
			budget := rapid.IntRange(0, 10).Draw(t, "budget")
			b, sure := s.stays(budget, false)
			b.left = 3
			bound, exact := sure+b.solve(), s.optimum(budget, false)
			require.GreaterOrEqual(t, bound, exact-rounding)
			require.LessOrEqual(t, sure+b.best, exact+rounding)
			if b.open > b.best {
				stopped++
			}
		}
	})
	require.Positive(t, stopped)
}

func BenchmarkOptimum(b *testing.B) {
	s := uniform(rand.New(rand.NewPCG(42, 1)))
	for b.Loop() {
		s.optimum(s.Tokens/10, false)
	}
}
