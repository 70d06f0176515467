package eviction

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/strategies/eviction"
)

// cuts says of every turn which chunks are there after its cut. What is silent counts as no reference.
func cuts(t *testing.T, s *Session, policy eviction.Policy, budget int, silent func(turn, chunk int) bool) (present [][]bool) {
	t.Helper()
	for i := range s.Chunks {
		s.Chunks[i].Refs = nil
	}
	e := eviction.Evictor{Policy: policy}
	var pool []*eviction.Chunk
	for turn, arrive := range s.Arrive {
		for _, i := range arrive {
			pool = append(pool, &s.Chunks[i])
		}
		kept, _ := e.Cut(pool, budget, eviction.Now{Turn: turn})
		pool = append([]*eviction.Chunk(nil), kept...)
		there := make([]bool, len(s.Chunks))
		for _, c := range pool {
			there[c.At] = true
		}
		present = append(present, there)
		for _, u := range s.Uses[turn] {
			if c := &s.Chunks[u.Chunk]; !silent(turn, u.Chunk) {
				c.Refs = append(c.Refs, turn)
			}
		}
	}
	return present
}

func noted(int, int) bool { return false }

// redecayed is RWOE that takes STRUCTURAL chunks to decay otherwise, and references to raise relevance for some turns alone
// (0: for ever).
type redecayed struct {
	eviction.ByValue
	decay  float64
	window int
}

// Keys implements eviction.Policy.
func (p *redecayed) Keys(pool []*eviction.Chunk, now eviction.Now, keys []float64) {
	for i, c := range pool {
		other := *c
		if c.Class == eviction.Structural {
			other.Decay = p.decay
		}
		if p.window > 0 {
			other.Refs = slices.DeleteFunc(slices.Clone(c.Refs), func(t int) bool { return t <= now.Turn-p.window })
		}
		keys[i] = p.Probability(c, now.Turn, 0) * (p.Relevance(&other, now.Turn) + c.Rebuild/float64(c.Size))
	}
}

// The source says that 40 % of RWOE's misses are bursts (a STRUCTURAL chunk that went while it was quiet) and 60 % are
// owed to silent uses, and would mend them by a longer window of references and a smaller λ. With half of the uses silent
// 36 % are bursts, 2 % would have been hits had every use been noted, and neither remedy changes anything. The window is
// infinite unless it is set, so that its variant is the one with a short window.
func TestErrorsAreNotWhatTheSourceSays(t *testing.T) {
	type errs struct{ silent, burst, all, uses float64 }
	found := map[string]errs{}
	for i := range uint64(200) {
		s := uniform(rand.New(rand.NewPCG(42, i)))
		budget := s.Tokens / 10
		r := rand.New(rand.NewPCG(43, i))
		quiet := map[[2]int]bool{}
		for turn, us := range s.Uses {
			for _, u := range us {
				quiet[[2]int{turn, u.Chunk}] = r.Float64() < 0.5
			}
		}
		for name, m := range map[string]struct {
			window int
			decay  float64
		}{"as it is": {0, 0.01}, "window of 5 turns": {5, 0.01}, "λ .001": {0, 0.001}} {
			by := &redecayed{eviction.ByValue{Parameters: coded()}, m.decay, m.window}
			heard := cuts(t, s, by, budget, noted)
			kept := cuts(t, s, by, budget, func(turn, chunk int) bool { return quiet[[2]int{turn, chunk}] })
			e := found[name]
			for turn, us := range s.Uses {
				for _, u := range us {
					e.uses++
					if kept[turn][u.Chunk] {
						continue
					}
					e.all++
					switch {
					case heard[turn][u.Chunk]:
						e.silent++
					case s.Chunks[u.Chunk].Class == eviction.Structural:
						e.burst++
					}
				}
			}
			found[name] = e
		}
	}
	before := found["as it is"]
	for name, e := range found {
		require.InDelta(t, 36, 100*e.burst/e.all, 4, name)
		require.InDelta(t, 2, 100*e.silent/e.all, 1.5, name)
		require.InDelta(t, before.all/before.uses, e.all/e.uses, 0.02, name)
	}
}

// lives counts, by class and age, how many chunks were there to be cut, and how many of them went.
type lives [eviction.Classes][Turns]struct{ there, gone int }

// count adds what was cut of a session.
func (l *lives) count(s *Session, present [][]bool) {
	for i, c := range s.Chunks {
		for turn := c.Inserted; turn < len(present); turn++ {
			l[c.Class][turn-c.Inserted].there++
			if !present[turn][i] {
				l[c.Class][turn-c.Inserted].gone++
				break
			}
		}
	}
}

// kept is how many turns a chunk of a class is kept on average, of the turns a session has: the area under
// the curve of Kaplan and Meier, for which the end of a session ends no chunk's life.
func (l *lives) kept(class eviction.Class) float64 {
	left, sum := 1.0, 0.0
	for _, at := range l[class] {
		if at.there > 0 {
			left *= 1 - float64(at.gone)/float64(at.there)
		}
		sum += left
	}
	return sum
}

// The source says that EPHEMERAL chunks go 15 times as fast as under LRU. In our construction of its experiment B, where
// RWOE is told no query, it is 4.3 times.
func TestHowLongChunksAreKept(t *testing.T) {
	var lru, rwoe lives
	for i := range uint64(100) {
		s, _ := byTopic(rand.New(rand.NewPCG(42, i)), 0.02)
		budget := int(0.15 * float64(s.Tokens))
		lru.count(s, cuts(t, s, named("lru").of(s, 0), budget, noted))
		rwoe.count(s, cuts(t, s, named("rwoe").of(s, 0), budget, noted))
	}
	require.InDelta(t, 4.3, lru.kept(eviction.Ephemeral)/rwoe.kept(eviction.Ephemeral), 0.3)
	require.Greater(t, rwoe.kept(eviction.Structural), 5*lru.kept(eviction.Structural))
}

func TestKeptTurns(t *testing.T) {
	var l lives
	l[eviction.Transient][0] = struct{ there, gone int }{4, 1} // one of four goes at once, one in its second turn
	l[eviction.Transient][1] = struct{ there, gone int }{2, 1} // and one session ended before that
	require.InDelta(t, 0.75+19*0.375, l.kept(eviction.Transient), 1e-12)
	require.InDelta(t, 20, l.kept(eviction.Structural), 1e-12)
}
