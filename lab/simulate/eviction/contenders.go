package eviction

import (
	"slices"

	"contextarena.internal/strategies/evict"
)

// contender is a policy under its name, made anew for each session.
type contender struct {
	name string
	of   func(s *Session, seed uint64) evict.Policy
}

// contenders are all policies that are compared: those that don't know the future, then those that do.
var contenders = []contender{
	{"truncate", func(*Session, uint64) evict.Policy { return evict.Truncate{} }},
	{"random_evict", func(_ *Session, seed uint64) evict.Policy { return evict.Random(seed) }},
	{"lru", func(*Session, uint64) evict.Policy { return evict.LRU{} }},
	{"lfu", func(*Session, uint64) evict.Policy { return evict.LFU{} }},
	{"gdsf", func(*Session, uint64) evict.Policy { return &evict.GDSF{} }},
	{"rwoe", rwoe(evict.Paper, 0)},
	{"rwoe_r", rwoe(evict.Paper, 0.1)},
	{"rwoe per_token", rwoe(evict.PerToken, 0)},
	{"rwoe density", rwoe(evict.UtilityDensity, 0)},
	{"Bélády coded", func(s *Session, _ uint64) evict.Policy { return beladyAsCoded(s) }},
	{"Bélády fixed", func(s *Session, _ uint64) evict.Policy { return belady(s) }},
	{"distance×size", func(s *Session, _ uint64) evict.Policy { return distanceSize(s) }},
}

// blind is how many of the contenders don't know the future.
const blind = 9

// named is a contender by its name.
func named(name string) contender {
	return contenders[slices.IndexFunc(contenders, func(c contender) bool { return c.name == name })]
}

// rwoe is RWOE as the author's code has it, but for its mode of value and its noise.
func rwoe(value evict.Value, noise float64) func(*Session, uint64) evict.Policy {
	return func(_ *Session, seed uint64) evict.Policy {
		p := coded()
		p.Value = value
		return &evict.RWOE{Parameters: p, Noise: noise, Seed: seed}
	}
}
