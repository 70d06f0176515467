package evolution

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/emas"
)

// How many random pipelines that pass enough tasks axes are laid by: at least, and at most those measured again.
const (
	leastLaid = 8
	mostAgain = 24
)

// layAxes cuts the grid where pipelines differ: from the 5th to the 95th percentile of those of the sample that pass enough
// tasks. An axis is refused if one pipeline's repeats differ by more than a cell. With too few such pipelines the axes stay
// as their descriptors have them.
func (s *search) layAxes(ctx context.Context) error {
	fit := slices.DeleteFunc(slices.Clone(s.sample), func(e emas.Evaluation) bool { return e.Infeasible })
	if len(fit) < leastLaid {
		return nil
	}
	twice := fit[:min(len(fit), mostAgain)]
	repeats := s.Settings.Repeats
	of := series{scenarios: s.search, seed: s.Settings.Seed, repeats: func(int) (int, int) { return repeats + 1, 2 * repeats }}
	for _, e := range twice {
		of.who = append(of.who, s.contestant(e.Genome))
	}
	s.player.Expect(len(twice) * repeats * len(s.search))
	trials, err := s.measure(ctx, of)
	if err != nil {
		return err
	}
	axes, noise := slices.Clone(s.Axes), make([]float64, len(s.Axes))
	for i, e := range twice {
		again, err := s.judge(e.Genome, trials[i], nil, repeats*len(s.search))
		if err != nil {
			return err
		}
		for k, x := range again.Descriptors {
			noise[k] += (x - e.Descriptors[k]) * (x - e.Descriptors[k]) / 2 / float64(len(twice))
		}
	}
	var errs []error
	for k := range axes {
		var values []float64
		for _, e := range fit {
			values = append(values, e.Descriptors[k])
		}
		slices.Sort(values)
		a := &axes[k]
		a.Low, a.High = values[len(values)/20], values[len(values)-1-len(values)/20]
		noise[k] = math.Sqrt(noise[k])
		if bins := int(math.Ceil((a.High-a.Low)/noise[k])) - 1; noise[k] >= (a.High-a.Low)/float64(a.Bins) {
			errs = append(errs, fmt.Errorf("descriptor %s: repeats of a pipeline differ by %.3f (SD), more than a cell, %.3f: elites would lie where chance puts them; take %sanother descriptor or more --repeats",
				s.Settings.Descriptors[k], noise[k], (a.High-a.Low)/float64(a.Bins), fewer(bins)))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return arena.Mistake{Err: err}
	}
	s.cut(axes)
	s.Noise = noise
	return nil
}

// fewer says how many bins would do.
func fewer(bins int) string {
	if bins < 2 {
		return ""
	}
	return fmt.Sprintf("--bins %d, ", bins)
}
