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

// altered is RWOE as the author's code has it, whose priors are those that its generator uses, with others.
var altered = []contender{
	{"priors as generated", withPriors(eviction.Source().Priors)},
	{"priors all alike", withPriors([eviction.Classes]float64{0.5, 0.5, 0.5, 0.5})},
	{"priors reversed", withPriors([eviction.Classes]float64{1, 0.05, 0.3, 0.6})},
}

// asking are RWOE that is shown the topic of the moment, with the weight of similarity that its text has.
var asking = []contender{
	{"rwoe, query", rwoe(eviction.Source(), eviction.Paper, 0)},
	{"density, query", rwoe(eviction.Source(), eviction.UtilityDensity, 0)},
}

// rwoe is RWOE by a mode of value, with noise.
func rwoe(p eviction.Parameters, value eviction.Value, noise float64) func(*Session, uint64) eviction.Policy {
	p.Value = value
	return func(_ *Session, seed uint64) eviction.Policy {
		return &eviction.ByValue{Parameters: p, Noise: noise, Seed: seed}
	}
}

func withPriors(priors [eviction.Classes]float64) func(*Session, uint64) eviction.Policy {
	p := coded()
	p.Priors = priors
	return rwoe(p, eviction.Paper, 0)
}
