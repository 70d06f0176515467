package pareto

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"contextarena.internal/space"
)

// Group is the observations of one scenario, on a surface's scale: at most one of each point.
type Group struct {
	Name         string
	Observations []Observation
}

// additive is the model point + group of groups' observations: a value of each point, a shift of each
// group, and the rest.
type additive struct {
	points []Observation // in the order in which they were first met
	shift  []float64     // of each group, 0 on average
	// between is the variance of the shifts, within that of a point's value from group to group
	// beyond its group's shift; both without the sampling variance, and 0 where that explains all.
	between, within float64
}

// AcrossGroups is each point's value on the average group with its variance, ready to fit a
// surface to. Groups may lack points: their shifts are taken off first, by least squares in the
// additive model point + group. The variance is that of the measurements, plus what a point's value
// varies from group to group, so that the groups are a sample; of how far all of them lie too
// high or too low together it tells nothing. It needs 2 groups that share points.
func AcrossGroups(groups []Group) ([]Observation, error) {
	l, err := fitAdditive(groups)
	return l.points, err
}

func fitAdditive(groups []Group) (additive, error) {
	var l additive
	var values, owners []float64
	var cells [][2]int // point and group of each value
	known := map[string]int{}
	var wrong mistakes
	for g, group := range groups {
		met := map[int]bool{}
		for _, o := range group.Observations {
			at, ok := known[fmt.Sprint(o.At)]
			if !ok {
				at = len(l.points)
				known[fmt.Sprint(o.At)] = at
				l.points, owners = append(l.points, Observation{At: o.At}), append(owners, 0)
			}
			if met[at] {
				wrong.add("group %q observes point %v twice: average its repeats", group.Name, o.At)
			}
			met[at] = true
			if !finite(o.Value) || !finite(o.Variance) || o.Variance < 0 {
				wrong.add("group %q, point %v: value %g with variance %g: want finite ones, and no negative variance", group.Name, o.At, o.Value, o.Variance)
			}
			values, cells = append(values, o.Value), append(cells, [2]int{at, g})
			owners[at]++
			l.points[at].Variance += o.Variance
		}
		if len(group.Observations) == 0 {
			wrong.add("group %q has no observations", group.Name)
		}
	}
	free := len(values) - len(l.points) - len(groups) + 1
	if len(groups) < 2 || free < 1 {
		wrong.add("%d groups with %d observations of %d points: it takes 2 groups that share points to tell them apart", len(groups), len(values), len(l.points))
	}
	if err := wrong.err(); err != nil {
		return additive{}, err
	}
	var noise float64
	for _, p := range l.points {
		noise += p.Variance / float64(len(values))
	}
	l.shift = make([]float64, len(groups))
	// Where every group has every point the first round is exact.
	for range 100 {
		for i := range l.points {
			l.points[i].Value = 0
		}
		for i, c := range cells {
			l.points[c[0]].Value += (values[i] - l.shift[c[1]]) / owners[c[0]]
		}
		clear(l.shift)
		for i, c := range cells {
			l.shift[c[1]] += (values[i] - l.points[c[0]].Value) / float64(len(groups[c[1]].Observations))
		}
		floats.AddConst(-stat.Mean(l.shift, nil), l.shift)
	}
	var square float64
	for i, c := range cells {
		r := values[i] - l.points[c[0]].Value - l.shift[c[1]]
		square += r * r
	}
	square /= float64(free)
	l.within = max(0, square-noise)
	l.between = max(0, stat.Variance(l.shift, nil)-square*float64(len(groups))/float64(len(values)))
	for i, n := range owners {
		l.points[i].Variance = l.points[i].Variance/(n*n) + l.within/n
	}
	return l, nil
}

// HeldOut is how well surfaces fitted without a group foretell its observations. The intervals and
// densities are for a group drawn like the others: Student's t with as many degrees of freedom as
// there are other groups less one, as wide as the surface's uncertainty, the groups' differences
// and the measurement's noise together. One group's observations share its shift, so that their
// coverage tends to be all or nothing: the unit is the group.
type HeldOut struct {
	Groups []HeldOutGroup
	// Surface and Constant are over all groups' observations.
	Surface, Constant Foresight
}

