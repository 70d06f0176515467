package pareto

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"

	"contextarena.internal/space"
)

// Observation is a measurement of one configuration. At has the level of each dimension of the space, as
// space.Space.Levels. Value is on the surface's scale and Variance is that of the measurement, from repeats or
// from LogitShare; what is below 1e-8 counts as 1e-8.
type Observation struct {
	At              []int
	Value, Variance float64
}

// SurfaceOptions are how a surface is fitted. The zero value is ready for use.
type SurfaceOptions struct {
	// Scale is the one the observations' values are on.
	Scale Scale
	// Sample is how many observations the parameters are first fitted on where there are more of
	// them and no grid to make it cheap. 0 means 200, else it is 3 or more.
	Sample int
	// Seed draws that sample.
	Seed uint64
}

// Surface is a Gaussian process over configurations, fitted to noisy measurements. Its kernel is a
// variance times one factor per dimension: Matérn-5/2 with a length scale of its own for those with
// an order, exp(-θ) between any two options of the others. Its mean is an unknown constant. The
// parameters are those of the highest marginal likelihood; their own uncertainty is in no figure
// made from the surface, so with few observations its intervals are too short.
type Surface struct {
	// Form is "kronecker" where the observations fill a grid with equal noise, else "dense"; Why
	// gives the reason. Both are the same model.
	Form, Why string
	// Evidence is the log marginal likelihood.
	Evidence   float64
	Parameters []Parameter
	Scale      Scale

	space *space.Space
	post  *posterior
}

// Parameter is one of the surface's, as it was fitted.
type Parameter struct {
	// Dimension is empty for those of the whole surface.
	Dimension string
	// Name is "variance" of the surface about its mean; "length", in which the range of an ordered
	// dimension is 1, so that one far above 1 is a dimension that hardly matters; "distance" θ
	// between the options of a categorical one, where one near 0 hardly matters; "kinship" of the
	// points to which a dimension applies with those to which it doesn't; and "nugget", the noise
	// variance beyond what the observations state.
	Name  string
	Value float64
	// Bounded is set where the likelihood pushed it to the end of its range, so that the value
	// itself means little.
	Bounded bool
}

// steps is how often the likelihood of all observations is looked at to refine what a sample gave.
const steps = 12

