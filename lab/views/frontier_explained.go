package views

import (
	"cmp"
	"math"
	"slices"

	"contextarena.internal/lab"
	"contextarena.internal/lab/frontier"
	"contextarena.internal/pareto"
)

// FrontierExplained is what takes longer to say of a sweep.
type FrontierExplained struct {
	Surfaces   []FrontierSurface `json:"surfaces"`
	NoSurfaces string            `json:"no_surfaces,omitempty"` // why there are none
	Replays    []FrontierReplay  `json:"replays"`
	Expected   []lab.Expectation `json:"expectations"`
	Studies    []FrontierStudy   `json:"adaptive,omitempty"` // by request
}

// FrontierSurface is what settings do to one objective, by a smooth function of them.
type FrontierSurface struct {
	Objective string           `json:"objective"` // retention or cost
	Form      string           `json:"form"`      // dense or kronecker
	Why       string           `json:"why"`
	Main      []FrontierEffect `json:"main"`
	Pairs     []FrontierEffect `json:"interactions"` // by how clearly they differ from none
	// Leave one scenario out: by the surface, and by one value for all points.
	Surface  FrontierForesight `json:"foresight"`
	Constant FrontierForesight `json:"foresight_constant"`
}

// FrontierEffect is what a level does, or two together.
type FrontierEffect struct {
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
	// Counted is Change of one level as it is counted by scenario, without a surface; its interval is over
	// scenarios as a sample. That of Change takes what scenarios do to a level for noise, and is short.
	Counted *lab.Measured `json:"counted,omitempty"`
}

// FrontierForesight is how well scenarios were foretold by the others, on the surface's scale: log odds
// of retention, logarithm of cost.
type FrontierForesight struct {
	Coverage   float64 `json:"coverage_90"` // share within their 90 % interval
	RMSE       float64 `json:"rmse"`
	ShapeRMSE  float64 `json:"shape_rmse"` // once each scenario's mean error is taken off
	LogDensity float64 `json:"log_density"`
}

// FrontierReplay is what a race would have found, on the mean over orders of the trials.
type FrontierReplay struct {
	Racing  lab.Racing `json:"racing"`
	Repeats int        `json:"repeats"` // of every scenario that were raced on
	Runs    int        `json:"runs"`
	Trials  float64    `json:"trials"`        // share that was played
	Volume  float64    `json:"volume"`        // share of the hypervolume
	Least   float64    `json:"least_volume"`  // in any run
	Lost    float64    `json:"lost_of_front"` // points
}

// FrontierStudy is how much of the hypervolume so many points find: picked one batch after the other by a
// surface, and drawn at random.
type FrontierStudy struct {
	Points   int     `json:"points"`
	Adaptive float64 `json:"adaptive"` // mean share
	Least    float64 `json:"least"`
	Seeds    int     `json:"seeds"`
	Random   float64 `json:"random"` // mean share
	RandomSD float64 `json:"random_sd"`
}

// Studied adds the comparison of picking points with drawing them. Explained must be there.
func (r Frontier) Studied(studies []frontier.Study) Frontier {
	for _, s := range studies {
		r.Explained.Studies = append(r.Explained.Studies, FrontierStudy{s.Points, s.Adaptive, s.Least, s.Seeds, s.Random, s.RandomSD})
	}
	return r
}

// explained is nil unless Explain was called.
func explained(f frontier.Frontier) *FrontierExplained {
	if f.Expected == nil {
		return nil
	}
	out := FrontierExplained{NoSurfaces: f.NoSurfaces, Surfaces: []FrontierSurface{}, Replays: []FrontierReplay{}, Expected: f.Expected}
	for _, s := range f.Surfaces {
		out.Surfaces = append(out.Surfaces, surfaceOf(s))
	}
	for _, r := range f.Replays {
		out.Replays = append(out.Replays, FrontierReplay{r.Racing, r.Repeats, r.Runs, r.Trials, r.Volume, r.Least, r.Lost})
	}
	return &out
}

func surfaceOf(s frontier.Surface) FrontierSurface {
	out := FrontierSurface{
		Objective: s.Objective.Name, Form: s.Fitted.Form, Why: s.Fitted.Why, Main: []FrontierEffect{}, Pairs: []FrontierEffect{},
		Surface: FrontierForesight(s.HeldOut.Surface), Constant: FrontierForesight(s.HeldOut.Constant),
	}
	for i, e := range s.Main {
		main := effectOf(e)
		counted := measured(s.Counted[i])
		if e.Mean.Scale == pareto.Log {
			for _, of := range []**float64{&counted.Mean, &counted.Low, &counted.High} {
				if *of != nil {
					*of = new(math.Exp(**of))
				}
			}
		}
		main.Counted = &counted
		out.Main = append(out.Main, main)
	}
	pairs := slices.Clone(s.Interactions)
	clear := func(e pareto.Effect) float64 { return math.Abs(e.Difference.Mean) / e.Difference.SD }
	slices.SortStableFunc(pairs, func(a, b pareto.Effect) int { return cmp.Compare(clear(b), clear(a)) })
	for _, e := range pairs {
		out.Pairs = append(out.Pairs, effectOf(e))
	}
	return out
}

// effectOf puts an effect into units that can be read.
func effectOf(e pareto.Effect) FrontierEffect {
	out := FrontierEffect{
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
