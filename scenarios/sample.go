package scenarios

import (
	"cmp"
	"fmt"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/scenarios/filler"
)

// Sample is a scenario of which n probes are asked; the others are its Unasked. One that has no more is returned itself, and so is any
// for 0. The scenario is not changed, and the id stays.
//
// The sample is decided by the seed and the scenario's id. Each probe has the same chance, and of each kind and fact type there are as
// many as its share of n, rounded down or up: every so many-th is taken of them in a row, those of one kind and type in random order.
func Sample(s *arena.Scenario, n int, seed int64) *arena.Scenario {
	all := len(s.Probes)
	if n <= 0 || n >= all {
		return s
	}
	r := filler.Stream(fmt.Sprintf("probes %d %s", seed, s.ID))
	row := r.Perm(all)
	slices.SortStableFunc(row, func(a, b int) int {
		return cmp.Or(cmp.Compare(s.Probes[a].Kind, s.Probes[b].Kind), cmp.Compare(s.Probes[a].Type, s.Probes[b].Type))
	})
	first := r.IntN(all)
	drawn := map[int]bool{}
	for k := range n {
		drawn[row[(k*all+first)/n]] = true
	}
	out := *s
	out.Probes, out.Unasked = nil, slices.Clone(s.Unasked)
	for i, p := range s.Probes {
		if drawn[i] {
			out.Probes = append(out.Probes, p)
		} else {
			out.Unasked = append(out.Unasked, p)
		}
	}
	return &out
}
