package eviction

import (
	"fmt"
	"slices"

	"contextarena.internal/lab/simulate"
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

// reseeded is the seed of a policy's own randomness in a case, apart from the generator's.
func reseeded(s simulate.Settings, seed, number int) uint64 {
	return (s.Seed+uint64(seed))*1_000_003 + uint64(number)
}

// ratios are sums of a over sums of b of each seed, times so many: of the sessions together, so that
// sessions in which little happens count little.
func ratios[T any](played [][]T, times float64, a, b func(T) float64) []float64 {
	var out []float64
	for _, sessions := range played {
		x, y := 0.0, 0.0
		for _, s := range sessions {
			x, y = x+a(s), y+b(s)
		}
		if y != 0 {
			out = append(out, times*x/y)
		}
	}
	return out
}

// bounded says in how many sessions the optimum is a bound, and by how much that may be too high.
func bounded[T any](played [][]T, of func(T) []Optimum) string {
	n, stopped, value, found := 0, 0, 0.0, 0.0
	for _, sessions := range played {
		for _, s := range sessions {
			for _, o := range of(s) {
				n++
				if o.Bounded {
					stopped++
				}
				value, found = value+o.Value, found+o.Found
			}
		}
	}
	if stopped == 0 {
		return "The optimum knows all uses and is exact."
	}
	return fmt.Sprintf("The optimum knows all uses. In %.1f %% of the sessions the search for it was stopped, and a bound stands for it; all in all that is at most %.2f %% too high.", 100*float64(stopped)/float64(n), 100*(value/found-1))
}
