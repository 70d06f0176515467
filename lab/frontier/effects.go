package frontier

import (
	"math"

	"contextarena.internal/pareto"
	"contextarena.internal/stats"
)

// Surface is what a smooth function of the settings says of one objective.
type Surface struct {
	Objective    pareto.Objective
	Fitted       *pareto.Surface
	Main         []pareto.Effect
	Interactions []pareto.Effect
	// Counted are the main effects as they are counted without a surface, in the order of Main: by
	// scenario the mean over the level's points less that over all to which its dimension applies, of
	// retention in shares and of cost by its logarithm. Here scenarios are a sample: the intervals of Main
	// take what scenarios do to a method for noise of each point by itself, and are too short.
	Counted []stats.Estimate
	HeldOut pareto.HeldOut // leave one scenario out
}

// Surfaces are fitted to this many points and scenarios at least.
const fewestPoints, fewestScenarios = 12, 3

// surfaces fits one surface to retention, by log odds, and one to cost, by its logarithm. Where one can't
// be fitted there is none.
func (f *Frontier) surfaces(all [][][][]float64) {
	if len(f.Points) < fewestPoints || len(f.Chosen) < fewestScenarios {
		f.NoSurfaces = "a surface takes 12 points and 3 scenarios or more"
		return
	}
	var at [][]int
	for _, p := range f.Points {
		at = append(at, p.At)
	}
	for _, of := range []fitting{
		{retention.Objective, pareto.Logit, oddsOf, shareOf},
		{costIn(f.Unit).Objective, pareto.Log, logCost, func(repeats [][]float64) float64 { v, _ := logCost(repeats); return v }},
	} {
		surface, err := f.surface(of, at, all)
		if err != nil {
			f.Surfaces, f.NoSurfaces = nil, err.Error()
			return
		}
		f.Surfaces = append(f.Surfaces, surface)
	}
}

// fitting is how an objective is fitted.
type fitting struct {
	pareto.Objective
	scale   pareto.Scale
	value   func(repeats [][]float64) (value, variance float64)
	counted func(repeats [][]float64) float64 // NaN where there is none
}

func (f *Frontier) surface(of fitting, at [][]int, all [][][][]float64) (Surface, error) {
	out := Surface{Objective: of.Objective}
	groups := groupsOf(all, at, f.Chosen, of.value)
	observations, err := pareto.AcrossGroups(groups)
	if err != nil {
		return out, err
	}
	options := pareto.SurfaceOptions{Scale: of.scale, Seed: seed}
	if out.Fitted, err = pareto.FitSurface(f.Space.Space, observations, options); err != nil {
		return out, err
	}
	if out.Main, err = out.Fitted.MainEffects(at); err != nil {
		return out, err
	}
	if out.Interactions, err = out.Fitted.Interactions(at); err != nil {
		return out, err
	}
	for _, e := range out.Main {
		out.Counted = append(out.Counted, f.counted(e, of, all))
	}
	out.HeldOut, err = pareto.LeaveGroupOut(f.Space.Space, groups, options)
	return out, err
}

// counted is a main effect by scenario.
func (f *Frontier) counted(e pareto.Effect, of fitting, all [][][][]float64) stats.Estimate {
	d := f.dimension(e.Dimension)
	var differences []stats.Cluster
	for s := range f.Chosen {
		var sum, n, own, ownN float64
		for i, p := range f.Points {
			v := of.counted(all[i][s])
			if p.Levels[d] == "" || math.IsNaN(v) {
				continue
			}
			sum, n = sum+v, n+1
			if p.Levels[d] == e.Level {
				own, ownN = own+v, ownN+1
			}
		}
		if ownN > 0 {
			differences = append(differences, stats.Cluster{Sum: own/ownN - sum/n, N: 1})
		}
	}
	return stats.PairedMean(differences, of.scale == pareto.Logit, alpha)
}

// groupsOf are points' values by scenario, on a surface's scale.
func groupsOf(all [][][][]float64, at [][]int, names []string, value func([][]float64) (value, variance float64)) []pareto.Group {
	var groups []pareto.Group
	for s := range all[0] {
		var g pareto.Group
		if names != nil {
			g.Name = names[s]
		}
		for p := range all {
			v, variance := value(all[p][s])
			if !math.IsNaN(v) {
				g.Observations = append(g.Observations, pareto.Observation{At: at[p], Value: v, Variance: variance})
			}
		}
		if len(g.Observations) > 0 {
			groups = append(groups, g)
		}
	}
	return groups
}

// shareOf is a point's retention in a scenario; NaN without a verdict.
func shareOf(repeats [][]float64) float64 {
	var k, n float64
	for _, r := range repeats {
		k, n = k+r[kept], n+r[asked]
	}
	return k / n
}

// oddsOf is a point's retention in a scenario, repeats together. The probes of repeats aren't
// independent, but their number is what is known of the noise.
func oddsOf(repeats [][]float64) (value, variance float64) {
	var k, n float64
	for _, r := range repeats {
		k, n = k+r[kept], n+r[asked]
	}
	if n == 0 {
		return math.NaN(), 0
	}
	value, variance, err := pareto.LogitShare(k, n)
	if err != nil {
		return math.NaN(), 0
	}
	return value, variance
}

// logCost is the logarithm of the mean cost; NaN without one. Costs vary little between repeats.
func logCost(repeats [][]float64) (value, variance float64) {
	total := 0.0
	for _, r := range repeats {
		total += r[paid]
	}
	if total <= 0 {
		return math.NaN(), 0
	}
	return math.Log(total / float64(len(repeats))), 1e-4
}
