package eviction

import (
	"slices"

	"contextarena.internal/strategies/eviction"
)

// contender is a policy under its name, made anew for each session.
type contender struct {
	name string
	of   func(s *Session, seed uint64) eviction.Policy
}

// contenders are all policies that are compared: those that don't know the future, then those that do.
var contenders = []contender{
	{"truncate", func(*Session, uint64) eviction.Policy { return eviction.ByAge{} }},
	{"random_evict", func(_ *Session, seed uint64) eviction.Policy { return eviction.ByChance(seed) }},
	{"lru", func(*Session, uint64) eviction.Policy { return eviction.ByLastUse{} }},
	{"lfu", func(*Session, uint64) eviction.Policy { return eviction.ByUses{} }},
	{"gdsf", func(*Session, uint64) eviction.Policy { return &eviction.GreedyDual{} }},
	{"rwoe", rwoe(eviction.Paper, 0)},
	{"rwoe_r", rwoe(eviction.Paper, 0.1)},
	{"rwoe per_token", rwoe(eviction.PerToken, 0)},
	{"rwoe density", rwoe(eviction.UtilityDensity, 0)},
	{"Bélády coded", func(s *Session, _ uint64) eviction.Policy { return beladyAsCoded(s) }},
	{"Bélády fixed", func(s *Session, _ uint64) eviction.Policy { return belady(s) }},
	{"distance×size", func(s *Session, _ uint64) eviction.Policy { return distanceSize(s) }},
}

// blind is how many of the contenders don't know the future.
const blind = 9

// named is a contender by its name.
func named(name string) contender {
	return contenders[slices.IndexFunc(contenders, func(c contender) bool { return c.name == name })]
}

// rwoe is RWOE as the author's code has it, but for its mode of value and its noise.
func rwoe(value eviction.Value, noise float64) func(*Session, uint64) eviction.Policy {
	return func(_ *Session, seed uint64) eviction.Policy {
		p := coded()
		p.Value = value
		return &eviction.ByValue{Parameters: p, Noise: noise, Seed: seed}
	}
}
