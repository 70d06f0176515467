package pruning

import (
	"fmt"
	"slices"

	"contextarena.internal/llm"
	"contextarena.internal/llm/embed"
)

// GoalRelevance is the greatest cosine of each memory with a goal; 0 if there is no goal. An error names the goal or
// the memory and wraps embed.ErrNotFinite or embed.ErrDimensions.
func GoalRelevance(memories, goals []llm.Vector) ([]float64, error) {
	var index embed.Index
	for i, g := range goals {
		if err := index.Add(g); err != nil {
			return nil, fmt.Errorf("goal %d: %w", i+1, err)
		}
	}
	out := make([]float64, len(memories))
	for i, m := range memories {
		near, err := index.Nearest(m, 1)
		if err != nil {
			return nil, fmt.Errorf("memory %d: %w", i+1, err)
		}
		if len(near) > 0 {
			out[i] = near[0].Cosine
		}
	}
	return out, nil
}

// Block is how many memories are compared with each other.
const Block = 2048

// Uniqueness is 1 less the mean cosine of each memory with the k nearest others: with k = 1, what the source writes.
// "Nearby" are those of the same Block of the list, the 1st to the 2,048th, and so on: all of them in a store of that
// size, and in one of a million a cost that grows with its size, not its square. A memory that stands alone has 1. An
// error names the memory and wraps embed.ErrNotFinite or embed.ErrDimensions.
func Uniqueness(memories []llm.Vector, k int) ([]float64, error) {
	if k < 1 {
		return nil, fmt.Errorf("the %d nearest memories: want 1 or more", k)
	}
	out := make([]float64, 0, len(memories))
	for block := range slices.Chunk(memories, Block) {
		var index embed.Index
		for i, m := range block {
			if i == 0 && len(out) > 0 && len(m) != len(memories[0]) {
				return nil, fmt.Errorf("memory %d: %w: %d and %d", len(out)+1, embed.ErrDimensions, len(m), len(memories[0]))
			}
			if err := index.Add(m); err != nil {
				return nil, fmt.Errorf("memory %d: %w", len(out)+i+1, err)
			}
		}
		for i, m := range block {
			near, err := index.Nearest(m, k+1)
			if err != nil {
				return nil, fmt.Errorf("memory %d: %w", len(out)+1, err)
			}
			out = append(out, apart(near, i, k))
		}
	}
	return out, nil
}

// apart is 1 less the mean cosine of neighbours, without the memory at a place itself.
func apart(near []embed.Neighbour, place, k int) float64 {
	sum, n := 0., 0
	for _, x := range near {
		if x.Place != place && n < k {
			sum, n = sum+x.Cosine, n+1
		}
	}
	if n == 0 {
		return 1
	}
	return 1 - sum/float64(n)
}

// Importance is MIS, the memory importance score: 0.7 goal relevance + 0.3 uniqueness.
func Importance(goal, uniqueness float64) float64 { return .7*goal + .3*uniqueness }

// Joined joins utility and goal relevance: 0.6 MUS + 0.4 goal relevance.
func Joined(mus, goal float64) float64 { return .6*mus + .4*goal }

// Stability is how alike the goals of two times are: of all there are, the share that both have; 1 if there are none.
// The source prunes harder while goals are stable, and says not how much: see Firmness.
func Stability(before, now []string) float64 {
	all, both := map[string]bool{}, 0
	for _, g := range before {
		all[g] = true
	}
	had := len(all)
	for _, g := range slices.Compact(slices.Sorted(slices.Values(now))) {
		if all[g] {
			both++
		}
		all[g] = true
	}
	if had == 0 && len(all) == 0 {
		return 1
	}
	return float64(both) / float64(len(all))
}

// Firmness is what a threshold is multiplied by at a stability from 0 to 1: from 1 - strength, where every goal is
// new, to 1 + strength, where none is.
func Firmness(stability, strength float64) float64 { return 1 + strength*(2*stability-1) }
