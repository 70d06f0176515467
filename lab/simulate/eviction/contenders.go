package eviction

import "contextarena.internal/strategies/eviction"

// contender is a policy under its name, made anew for each session.
type contender struct {
	name string
	of   func(s *Session, seed uint64) eviction.Policy
}

// contenders are all policies that are compared: those that don't know the future, then those that do.
var contenders = []contender{
	{"truncate", func(*Session, uint64) eviction.Policy { return eviction.ByAge }},
	{"random_evict", func(_ *Session, seed uint64) eviction.Policy { return eviction.ByChance(seed) }},
	{"lru", func(*Session, uint64) eviction.Policy { return eviction.ByLastUse }},
	{"lfu", func(*Session, uint64) eviction.Policy { return eviction.ByUses }},
	{"gdsf", func(*Session, uint64) eviction.Policy { return &eviction.GreedyDual{} }},
	{"largest first", func(*Session, uint64) eviction.Policy {
		return fixed(func(c *eviction.Chunk) float64 { return -float64(c.Size) })
	}},
	{"prior/σ", func(*Session, uint64) eviction.Policy {
		return fixed(func(c *eviction.Chunk) float64 { return world.Priors[c.Class] / float64(max(1, c.Size)) })
	}},
	{"rwoe", rwoe(coded(), eviction.Paper, 0)},
	{"rwoe_r", rwoe(coded(), eviction.Paper, 0.1)},
	{"rwoe per_token", rwoe(coded(), eviction.PerToken, 0)},
	{"rwoe density", rwoe(coded(), eviction.UtilityDensity, 0)},
	{"Bélády", func(s *Session, _ uint64) eviction.Policy { return belady(s) }},
	{"distance×size", func(s *Session, _ uint64) eviction.Policy { return distanceSize(s) }},
}

// rwoe is RWOE by a mode of value, with noise.
func rwoe(p eviction.Parameters, value eviction.Value, noise float64) func(*Session, uint64) eviction.Policy {
	p.Value = value
	return func(_ *Session, seed uint64) eviction.Policy {
		return &eviction.ByValue{Parameters: p, Noise: noise, Seed: seed}
	}
}

// fixed orders by what a chunk is when it comes, whatever happens then: what RWOE is to be ahead of.
type fixed func(c *eviction.Chunk) float64

// Keys implements eviction.Policy.
func (f fixed) Keys(pool []*eviction.Chunk, _ eviction.Now, keys []float64) {
	for i, c := range pool {
		keys[i] = f(c)
	}
}
