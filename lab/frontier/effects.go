package frontier

import (
	"cmp"
	"math"
	"slices"

	"contextarena.internal/lab"
	"contextarena.internal/lab/predictions"
	"contextarena.internal/pareto"
	"contextarena.internal/space"
	"contextarena.internal/stats"
)

// Explained is what takes longer to say of a sweep.
type Explained struct {
	Surfaces   []Surface                 `json:"surfaces"`              // of retention and of cost
	NoSurfaces string                    `json:"no_surfaces,omitempty"` // why there are none
	Replays    []Replay                  `json:"replays"`
	Expected   []predictions.Expectation `json:"expectations"`
	Studies    []Study                   `json:"adaptive,omitempty"` // by request
}

// Surface is what settings do to one objective, by a smooth function of them.
type Surface struct {
	Objective string   `json:"objective"` // retention or cost
	Form      string   `json:"form"`      // dense or kronecker
	Why       string   `json:"why"`
	Main      []Effect `json:"main"`
	Pairs     []Effect `json:"interactions"` // by how clearly they differ from none
	// Leave one scenario out: by the surface, and by one value for all points.
	Surface  Foresight `json:"foresight"`
	Constant Foresight `json:"foresight_constant"`
}

// Effect is what a level does, or two together.
type Effect struct {
	Dimension string `json:"dimension"`
	Level     string `json:"level"`
	Other     string `json:"other_dimension,omitempty"`
	With      string `json:"other_level,omitempty"`
	Points    int    `json:"points"`
	// Value is the objective at a typical point with the level.
	Value lab.Measured `json:"value"`
	// Change is, of a level's retention, the difference from a typical point in shares; of its cost, the
	// ratio. Of two levels together it is the ratio, of odds or costs, beyond what each does alone.
	Change lab.Measured `json:"change"`
	// Counted is Change of one level as it is counted without a surface: by scenario the mean over the
	// level's points less that over all to which its dimension applies. Its interval is over scenarios
	// as a sample. That of Change takes what scenarios do to a level for noise, and is short.
	Counted *lab.Measured `json:"counted,omitempty"`
}

// Foresight is how well scenarios were foretold by the others, on the surface's scale: log odds of
// retention, logarithm of cost.
type Foresight struct {
	Coverage   float64 `json:"coverage_90"` // share within their 90 % interval
	RMSE       float64 `json:"rmse"`
	ShapeRMSE  float64 `json:"shape_rmse"` // once each scenario's mean error is taken off
	LogDensity float64 `json:"log_density"`
}

// Surfaces are fitted to this many points and scenarios at least.
const fewestPoints, fewestScenarios = 12, 3

// surfaces fits one surface to retention, by log odds, and one to cost, by its logarithm. Where one can't
// be fitted there is none.
func (f *Frontier) surfaces() {
	f.Explained = &Explained{Surfaces: []Surface{}, Replays: []Replay{}}
	if len(f.Points) < fewestPoints || len(f.scenarios) < fewestScenarios {
		f.Explained.NoSurfaces = "a surface takes 12 points and 3 scenarios or more"
		return
	}
	var out []Surface
	for _, of := range []fitting{
		{retention.Name, pareto.Logit, oddsOf, shareOf},
		{cost.Name, pareto.Log, logCost, func(repeats [][]float64) float64 { v, _ := logCost(repeats); return v }},
	} {
		surface, err := f.surface(of)
		if err != nil {
			f.Explained.NoSurfaces = err.Error()
			return
		}
		out = append(out, surface)
	}
	f.Explained.Surfaces = out
}

// fitting is how an objective is fitted.
type fitting struct {
	objective string
	scale     pareto.Scale
	value     func(repeats [][]float64) (value, variance float64)
	counted   func(repeats [][]float64) float64 // NaN where there is none
}

