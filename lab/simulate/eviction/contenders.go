package eviction

import "contextarena.internal/strategies/eviction"

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
