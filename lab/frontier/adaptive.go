package frontier

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"

	"contextarena.internal/arena"
	"contextarena.internal/pareto"
)

// next picks the points of a sweep to play next, by what those played so far show: the ones that are
// expected to raise the hypervolume most, by a surface of retention and one of cost (pareto.Propose).
// Points count as played if they completed every trial on the scenarios that decide. With too few of
// them for a surface, or where nothing promises a gain, the rest are drawn at random from seed.
func next(s Swept, left []int, n int, seed uint64) ([]int, error) {
	var choosing []int
	for i, sc := range s.Scenarios {
		if !slices.Contains(s.Planned.HeldOut, sc.ID) {
			choosing = append(choosing, i)
		}
	}
	played := whole(s, choosing)
	picked, err := propose(s, rows(s, unitOf(s), played, choosing), played, left, n, seed)
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

// propose is the part of next that surfaces decide.
func propose(s Swept, all [][][][]float64, played, left []int, n int, seed uint64) ([]int, error) {
	if len(played) < fewestPoints || len(all[0]) < fewestScenarios || len(left) == 0 {
		return nil, nil
	}
	at := func(points []int) [][]int {
		var out [][]int
		for _, p := range points {
			out = append(out, s.Points[p].At)
		}
		return out
	}
	mine, candidates := at(played), at(left)
	var front []pareto.CostRetention
	dearest := 0.0
	for i := range played {
		sums := sum(all[i])
		front = append(front, pareto.CostRetention{Cost: cost.of(sums), Retention: retention.of(sums)})
		dearest = max(dearest, cost.of(sums))
	}
	fit := func(scale pareto.Scale, value func([][]float64) (float64, float64)) (*pareto.Surface, error) {
		groups, err := pareto.AcrossGroups(groupsOf(all, mine, nil, value))
		if err != nil {
			return nil, err
		}
		return pareto.FitSurface(s.Space.Space, groups, pareto.SurfaceOptions{Scale: scale, Seed: seed})
	}
	retained, err1 := fit(pareto.Logit, oddsOf)
	paid, err2 := fit(pareto.Log, logCost)
	if err1 != nil || err2 != nil { // too little in common: chance decides
		return nil, nil
	}
	costs, err := paid.Predict(candidates)
	if err != nil {
		return nil, err
	}
	picks, err := retained.Propose(candidates, costs, front, pareto.CostRetention{Cost: dearest * 1.001}, n)
	if err != nil {
		return nil, err
	}
	var out []int
	for _, p := range picks {
		out = append(out, left[p.Candidate])
	}
	return out, nil
}

// Study is how much of the exhaustive front's hypervolume is found by playing some of the points:
// picked one batch after the other by a surface, and drawn at random.
type Study struct {
	Points   int     `json:"points"`   // played
	Adaptive float64 `json:"adaptive"` // mean share over seeds
	Least    float64 `json:"least"`    // of the seeds
	Seeds    int     `json:"seeds"`
	Random   float64 `json:"random"` // mean share over draws without replacement
	RandomSD float64 `json:"random_sd"`
}

// studySizes are how many points a study plays, with so many seeds.
var studySizes, studySeeds = []int{AdaptiveStart, 48, 80, 120}, 3

// study plays points of a sweep again that played all of them to the end, adaptively and at random:
// sizes ascending. It is an arena.Mistake if the sweep is another.
func (f *Frontier) study(sizes []int, seeds int) ([]Study, error) {
	if most := sizes[len(sizes)-1]; f.Played.Dropped > 0 || f.Played.Failed > 0 || len(f.Points) < most {
		return nil, arena.Mistake{Err: fmt.Errorf("--study takes a sweep that played %d points or more, all of them to the end (arena sweep --exhaustive)", most)}
	}
	out := make([]Study, len(sizes))
	for i, n := range sizes {
		out[i] = Study{Points: n, Least: 1, Seeds: seeds}
	}
	share := func(played []int) (float64, error) {
		v, err := f.volume(played)
		return v / f.Hypervolume.mean, err
	}
	r := rand.New(rand.NewPCG(seed, 4))
	for i, n := range sizes {
		var shares []float64
		for range 200 {
			order := r.Perm(len(f.points))[:n]
			played := make([]int, n)
			for k, at := range order {
				played[k] = f.points[at]
			}
			v, err := share(played)
			if err != nil {
				return nil, err
			}
			shares = append(shares, v)
		}
		out[i].Random, out[i].RandomSD = stat.Mean(shares, nil), stat.StdDev(shares, nil)
	}
	for draw := range seeds {
		if err := f.playAdaptively(out, uint64(draw), share); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// playAdaptively is one adaptive run.
func (f *Frontier) playAdaptively(out []Study, seed uint64, share func([]int) (float64, error)) error {
	r := rand.New(rand.NewPCG(seed, 5))
	left := slices.Clone(f.points)
	r.Shuffle(len(left), func(a, b int) { left[a], left[b] = left[b], left[a] })
	played := slices.Clone(left[:AdaptiveStart])
	left = left[AdaptiveStart:]
	slices.Sort(left)
	for i, s := range out {
		for len(played) < s.Points {
			n := min(adaptiveBatch, s.Points-len(played))
			picked, err := propose(f.swept, rows(f.swept, f.Unit, played, f.scenarios), played, left, n, seed)
			if err != nil {
				return err
			}
			for _, p := range left {
				if len(picked) < n && !slices.Contains(picked, p) {
					picked = append(picked, p)
				}
			}
			played = append(played, picked...)
			left = slices.DeleteFunc(left, func(p int) bool { return slices.Contains(picked, p) })
		}
		v, err := share(played)
		if err != nil {
			return err
		}
		out[i].Adaptive += v / float64(s.Seeds)
		out[i].Least = min(out[i].Least, v)
	}
	return nil
}