func (f *Frontier) surface(of fitting) (Surface, error) {
	out := Surface{Objective: of.objective, Main: []Effect{}, Pairs: []Effect{}}
	var at [][]int
	for _, p := range f.Points {
		at = append(at, p.at)
	}
	groups := groupsOf(f.rows, at, f.Played.Scenarios, of.value)
	observations, err := pareto.AcrossGroups(groups)
	if err != nil {
		return out, err
	}
	declared, options := f.swept.Space.Space, pareto.SurfaceOptions{Scale: of.scale, Seed: seed}
	fitted, err := pareto.FitSurface(declared, observations, options)
	if err != nil {
		return out, err
	}
	out.Form, out.Why = fitted.Form, fitted.Why
	main, err := fitted.MainEffects(at)
	if err != nil {
		return out, err
	}
	pairs, err := fitted.Interactions(at)
	if err != nil {
		return out, err
	}
	for _, e := range main {
		effect := effectOf(e)
		effect.Counted = new(f.counted(e, of))
		out.Main = append(out.Main, effect)
	}
	clear := func(e pareto.Effect) float64 { return math.Abs(e.Difference.Mean) / e.Difference.SD }
	slices.SortStableFunc(pairs, func(a, b pareto.Effect) int { return cmp.Compare(clear(b), clear(a)) })
	for _, e := range pairs {
		out.Pairs = append(out.Pairs, effectOf(e))
	}
	held, err := pareto.LeaveGroupOut(declared, groups, options)
	out.Surface, out.Constant = Foresight(held.Surface), Foresight(held.Constant)
	return out, err
}

// effectOf puts an effect into units that can be read.
func effectOf(e pareto.Effect) Effect {
	out := Effect{
		Dimension: e.Dimension, Level: e.Level, Other: e.OtherDimension, With: e.OtherLevel, Points: e.Points,
		Value: within(e.Mean),
	}
	change := e.Difference
	if e.OtherDimension == "" && e.Mean.Scale == pareto.Logit {
		// From what a typical point keeps, as if that were known.
		typical := pareto.Prediction{Mean: e.Mean.Mean - change.Mean, Scale: pareto.Logit}
		at := func(by float64) *float64 {
			p := pareto.Prediction{Mean: typical.Mean + by, Scale: pareto.Logit}
			return new(p.Median() - typical.Median())
		}
		ends := change.Interval(alpha) // on the linear scale
		out.Change = lab.Measured{Mean: at(change.Mean), Low: at(ends.Low), High: at(ends.High)}
		return out
	}
	change.Scale = pareto.Log // of log odds or log costs: ratios
	out.Change = within(change)
	return out
}

// within is a prediction in its own unit with its interval.
func within(p pareto.Prediction) lab.Measured {
	i := p.Interval(alpha)
	return lab.Measured{Mean: new(p.Median()), Low: &i.Low, High: &i.High}
}

// counted is a main effect by scenario: of retention in shares, of cost as a ratio.
func (f *Frontier) counted(e pareto.Effect, of fitting) lab.Measured {
	d := f.dimension(e.Dimension)
	var differences []stats.Cluster
	for s := range f.scenarios {
		var sum, n, own, ownN float64
		for i, p := range f.Points {
			v := of.counted(f.rows[i][s])
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
	out := lab.MeasuredOf(stats.PairedMean(differences, of.scale == pareto.Logit, alpha))
	for _, v := range []*float64{out.Mean, out.Low, out.High} {
		if v != nil && of.scale == pareto.Log {
			*v = math.Exp(*v)
		}
	}
	return out
}

// dimension is the place of a dimension in the space; -1 if there is none of that name.
func (f *Frontier) dimension(name string) int {
	return slices.IndexFunc(f.swept.Space.Dimensions, func(d space.Dimension) bool { return d.Name == name })
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
	k, n := counts(repeats, kept, asked)
	return k / n
}

// oddsOf is a point's retention in a scenario, repeats together. The probes of repeats aren't
// independent, but their number is what is known of the noise.
func oddsOf(repeats [][]float64) (value, variance float64) {
	k, n := counts(repeats, kept, asked)
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
