package pareto

import (
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

// Surface is a Gaussian process over configurations, fitted to noisy measurements. Its kernel is a
// variance times one factor per dimension: Matérn-5/2 with a length scale of its own for those with
// an order, exp(-θ) between any two options of the others. Its mean is an unknown constant. The
// parameters are those of the highest marginal likelihood; their own uncertainty is in no figure
// made from the surface, so with few observations its intervals are too short.
type Surface struct {
	scale Scale
	space *space.Space
	post  *posterior
}

const (
	firstFit = 200 // observations that the parameters are first fitted on, where there are more of them
	refining = 12  // looks at the likelihood of all observations to refine what those gave
)

// FitSurface fits a surface over the space to observations on a scale, of which a sample is drawn from
// seed where there are many. All mistakes are reported at once.
func FitSurface(over *space.Space, observations []Observation, scale Scale, seed uint64) (*Surface, error) {
	g, err := newProcess(over, observations)
	if err != nil {
		return nil, err
	}
	bounds, starts := ranges(over, stat.Variance(g.y, nil))
	fit := g
	if len(g.x) > firstFit {
		fit = g.sample(firstFit, seed)
	}
	p, err := maximize(fit.evidence, bounds, starts, 100)
	if err == nil && fit != g {
		p, err = maximize(g.evidence, bounds, [][]float64{p}, refining)
	}
	s := &Surface{scale: scale, space: over}
	if err == nil {
		s.post, err = g.condition(p)
	}
	if err != nil {
		return nil, fmt.Errorf("fit a surface to %d observations: %w", len(observations), err)
	}
	return s, nil
}

// newProcess checks the observations and lays them out.
func newProcess(over *space.Space, observations []Observation) (*process, error) {
	g := &process{constant: true}
	for i, d := range over.Dimensions {
		f := factor{coordinates: []int{i}, conditional: d.Conditional()}
		if d.Ordered() {
			f.shape = matern52
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

// ranges are the parameters' bounds and where their fit starts. They are the variance of the surface
// about its mean, to which that of the observations gives the scale; for an ordered dimension its length,
// in which its range is 1, and where it is conditional the kinship of the points to which it applies
// with the others; for another the distance θ between its options; and the nugget, the noise variance
// beyond what the observations state.
func ranges(over *space.Space, variance float64) ([]bound, [][]float64) {
	variance = max(variance, 1e-6)
	var bounds []bound
	starts := make([][]float64, 4)
	add := func(b bound, start ...float64) {
		bounds = append(bounds, b)
		for i := range starts {
			starts[i] = append(starts[i], start[i])
		}
	}
	add(bound{variance / 100, variance * 100}, variance, variance, variance*3, variance)
	for _, d := range over.Dimensions {
		if !d.Ordered() {
			add(bound{0.005, 5}, 0.5, 0.1, 0.5, 2)
			continue
		}
		add(bound{0.05, 20}, 0.7, 3, 2, 0.25)
		if d.Conditional() {
			add(bound{0.05, 0.99}, 0.5, 0.7, 0.5, 0.3)
		}
	}
	low := max(1e-8, variance*1e-6)
	add(bound{low, max(variance, 2*low)}, variance/100, variance/10, variance/1000, variance/10)
	return bounds, starts
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
		out[i] = Prediction{Mean: f.mean[i], SD: math.Sqrt(f.variance[i]), Scale: s.scale}
	}
	return out, nil
}

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