// FitSurface fits a surface over the space. All mistakes are reported at once.
func FitSurface(over *space.Space, observations []Observation, options SurfaceOptions) (*Surface, error) {
	g, err := newProcess(over, observations)
	size := cmp.Or(options.Sample, 200)
	if size < 3 {
		err = errors.Join(err, fmt.Errorf("a sample of %d observations: want 3 or more, or 0 for 200", size))
	}
	if err != nil {
		return nil, err
	}
	bounds, starts, parameters := ranges(over, stat.Variance(g.y, nil))
	s := &Surface{Form: "dense", Scale: options.Scale, space: over}
	d, why := asGrid(g)
	s.Why = why
	var p []float64
	if d != nil {
		s.Form = "kronecker"
		if p, s.Evidence, err = maximize(d.evidence, bounds, starts, 100); err == nil {
			s.post, err = d.condition(p)
		}
	} else {
		fit := g
		if size < len(g.x) {
			fit = g.sample(size, options.Seed)
			s.Why += fmt.Sprintf("; parameters fitted on %d of %d observations, then refined on all", size, len(g.x))
		}
		p, s.Evidence, err = maximize(fit.evidence, bounds, starts, 100)
		if err == nil && fit != g {
			p, s.Evidence, err = maximize(g.evidence, bounds, [][]float64{p}, steps)
		}
		if err == nil {
			s.post, err = g.condition(p)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("fit a surface to %d observations: %w", len(observations), err)
	}
	for i, v := range p {
		parameters[i].Value = v
		parameters[i].Bounded = v < bounds[i].low*1.02 || v > bounds[i].high/1.02
	}
	s.Parameters = parameters
	return s, nil
}

// newProcess checks the observations and lays them out.
func newProcess(over *space.Space, observations []Observation) (*process, error) {
	g := &process{constant: true}
	for i, d := range over.Dimensions {
		f := factor{shape: matern52, coordinates: []int{i}, conditional: d.Conditional()}
		if !d.Ordered() {
			f.shape = exchangeable
		}
		g.kernel = append(g.kernel, f)
	}
	var wrong mistakes
	for i, o := range observations {
		x, err := place(over, o.At)
		if err != nil {
			wrong.add("observation %d: %w", i, err)
		}
		if !finite(o.Value) || !finite(o.Variance) || o.Variance < 0 {
			wrong.add("observation %d: value %g with variance %g: want finite ones, and no negative variance", i, o.Value, o.Variance)
		}
		g.x = append(g.x, x)
		g.y = append(g.y, o.Value)
		g.noise = append(g.noise, max(1e-8, o.Variance))
	}
	if len(observations) < 3 {
		wrong.add("a surface needs 3 observations or more, not %d", len(observations))
	}
	return g, wrong.err()
}

// ranges are the parameters' bounds, where their fit starts, and what they are called. The
// variance of the observations sets the scale of the surface's.
func ranges(over *space.Space, variance float64) ([]bound, [][]float64, []Parameter) {
	variance = max(variance, 1e-6)
	var bounds []bound
	var parameters []Parameter
	starts := make([][]float64, 4)
	add := func(dimension, name string, b bound, start ...float64) {
		bounds = append(bounds, b)
		parameters = append(parameters, Parameter{Dimension: dimension, Name: name})
		for i := range starts {
			starts[i] = append(starts[i], start[i])
		}
	}
	add("", "variance", bound{variance / 100, variance * 100}, variance, variance, variance*3, variance)
	for _, d := range over.Dimensions {
		if !d.Ordered() {
			add(d.Name, "distance", bound{0.005, 5}, 0.5, 0.1, 0.5, 2)
			continue
		}
		add(d.Name, "length", bound{0.05, 20}, 0.7, 3, 2, 0.25)
		if d.Conditional() {
			add(d.Name, "kinship", bound{0.05, 0.99}, 0.5, 0.7, 0.5, 0.3)
		}
	}
	low := max(1e-8, variance*1e-6)
	add("", "nugget", bound{low, max(variance, 2*low)}, variance/100, variance/10, variance/1000, variance/10)
	return bounds, starts, parameters
}

// sample is the process that knows only so many of the observations, drawn without replacement.
func (g *process) sample(size int, seed uint64) *process {
	drawn := rand.New(rand.NewPCG(seed, 0)).Perm(len(g.x))[:size]
	slices.Sort(drawn)
	out := &process{kernel: g.kernel, constant: g.constant}
	for _, i := range drawn {
		out.x, out.y, out.noise = append(out.x, g.x[i]), append(out.y, g.y[i]), append(out.noise, g.noise[i])
	}
	return out
}

// Predict is the surface's value at each point: what measuring it for ever would come to, as far
// as that varies smoothly (the nugget is left out).
func (s *Surface) Predict(points [][]int) ([]Prediction, error) {
	at, err := placeAll(s.space, points)
	if err != nil || len(points) == 0 {
		return nil, err
	}
	f := s.post.values(at)
	out := make([]Prediction, len(points))
	for i := range out {
		out[i] = Prediction{Mean: f.mean[i], SD: math.Sqrt(f.variance[i]), Scale: s.Scale}
	}
	return out, nil
}

// nugget is the noise variance beyond what the observations state.
func (s *Surface) nugget() float64 { return s.post.p[len(s.post.p)-1] }

// place is where levels lie for the kernel: 0 to 1 along an ordered dimension, NaN where one doesn't apply.
func place(over *space.Space, levels []int) ([]float64, error) {
	if err := over.Check(levels); err != nil {
		return nil, err
	}
	out := make([]float64, len(levels))
	for i, l := range levels {
		switch {
		case l == space.Inactive:
			out[i] = math.NaN()
		case over.Dimensions[i].Ordered():
			out[i] = over.Dimensions[i].Place(l)
		default:
			out[i] = float64(l)
		}
	}
	return out, nil
}

func placeAll(over *space.Space, points [][]int) ([][]float64, error) {
	out := make([][]float64, len(points))
	var wrong mistakes
	for i, x := range points {
		var err error
		if out[i], err = place(over, x); err != nil {
			wrong.add("point %d: %w", i, err)
		}
	}
	return out, wrong.err()
}
