package frontier

import (
	"math"

	"contextarena.internal/lab/space"
	"contextarena.internal/pareto"
)

// Surface is what a smooth function of the settings says of one objective.
type Surface struct {
	Objective    pareto.Objective
	Fitted       *pareto.Surface
	Main         []pareto.Effect
	Interactions []pareto.Effect
	HeldOut      pareto.HeldOut // leave one scenario out
}

// Surfaces are fitted to this many points and scenarios at least.
const fewestPoints, fewestScenarios = 12, 3

// surfaces fits one surface to retention, by log odds, and one to cost, by its logarithm.
func (f *Frontier) surfaces(all [][][][]float64) error {
	if len(f.Points) < fewestPoints || len(f.Chosen) < fewestScenarios {
		f.NoSurfaces = "a surface takes 12 points and 3 scenarios or more"
		return nil
	}
	dims := dimensions(f.Space)
	var at [][]float64
	for _, p := range f.Points {
		at = append(at, place(f.Space, p.Levels))
	}
	for _, of := range []struct {
		measure
		scale pareto.Scale
		value func(repeats [][]float64) (value, variance float64)
	}{
		{retention, pareto.Logit, oddsOf},
		{cost, pareto.Log, logCost},
	} {
		groups := groupsOf(all, at, f.Chosen, of.value)
		observations, err := pareto.AcrossGroups(groups)
		if err != nil {
			f.NoSurfaces = err.Error()
			return nil
		}
		options := pareto.SurfaceOptions{Scale: of.scale, Seed: seed}
		fitted, err := pareto.FitSurface(dims, observations, options)
		if err != nil {
			return err
		}
		out := Surface{Objective: of.Objective, Fitted: fitted}
		if out.Main, err = fitted.MainEffects(at); err != nil {
			return err
		}
		if out.Interactions, err = fitted.Interactions(at); err != nil {
			return err
		}
		if out.HeldOut, err = pareto.LeaveGroupOut(dims, groups, options); err != nil {
			return err
		}
		f.Surfaces = append(f.Surfaces, out)
	}
	return nil
}

// groupsOf are points' values by scenario, on a surface's scale.
func groupsOf(all [][][][]float64, at [][]float64, names []string, value func([][]float64) (value, variance float64)) []pareto.Group {
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

// dimensions are a space's as a surface knows them. Numbers that double or nearly so are placed by
// their logarithm.
func dimensions(s *space.Space) []pareto.Dimension {
	var out []pareto.Dimension
	for _, d := range s.Dimensions {
		p := pareto.Dimension{Name: d.Name, Levels: d.Levels, Conditional: d.Conditional()}
		switch d.Kind {
		case space.Categorical:
			p.Kind = pareto.Categorical
		default:
			p.Kind, p.At = pareto.Ordinal, d.Values
			first, last := d.Values[0], d.Values[len(d.Values)-1]
			p.Log = first > 0 && last >= 2*first
		}
		out = append(out, p)
	}
	return out
}

// place is a point's coordinates; NaN where a dimension doesn't apply.
func place(s *space.Space, levels []string) []float64 {
	out := make([]float64, len(levels))
	for i, l := range levels {
		out[i] = math.NaN()
		for k, known := range s.Dimensions[i].Levels {
			if l == known {
				out[i] = float64(k)
			}
		}
	}
	return out
}
