package eviction

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/llm"
)

// policies are one of each kind, made anew.
func policies() []Policy {
	noisy := &ByValue{Parameters: Source(), Noise: 0.3, Seed: 4}
	density := Source()
	density.Value = UtilityDensity
	return []Policy{&ByValue{Parameters: Source()}, &ByValue{Parameters: density}, noisy, ByLastUse, ByUses, &GreedyDual{}, ByAge, ByChance(9)}
}

// draws is a pool of chunks, of few different kinds so that there are ties.
func draws(t *rapid.T) []*Chunk {
	n := rapid.IntRange(0, 12).Draw(t, "chunks")
	var pool []*Chunk
	for i := range n {
		class := Class(rapid.IntRange(0, Classes-1).Draw(t, "class"))
		pool = append(pool, &Chunk{
			ID: string(rune('a' + i)), Class: class, Size: rapid.IntRange(0, 3).Draw(t, "size"), Inserted: rapid.IntRange(0, 2).Draw(t, "inserted"),
			Relevance: 0.5, Decay: Decays[class], Rebuild: float64(rapid.IntRange(0, 1).Draw(t, "rebuild")), Refs: rapid.SliceOfN(rapid.IntRange(0, 3), 0, 2).Draw(t, "refs"),
			Vector: Bag(rapid.SampledFrom([]string{"", "a b", "b c"}).Draw(t, "text")), At: i,
		})
	}
	return pool
}

// What is kept fits, permanent chunks aside; what went is in the order of the keys, ties in that of the
// pool; nothing is lost, and none went that needn't have.
func TestCutHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pool := draws(t)
		budget := rapid.IntRange(0, 20).Draw(t, "budget")
		now := Now{Turn: rapid.IntRange(0, 4).Draw(t, "turn")}
		if rapid.Bool().Draw(t, "asked") {
			now.Query = Bag("b c")
		}
		for _, p := range policies() {
			keys := make([]float64, len(pool))
			p.Keys(pool, now, keys)
			kept, gone := (&Evictor{Policy: p}).Cut(slices.Clone(pool), budget, now)
			permanent, tokens, loose := 0, 0, 0
			for _, c := range kept {
				tokens += c.Size
				if c.Class == Permanent {
					permanent += c.Size
				} else {
					loose++
				}
			}
			require.True(t, tokens <= budget || loose == 0, "%T: %d tokens, %d of them permanent", p, tokens, permanent)
			require.ElementsMatch(t, pool, append(slices.Clone(kept), gone...))
			require.True(t, slices.IsSortedFunc(gone, func(a, b *Chunk) int {
				return cmp.Or(cmp.Compare(keys[a.At], keys[b.At]), cmp.Compare(a.At, b.At))
			}), "%T: a tie is broken otherwise than by the pool", p)
			if n := len(gone); n > 0 {
				require.Greater(t, tokens+gone[n-1].Size, budget, "%T: the last needn't have gone", p)
			}
			if _, sorted := p.(Sorted); !sorted || len(gone) == 0 && tokens <= budget { // nothing had to go
				require.True(t, slices.IsSortedFunc(kept, func(a, b *Chunk) int { return a.At - b.At }), "%T", p)
			}
		}
	})
}

// Vectors that can't be compared are like nothing, and a clock that goes backwards ages nothing.
func TestWhatCantBeCompared(t *testing.T) {
	for _, v := range []llm.Vector{nil, {}, {1}} {
		require.Zero(t, Similarity(v, llm.Vector{1, 1, 1, 1, 1}))
	}
	require.InDelta(t, 15, Similarity(llm.Vector{1, 2, 3, 4, 5}, llm.Vector{1, 1, 1, 1, 1}), 1e-6)
	p := Source()
	c := &Chunk{Class: Ephemeral, Size: 1, Inserted: 9, Relevance: 0.4, Decay: 1}
	require.InDelta(t, 0.4, p.Relevance(c, 2), 1e-12)
	c.Refs = []int{9}
	require.LessOrEqual(t, p.Probability(c, 2, 0), 1.0)
	require.InDelta(t, 0.4, p.Relevance(c, 2), 1e-12, "a reference that is yet to come doesn't count")
}

// A value that isn't a number goes first.
func TestKeysThatArentNumbers(t *testing.T) {
	pool := []*Chunk{{ID: "a", Size: 1, Class: Transient}, {ID: "b", Size: 1, Class: Transient}}
	_, gone := (&Evictor{Policy: given{-5, math.NaN()}}).Cut(pool, 1, Now{})
	require.Equal(t, "b", gone[0].ID)
}

type given []float64

func (g given) Keys(_ []*Chunk, _ Now, keys []float64) { copy(keys, g) }

// What was evicted raises the floor, so that what was of use once doesn't stay for ever.
func TestGDSFForgets(t *testing.T) {
	var g GreedyDual
	e := Evictor{Policy: &g}
	old := &Chunk{ID: "old", Size: 1, Class: Transient, Refs: []int{0, 0}}
	pool := []*Chunk{old}
	for turn := range 9 {
		pool = append(pool, &Chunk{ID: string(rune('a' + turn)), Size: 1, Class: Transient, Inserted: turn})
		pool, _ = e.Cut(pool, 1, Now{Turn: turn})
		if turn < 2 {
			require.Equal(t, "old", pool[0].ID, turn)
		}
	}
	require.NotEqual(t, "old", pool[0].ID)
}

// Any numbers are cut.
func FuzzCut(f *testing.F) {
	f.Add(3, 100, 0.5, 0.1, 10.0, 5, byte(2), 7)
	f.Add(-1, 0, math.NaN(), math.Inf(1), -1.0, 1<<62, byte(9), -1<<62)
	f.Fuzz(func(t *testing.T, size, budget int, relevance, decay, rebuild float64, turn int, class byte, ref int) {
		pool := []*Chunk{
			{ID: "a", Class: Class(class % Classes), Size: size, Relevance: relevance, Decay: decay, Rebuild: rebuild, Refs: []int{ref}},
			{ID: "a", Class: Structural, Size: 1, Inserted: ref, Relevance: 1},
			{ID: "b", Class: Transient, Size: 1, Relevance: 1},
		}
		for _, p := range policies() {
			kept, gone := (&Evictor{Policy: p}).Cut(pool, budget, Now{Turn: turn})
			require.LessOrEqual(t, len(kept)+len(gone), len(pool))
		}
	})
}