// HeldOutGroup is HeldOut for one group.
type HeldOutGroup struct {
	Name              string
	Observations      int
	Surface, Constant Foresight
}

// Foresight is how well predictions did. Constant is the yardstick: the one value for all points
// that the other groups' average suggests, with the same allowance for groups and noise.
type Foresight struct {
	// Coverage is the share of observations within their 90 % interval.
	Coverage float64
	// RMSE is the root mean square error. ShapeRMSE is that after the group's average error is
	// taken off, which is what matters for ranking configurations.
	RMSE, ShapeRMSE float64
	// LogDensity is the mean log predictive density of an observation; more is better.
	LogDensity float64
}

// forecasts gathers predictions and what came.
type forecasts struct {
	errors, shape []float64
	covered       int
	density       float64
}

func (f *forecasts) note(t distuv.StudentsT, value float64) {
	f.errors = append(f.errors, value-t.Mu)
	if math.Abs(value-t.Mu) <= t.Quantile(0.95)-t.Mu {
		f.covered++
	}
	f.density += t.LogProb(value)
}

// done ends a group, so that its average error is known.
func (f *forecasts) done() {
	f.shape = slices.Clone(f.errors)
	floats.AddConst(-stat.Mean(f.shape, nil), f.shape)
}

func (f *forecasts) join(o forecasts) {
	f.errors, f.shape = append(f.errors, o.errors...), append(f.shape, o.shape...)
	f.covered += o.covered
	f.density += o.density
}

func (f *forecasts) foresight() Foresight {
	n := float64(len(f.errors))
	return Foresight{
		Coverage: float64(f.covered) / n, LogDensity: f.density / n,
		RMSE: floats.Norm(f.errors, 2) / math.Sqrt(n), ShapeRMSE: floats.Norm(f.shape, 2) / math.Sqrt(n),
	}
}

// LeaveGroupOut fits a surface to all groups but one, parameters and all, and lets it foretell the
// observations of that one, for each group in turn. It needs 3 groups.
func LeaveGroupOut(over *space.Space, groups []Group, options SurfaceOptions) (HeldOut, error) {
	if len(groups) < 3 {
		return HeldOut{}, fmt.Errorf("leaving a group out needs 3 groups, not %d", len(groups))
	}
	var out HeldOut
	var surface, constant forecasts
	for g, group := range groups {
		others := slices.Delete(slices.Clone(groups), g, g+1)
		a, b, err := foretell(over, others, group, options)
		if err != nil {
			return HeldOut{}, fmt.Errorf("without group %q: %w", group.Name, err)
		}
		out.Groups = append(out.Groups, HeldOutGroup{
			Name: group.Name, Observations: len(group.Observations), Surface: a.foresight(), Constant: b.foresight(),
		})
		surface.join(a)
		constant.join(b)
	}
	out.Surface, out.Constant = surface.foresight(), constant.foresight()
	return out, nil
}

func foretell(over *space.Space, others []Group, group Group, options SurfaceOptions) (surface, constant forecasts, err error) {
	l, err := fitAdditive(others)
	if err != nil {
		return surface, constant, err
	}
	s, err := FitSurface(over, l.points, options)
	if err != nil {
		return surface, constant, err
	}
	var points [][]int
	for _, o := range group.Observations {
		points = append(points, o.At)
	}
	predicted, err := s.Predict(points)
	if err != nil {
		return surface, constant, err
	}
	var values []float64
	for _, p := range l.points {
		values = append(values, p.Value)
	}
	mean, variance := stat.MeanVariance(values, nil)
	n := float64(len(others))
	for i, o := range group.Observations {
		other := l.between*(1+1/n) + l.within + max(1e-8, o.Variance)
		p := predicted[i]
		surface.note(distuv.StudentsT{Mu: p.Mean, Sigma: math.Sqrt(p.SD*p.SD + s.nugget() + other), Nu: n - 1}, o.Value)
		constant.note(distuv.StudentsT{Mu: mean, Sigma: math.Sqrt(variance + other), Nu: n - 1}, o.Value)
	}
	surface.done()
	constant.done()
	return surface, constant, nil
}
