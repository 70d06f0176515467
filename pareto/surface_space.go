package pareto

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// Kind is what the values of a dimension are.
type Kind int

// The kinds.
const (
	Categorical Kind = iota // options without an order
	Ordinal                 // options with an order
	Integer                 // whole numbers of a range
	Real                    // numbers of a range
)

// Dimension is one setting of a space of configurations. A point's coordinate for it is the index
// of its level if it is Categorical or Ordinal, its number if it is Integer or Real, and NaN where
// a Conditional dimension doesn't apply, such as the depth of a window.
type Dimension struct {
	Name string
	Kind Kind
	// Levels name the options of a Categorical or Ordinal dimension, in order.
	Levels []string
	// At are an Ordinal dimension's levels as numbers, ascending, where its steps aren't equal:
	// 4, 6, 8, 12, 16. Without it they are 1, 2, 3, ...
	At []float64
	// Low and High are the range of an Integer or Real dimension.
	Low, High float64
	// Log measures an ordered dimension by ratios rather than differences: from 4 to 8 is as far
	// as from 8 to 16. Its numbers must be positive.
	Log bool
	// Conditional allows points to which the dimension doesn't apply.
	Conditional bool
}

// check is what is wrong with the declaration.
func (d Dimension) check() error {
	name := fmt.Sprintf("dimension %q", d.Name)
	if d.Kind < Categorical || d.Kind > Real {
		return fmt.Errorf("%s: unknown kind %d", name, d.Kind)
	}
	if d.Kind == Categorical || d.Kind == Ordinal {
		if len(d.Levels) == 0 {
			return fmt.Errorf("%s: it needs levels", name)
		}
		if d.At != nil && (d.Kind == Categorical || len(d.At) != len(d.Levels)) {
			return fmt.Errorf("%s: %d numbers for %d levels: give one for each level of an ordinal, or none", name, len(d.At), len(d.Levels))
		}
		for i := range d.At {
			if !(i == 0 || d.At[i] > d.At[i-1]) || math.IsInf(d.At[i], 0) || math.IsNaN(d.At[i]) {
				return fmt.Errorf("%s: the numbers of its levels must be finite and ascend: %g", name, d.At)
			}
		}
	} else if !(d.Low < d.High) || math.IsInf(d.High-d.Low, 0) {
		return fmt.Errorf("%s: %g to %g is no range", name, d.Low, d.High)
	}
	if d.Kind != Categorical && d.Log {
		if low, _ := d.ends(); !(low > 0) {
			return fmt.Errorf("%s: a logarithm needs positive numbers, not %g", name, low)
		}
	}
	return nil
}

// ends are the numbers an ordered dimension runs between.
func (d Dimension) ends() (low, high float64) {
	if d.Kind == Ordinal {
		return d.number(0), d.number(float64(len(d.Levels) - 1))
	}
	return d.Low, d.High
}

// number is the number a coordinate stands for.
func (d Dimension) number(coordinate float64) float64 {
	switch {
	case d.Kind != Ordinal:
		return coordinate
	case d.At == nil:
		return coordinate + 1
	}
	return d.At[int(coordinate)]
}

// place is where a coordinate lies for the kernel: 0 to 1 along the range of an ordered dimension.
func (d Dimension) place(v float64) (float64, error) {
	switch {
	case math.IsNaN(v):
		if !d.Conditional {
			return 0, fmt.Errorf("dimension %q has no value: only a conditional one may be left out", d.Name)
		}
		return v, nil
	case d.Kind != Real && v != math.Trunc(v):
		return 0, fmt.Errorf("dimension %q: %g is no whole number", d.Name, v)
	case d.Kind == Categorical || d.Kind == Ordinal:
		if v < 0 || v >= float64(len(d.Levels)) {
			return 0, fmt.Errorf("dimension %q: level %g of %d (they count from 0)", d.Name, v, len(d.Levels))
		}
	case v < d.Low || v > d.High:
		return 0, fmt.Errorf("dimension %q: %g is outside %g to %g", d.Name, v, d.Low, d.High)
	}
	if d.Kind == Categorical {
		return v, nil
	}
	low, high := d.ends()
	at := d.number(v)
	if d.Log {
		low, high, at = math.Log(low), math.Log(high), math.Log(at)
	}
	if low == high {
		return 0, nil
	}
	return (at - low) / (high - low), nil
}

// label is a coordinate as a reader knows it.
func (d Dimension) label(v float64) string {
	if d.Kind == Categorical || d.Kind == Ordinal {
		return d.Levels[int(v)]
	}
	return fmt.Sprintf("%g", v)
}

func checkSpace(space []Dimension) error {
	if len(space) == 0 {
		return errors.New("a space needs a dimension")
	}
	var errs []error
	seen := map[string]bool{}
	for _, d := range space {
		errs = append(errs, d.check())
		if seen[d.Name] {
			errs = append(errs, fmt.Errorf("dimension %q is declared twice", d.Name))
		}
		seen[d.Name] = true
	}
	return errors.Join(errs...)
}

// place is where a point lies for the kernel.
func place(space []Dimension, point []float64) ([]float64, error) {
	if len(point) != len(space) {
		return nil, fmt.Errorf("a point with %d coordinates in a space of %d dimensions", len(point), len(space))
	}
	out := make([]float64, len(point))
	var errs []error
	for i, d := range space {
		var err error
		out[i], err = d.place(point[i])
		errs = append(errs, err)
	}
	return out, errors.Join(errs...)
}

func placeAll(space []Dimension, points [][]float64) ([][]float64, error) {
	out := make([][]float64, len(points))
	var wrong mistakes
	for i, x := range points {
		var err error
		if out[i], err = place(space, x); err != nil {
			wrong.add("point %d: %w", i, err)
		}
	}
	return out, wrong.err()
}

// key is the same for two points where all coordinates are, those that don't apply included.
func key(point []float64) string {
	var b []byte
	for _, v := range point {
		if math.IsNaN(v) {
			v = math.NaN() // one of the many
		}
		b = binary.BigEndian.AppendUint64(b, math.Float64bits(v))
	}
	return string(b)
}
