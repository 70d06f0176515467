package frontier

import (
	"math"
	"slices"

	"contextarena.internal/lab"
	"contextarena.internal/pareto"
	"contextarena.internal/space"
	"contextarena.internal/stats"
)

// Explained is what each setting does.
type Explained struct {
	Surfaces   []Surface `json:"surfaces"`              // of retention and of cost
	NoSurfaces string    `json:"no_surfaces,omitempty"` // why there are none
}

// Surface is what settings do to one objective, by a smooth function of them.
type Surface struct {
	Objective string   `json:"objective"` // retention or cost
	Main      []Effect `json:"main"`
}

// Effect is what a level does.
type Effect struct {
	Dimension string `json:"dimension"`
	Level     string `json:"level"`
	Points    int    `json:"points"`
	// Value is the objective at a typical point with the level.
	Value lab.Measured `json:"value"`
	// Change is, of retention, the difference from a typical point in shares; of cost, the ratio.
	Change lab.Measured `json:"change"`
	// Counted is Change as it is counted without a surface: by scenario the mean over the
	// level's points less that over all to which its dimension applies. Its interval is over scenarios
	// as a sample. That of Change takes what scenarios do to a level for noise, and is short.
	Counted lab.Measured `json:"counted"`
}

// Surfaces are fitted to this many points and scenarios at least.
const fewestPoints, fewestScenarios = 12, 3

// scaled is an objective as a surface is fitted to it.
type scaled struct {
	name  string
	scale pareto.Scale
	of    func(sums) (value, variance float64) // NaN where there is none
}

// scaledIn are retention by its log odds and cost by its logarithm.
func scaledIn(unit string) []scaled {
	return []scaled{
		{"retention", pareto.Logit, sums.odds},
		{"cost", pareto.Log, func(s sums) (float64, float64) { return s.logCost(unit) }},
	}
}

// fit fits a surface to points' trials by scenario.
func (o scaled) fit(s *space.Declared, at [][]int, shown [][]sums) (*pareto.Surface, error) {
	var groups []pareto.Group
	for sc := range shown[0] {
		var g pareto.Group
		for p := range shown {
			if v, variance := o.of(shown[p][sc]); !math.IsNaN(v) {
				g = append(g, pareto.Observation{At: at[p], Value: v, Variance: variance})
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
	return pareto.FitSurface(s.Space, observations, o.scale, seed)
}

// explain fits one surface to retention and one to cost. Where one can't be fitted there is none.
func (f *Frontier) explain() {
	f.Explained = &Explained{Surfaces: []Surface{}}
	if len(f.Points) < fewestPoints || len(f.scenarios) < fewestScenarios {
		f.Explained.NoSurfaces = "a surface takes 12 points and 3 scenarios or more"
		return
	}
	var out []Surface
	for _, of := range scaledIn(f.Unit) {
		surface, err := f.surface(of)
		if err != nil {
			f.Explained.NoSurfaces = err.Error()
			return
		}
		out = append(out, surface)
	}
	f.Explained.Surfaces = out
}

func (f *Frontier) surface(of scaled) (Surface, error) {
	out := Surface{Objective: of.name, Main: []Effect{}}
	var at [][]int
	for _, p := range f.Points {
		at = append(at, p.at)
	}
	fitted, err := of.fit(f.swept.Space, at, f.shown)
	if err != nil {
		return out, err
	}
	main, err := fitted.MainEffects(at)
	for _, e := range main {
		out.Main = append(out.Main, Effect{
			Dimension: e.Dimension, Level: e.Level, Points: e.Points,
			Value: within(e.Mean), Change: changeOf(e), Counted: f.counted(e, of.scale),
		})
	}
	return out, err
}

// changeOf puts the difference that a level makes into units that can be read.
func changeOf(e pareto.Effect) lab.Measured {
	change := e.Difference
	if e.Mean.Scale == pareto.Log {
		change.Scale = pareto.Log // of log costs: a ratio
		return within(change)
	}
	// From what a typical point keeps, as if that were known.
	typical := pareto.Prediction{Mean: e.Mean.Mean - change.Mean, Scale: pareto.Logit}
	at := func(by float64) *float64 {
		p := pareto.Prediction{Mean: typical.Mean + by, Scale: pareto.Logit}
		return new(p.Median() - typical.Median())
	}
	ends := change.Interval(alpha) // on the linear scale
	return lab.Measured{Mean: at(change.Mean), Low: at(ends.Low), High: at(ends.High)}
}

// within is a prediction in its own unit with its interval.
func within(p pareto.Prediction) lab.Measured {
	i := p.Interval(alpha)
	return lab.Measured{Mean: new(p.Median()), Low: &i.Low, High: &i.High}
}

// counted is a main effect by scenario: of retention in shares, of cost as a ratio.
func (f *Frontier) counted(e pareto.Effect, scale pareto.Scale) lab.Measured {
	d := slices.IndexFunc(f.swept.Space.Dimensions, func(d space.Dimension) bool { return d.Name == e.Dimension })
	var differences []stats.Cluster
	for sc := range f.scenarios {
		var sum, n, own, ownN float64
		for i, p := range f.Points {
			v := f.shown[i][sc].retention()
			if scale == pareto.Log {
				v, _ = f.shown[i][sc].logCost(f.Unit)
			}
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
	out := lab.MeasuredOf(stats.PairedMean(differences, scale == pareto.Logit, alpha))
	for _, v := range []*float64{out.Mean, out.Low, out.High} {
		if v != nil && scale == pareto.Log {
			*v = math.Exp(*v)
		}
	}
	return out
}
