package frontier

import (
	"math/rand/v2"
	"slices"

	"contextarena.internal/pareto"
)

// next picks the points of a sweep to play next, by what those played so far show: the ones that are
// expected to raise the hypervolume most, by a surface of retention and one of cost (pareto.Propose).
// Points count as played if they completed every trial on the scenarios that decide. With too few of
// them for a surface, or where nothing promises a gain, the rest are drawn at random from seed.
func (s Swept) next(left []int, n int, seed uint64) ([]int, error) {
	choosing, _ := s.deciding()
	played := s.whole(choosing)
	var shown [][]sums
	var front []pareto.CostRetention
	unit, dearest := s.unit(), 0.0
	for _, p := range played {
		all := s.over(p, choosing...)
		shown = append(shown, s.byScenario(p, choosing))
		front = append(front, pareto.CostRetention{Cost: all.cost(unit), Retention: all.retention()})
		dearest = max(dearest, all.cost(unit))
	}
	var picked []int
	if len(played) >= fewestPoints && len(choosing) >= fewestScenarios && len(left) > 0 {
		var surfaces []*pareto.Surface
		for _, of := range scaledIn(unit) {
			if fitted, err := of.fit(s.Space, s.at(played), shown); err == nil { // else too little in common: chance decides
				surfaces = append(surfaces, fitted)
			}
		}
		if len(surfaces) == 2 {
			costs, err := surfaces[1].Predict(s.at(left))
			if err != nil {
				return nil, err
			}
			picks, err := surfaces[0].Propose(s.at(left), costs, front, pareto.CostRetention{Cost: dearest * beyondDearest}, n)
			if err != nil {
				return nil, err
			}
			for _, p := range picks {
				picked = append(picked, left[p])
			}
		}
	}
	r := rand.New(rand.NewPCG(seed, uint64(len(played))))
	rest := slices.DeleteFunc(slices.Clone(left), func(p int) bool { return slices.Contains(picked, p) })
	for len(picked) < n && len(rest) > 0 {
		k := r.IntN(len(rest))
		picked = append(picked, rest[k])
		rest = slices.Delete(rest, k, k+1)
	}
	return picked, nil
}

// at are points' levels by place.
func (s Swept) at(points []int) [][]int {
	var out [][]int
	for _, p := range points {
		out = append(out, s.Points[p].At)
	}
	return out
}
