package emas

import (
	"math/rand/v2"

	"contextarena.internal/space"
)

// farStep is how often a mutated ordinal jumps to any other level instead of a neighbouring one.
const farStep = 0.2

// mutate changes each gene with probability one over their number, and at least one, so the result is never g itself (unless
// the space has no other genome). Ordinals mostly move by one step.
func mutate(s *space.Space, g Genome, r *rand.Rand) Genome {
	genes := s.Levels(g)
	var free []int // dimensions that can change
	for d := range genes {
		if len(s.Dimensions[d].Levels) > 1 {
			free = append(free, d)
		}
	}
	if len(free) == 0 {
		return g
	}
	change := make([]bool, len(genes))
	change[free[r.IntN(len(free))]] = true
	for _, d := range free {
		if r.IntN(len(free)) == 0 {
			change[d] = true
		}
	}
	return build(s, func(d int) int {
		n := len(s.Dimensions[d].Levels)
		switch l := genes[d]; {
		case !change[d]:
			return l
		case s.Dimensions[d].Ordered && r.Float64() >= farStep:
			return step(l, n, r)
		default:
			return (l + 1 + r.IntN(n-1)) % n
		}
	})
}

// step moves to a neighbouring level of n, inwards from an end.
func step(level, n int, r *rand.Rand) int {
	switch {
	case level == 0:
		return 1
	case level == n-1 || r.IntN(2) == 0:
		return level - 1
	}
	return level + 1
}

// cross takes each gene from either parent, an ordinal anywhere from one's to the other's.
func cross(s *space.Space, a, b Genome, r *rand.Rand) Genome {
	x, y := s.Levels(a), s.Levels(b)
	return build(s, func(d int) int {
		low, high := min(x[d], y[d]), max(x[d], y[d])
		switch {
		case low == high:
			return high
		case s.Dimensions[d].Ordered:
			return low + r.IntN(high-low+1)
		case r.IntN(2) == 0:
			return low
		}
		return high
	})
}

// neighbours are the genomes one change away: an ordinal by one step, anything else to any other
// level. The order is fixed.
func neighbours(s *space.Space, g Genome) []Genome {
	genes := s.Levels(g)
	var near []Genome
	for d, l := range genes {
		for other := range s.Dimensions[d].Levels {
			if other == l || s.Dimensions[d].Ordered && other != l-1 && other != l+1 {
				continue
			}
			near = append(near, build(s, func(e int) int {
				if e == d {
					return other
				}
				return genes[e]
			}))
		}
	}
	return near
}

// build makes the genome of the levels that pick names, in the order of declaration.
func build(s *space.Space, pick func(dimension int) int) Genome {
	levels := make([]int, len(s.Dimensions))
	for d := range levels {
		levels[d] = pick(d)
	}
	return s.Number(levels)
}
