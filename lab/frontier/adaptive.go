package frontier

import (
	"math/rand/v2"
	"slices"

	"contextarena.internal/pareto"
)

// fewestPoints is how many points must be measured before others are picked by them.
const fewestPoints = 12

// next picks the points of a sweep to play next: those that promise most (pareto.Promising) by what the ones
// show that completed every trial on the scenarios that decide. With too few of these, or where nothing
// promises a gain, the rest are drawn at random from seed.
func (s Swept) next(left []int, n int, seed uint64) []int {
	choosing, _ := s.deciding()
	played, unit := s.whole(choosing), s.unit()
	var measured []pareto.Measured
	for _, p := range played {
		if all := s.over(p, choosing...); all.measured() {
			measured = append(measured, pareto.Measured{At: s.Points[p].At, Cost: all.cost(unit), Kept: all.kept, Asked: all.asked})
		}
	}
	var candidates [][]int
	for _, p := range left {
		candidates = append(candidates, s.Points[p].At)
	}
	var picked []int
	if len(measured) >= fewestPoints {
		for _, i := range pareto.Promising(s.Space.Space, measured, candidates, n) {
			picked = append(picked, left[i])
		}
	}
	r := rand.New(rand.NewPCG(seed, uint64(len(played))))
	rest := slices.DeleteFunc(slices.Clone(left), func(p int) bool { return slices.Contains(picked, p) })
	for len(picked) < n && len(rest) > 0 {
		k := r.IntN(len(rest))
		picked = append(picked, rest[k])
		rest = slices.Delete(rest, k, k+1)
	}
	return picked
}
