package eviction

import (
	"hash/fnv"
	"math/rand/v2"

	"contextarena.internal/llm"
)

// Now is when, and with what being asked, a pool is cut.
type Now struct {
	Turn  int
	Query llm.Vector // of length 1; nil for none
}

// Policy decides the order of eviction.
type Policy interface {
	// Keys sets keys[i] for pool[i]: the lowest goes first, a tie in the order of the pool. It isn't
	// asked where the pool fits. A key that isn't a number goes before all others.
	Keys(pool []*Chunk, now Now, keys []float64)
}

// Sorted is a Policy after which what is kept stands in the order of its keys, as the author's baselines
// leave it; a later tie is broken by that.
type Sorted interface{ Sorted() }

// Noticing is a Policy that has to know what went.
type Noticing interface{ Evicted(c *Chunk, key float64) }

// ByValue orders by expected future value, RWOE's own rule. With Noise it is the source's RWOE-R: a normal number of that
// deviation is added to every value, drawn by Seed, turn and chunk.
type ByValue struct {
	Parameters
	Noise float64
	Seed  uint64
}

// Keys implements Policy.
func (p *ByValue) Keys(pool []*Chunk, now Now, keys []float64) {
	for i, c := range pool {
		similarity := 0.0
		if now.Query != nil {
			similarity = Similarity(c.Vector, now.Query)
		}
		keys[i] = p.EFV(c, now.Turn, similarity)
		if p.Noise > 0 {
			keys[i] += p.Noise * draw(p.Seed, now.Turn, c.ID).NormFloat64()
		}
	}
}

// Baseline orders by one figure of a chunk.
type Baseline func(c *Chunk) int

// Keys implements Policy.
func (of Baseline) Keys(pool []*Chunk, _ Now, keys []float64) {
	for i, c := range pool {
		keys[i] = float64(of(c))
	}
}

// Sorted says that the pool is left in order.
func (Baseline) Sorted() {}

var (
	// ByAge drops the oldest first.
	ByAge Baseline = func(c *Chunk) int { return c.Inserted }
	// ByLastUse drops first what was used longest ago; what never was, by its insertion.
	ByLastUse Baseline = func(c *Chunk) int {
		if last, ok := c.lastRef(); ok {
			return last
		}
		return c.Inserted
	}
	// ByUses drops first what was used least often.
	ByUses Baseline = func(c *Chunk) int { return len(c.Refs) }
)

// GreedyDual is GDSF, GreedyDual-Size-Frequency (Cherkasova, "Improving WWW proxies performance with
// Greedy-Dual-Size-Frequency caching policy", HP Labs 1998): a chunk is worth what was worth least when
// it was last used or came, plus uses per token. The zero value is ready; it is for one conversation.
type GreedyDual struct {
	floor float64
	seen  map[*Chunk]credit
}

// credit is what a chunk was given at its last use.
type credit struct {
	refs int
	base float64
}

// Keys implements Policy.
func (g *GreedyDual) Keys(pool []*Chunk, _ Now, keys []float64) {
	if g.seen == nil {
		g.seen = map[*Chunk]credit{}
	}
	for i, c := range pool {
		had, ok := g.seen[c]
		if !ok || had.refs != len(c.Refs) {
			had = credit{len(c.Refs), g.floor}
			g.seen[c] = had
		}
		keys[i] = had.base + float64(1+len(c.Refs))/float64(max(1, c.Size))
	}
}

// Evicted raises the floor to the value of what went.
func (g *GreedyDual) Evicted(c *Chunk, key float64) {
	g.floor = max(g.floor, key)
	delete(g.seen, c)
}

// ByChance drops any, drawn by its value, turn and chunk.
type ByChance uint64

// Keys implements Policy.
func (r ByChance) Keys(pool []*Chunk, now Now, keys []float64) {
	for i, c := range pool {
		keys[i] = draw(uint64(r), now.Turn, c.ID).Float64()
	}
}

// draw is randomness of an occasion: it doesn't depend on what else is drawn.
func draw(seed uint64, turn int, id string) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(id))
	return rand.New(rand.NewPCG(seed^uint64(turn)*0x9e3779b97f4a7c15, h.Sum64()))
}
