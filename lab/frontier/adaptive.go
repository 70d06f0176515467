package frontier

import (
	"math"
	"math/rand/v2"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/pareto"
)

// Surfaces are fitted to this many points and scenarios at least.
const fewestPoints, fewestScenarios = 12, 3

// next picks the points of a sweep to play next, by what those played so far show: the ones that are
// expected to raise the hypervolume most, by a surface of retention and one of cost (pareto.Propose).
// Points count as played if they completed every trial on the scenarios that decide. With too few of
// them for a surface, or where nothing promises a gain, the rest are drawn at random from seed.
func (s Swept) next(left []int, n int, seed uint64) ([]int, error) {
	choosing, _ := s.deciding()
	played := s.whole(choosing)
	picked, err := s.promising(played, choosing, left, n)
	if err != nil {
		return nil, err
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

// promising are up to n points of those left, by surfaces over those played; none where there is too little in common
// to fit one to.
func (s Swept) promising(played []int, choosing []*arena.Scenario, left []int, n int) ([]int, error) {
	if len(played) < fewestPoints || len(choosing) < fewestScenarios || len(left) == 0 {
		return nil, nil
	}
	unit, dearest := s.unit(), 0.0
	var front []pareto.CostRetention
	for _, p := range played {
		all := s.over(p, choosing...)
		front = append(front, pareto.CostRetention{Cost: all.cost(unit), Retention: all.retention()})
		dearest = max(dearest, all.cost(unit))
	}
	retention, err1 := s.surface(played, choosing, pareto.Logit, sums.odds)
	cost, err2 := s.surface(played, choosing, pareto.Log, func(of sums) (float64, float64) {
		return math.Log(of.cost(unit)), 1e-4 // costs vary little between repeats
	})
	if err1 != nil || err2 != nil { // chance decides
		return nil, nil
	}
	costs, err := cost.Predict(s.at(left))
	if err != nil {
		return nil, err
	}
	picks, err := retention.Propose(s.at(left), costs, front, pareto.CostRetention{Cost: dearest * beyondDearest}, n)
	var out []int
	for _, p := range picks {
		out = append(out, left[p])
	}
	return out, err
}

// surface fits one to a value of points in each scenario; NaN where there is none.
func (s Swept) surface(points []int, scenarios []*arena.Scenario, scale pareto.Scale, of func(sums) (value, variance float64)) (*pareto.Surface, error) {
	var groups []pareto.Group
	for _, sc := range scenarios {
		var g pareto.Group
		for _, p := range points {
			if v, variance := of(s.over(p, sc)); !math.IsNaN(v) {
				g = append(g, pareto.Observation{At: s.Points[p].At, Value: v, Variance: variance})
			}
		}
		if len(g) > 0 {
			groups = append(groups, g)
		}
	}
	observations, err := pareto.AcrossGroups(groups)
	if err != nil {
		return nil, err
	}
	return pareto.FitSurface(s.Space.Space, observations, scale, seed)
}

// at are points' levels by place.
func (s Swept) at(points []int) [][]int {
	var out [][]int
	for _, p := range points {
		out = append(out, s.Points[p].At)
	}
	return out
}
