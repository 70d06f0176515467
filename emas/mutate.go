package emas

import "math/rand/v2"

// farStep is how often a mutated ordinal jumps to any other option instead of a neighbouring one.
const farStep = 0.2

// Mutate changes each gene that counts with probability one over their number, and at least one, so
// the result is never g itself (unless the space has no other genome). Ordinals mostly move by one
// step; a dimension that begins to count gets any of its options.
func (s *Space) Mutate(g Genome, r *rand.Rand) Genome {
	genes := s.Genes(g)
	var free []int // dimensions that can change
	for d, o := range genes {
		if o != inactive && len(s.dims[d].Options) > 1 {
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
	return s.build(func(d int) int {
		switch o := genes[d]; {
		case o == inactive:
			return r.IntN(len(s.dims[d].Options))
		case !change[d]:
			return o
		case s.dims[d].Ordinal && r.Float64() >= farStep:
			return s.step(d, o, r)
		default:
			return (o + 1 + r.IntN(len(s.dims[d].Options)-1)) % len(s.dims[d].Options)
		}
	})
}

// step moves an ordinal to a neighbouring option, inwards from an end.
func (s *Space) step(d, o int, r *rand.Rand) int {
	switch {
	case o == 0:
		return 1
	case o == len(s.dims[d].Options)-1 || r.IntN(2) == 0:
		return o - 1
	}
	return o + 1
}

// Cross takes each gene from either parent, an ordinal anywhere from one's to the other's. A
// dimension that counts in one parent only is that parent's.
func (s *Space) Cross(a, b Genome, r *rand.Rand) Genome {
	x, y := s.Genes(a), s.Genes(b)
	return s.build(func(d int) int {
		low, high := min(x[d], y[d]), max(x[d], y[d])
		switch {
		case high == inactive: // its parent option came from neither alone
			return r.IntN(len(s.dims[d].Options))
		case low == inactive || low == high:
			return high
		case s.dims[d].Ordinal:
			return low + r.IntN(high-low+1)
		case r.IntN(2) == 0:
			return low
		}
		return high
	})
}

// Neighbours are the genomes one change away: an ordinal by one step, anything else to any other
// option. Dimensions that begin to count take their first option. The order is fixed.
func (s *Space) Neighbours(g Genome) []Genome {
	genes := s.Genes(g)
	var near []Genome
	for d, o := range genes {
		if o == inactive {
			continue
		}
		for other := range s.dims[d].Options {
			if other == o || s.dims[d].Ordinal && other != o-1 && other != o+1 {
				continue
			}
			near = append(near, s.build(func(e int) int {
				if e == d {
					return other
				}
				return max(0, genes[e])
			}))
		}
	}
	return near
}

// build makes the genome whose dimensions, where they count, have the options that pick names. It
// asks only for those, in the order of declaration.
func (s *Space) build(pick func(dimension int) int) Genome {
	genes := make([]int, len(s.dims))
	on := make([]bool, len(s.dims))
	for _, d := range s.roots {
		on[d] = true
	}
	for d := range genes {
		genes[d] = inactive
		if !on[d] {
			continue
		}
		genes[d] = pick(d)
		for _, k := range s.kids[d][genes[d]] {
			on[k] = true
		}
	}
	return Genome(s.rank(s.roots, genes))
}
