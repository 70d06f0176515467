package space

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"contextarena.internal/internal/strictyaml"
)

// Kind says how the levels of a dimension are related.
type Kind string

// The kinds. Levels of an ordinal dimension are numbers of which the order alone counts, those of an
// integer or real one are equally spaced.
const (
	Categorical Kind = "categorical"
	Ordinal     Kind = "ordinal"
	Integer     Kind = "integer"
	Real        Kind = "real"
)

// Dimension is one setting.
type Dimension struct {
	Name   string
	Kind   Kind
	Levels []string  // as they are written in a spec
	Values []float64 // of the levels, ascending; nil for a categorical dimension, or for equal steps
	Labels []string  // how each level reads in a name, "" where it is left out; nil: as the level
	When   Condition // where the dimension applies
}

// Condition maps earlier dimensions to the levels of which one must hold. Nil always holds.
type Condition map[string][]string

// Inactive stands for the level of a dimension that doesn't apply.
const Inactive = -1

// Choice is a dimension whose levels have no order.
func Choice(name string, levels ...string) Dimension {
	return Dimension{Name: name, Kind: Categorical, Levels: levels}
}

// Steps is a dimension of numbers in ascending order; a name shows them behind the short form.
func Steps(name, short string, values ...int) Dimension {
	d := Dimension{Name: name, Kind: Ordinal}
	for _, v := range values {
		level := strconv.Itoa(v)
		d.Levels, d.Values, d.Labels = append(d.Levels, level), append(d.Values, float64(v)), append(d.Labels, short+level)
	}
	return d
}

// Switch is a dimension that is false or true; a name shows the short form where it is true.
func Switch(name, short string) Dimension {
	return Dimension{Name: name, Kind: Categorical, Levels: []string{"false", "true"}, Labels: []string{"", short}}
}

// Ordered reports whether neighbouring levels are alike.
func (d Dimension) Ordered() bool { return d.Kind != Categorical }

// Place is where a level of an ordered dimension lies between its ends, 0 and 1. Numbers that double or
// nearly so are placed by their logarithm: from 4 to 8 is as far as from 8 to 16.
func (d Dimension) Place(level int) float64 {
	last := len(d.Levels) - 1
	if last == 0 {
		return 0
	}
	if d.Values == nil {
		return float64(level) / float64(last)
	}
	low, high, at := d.Values[0], d.Values[last], d.Values[level]
	if low > 0 && high >= 2*low {
		low, high, at = math.Log(low), math.Log(high), math.Log(at)
	}
	return (at - low) / (high - low)
}

// label is how a level reads in a name.
func (d Dimension) label(level int) string {
	if d.Labels == nil {
		return d.Levels[level]
	}
	return d.Labels[level]
}

// check is what is wrong with a dimension after those declared before it.
func (d Dimension) check(before []Dimension) error {
	var errs []error
	fault := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	if d.Name == "" {
		fault("a dimension has no name")
	}
	if slices.ContainsFunc(before, func(o Dimension) bool { return o.Name == d.Name }) {
		fault("dimension %s is declared twice", d.Name)
	}
	if len(d.Levels) == 0 {
		fault("dimension %s has no levels", d.Name)
	}
	for i, l := range d.Levels {
		if l == "" || slices.Contains(d.Levels[:i], l) {
			fault("dimension %s: level %q is empty or listed twice", d.Name, l)
		}
	}
	if d.Values != nil && (!d.Ordered() || len(d.Values) != len(d.Levels)) {
		fault("dimension %s: %d numbers for %d levels: give one for each level of an ordered dimension, or none", d.Name, len(d.Values), len(d.Levels))
	}
	for i, v := range d.Values {
		if !(i == 0 || v > d.Values[i-1]) || math.IsInf(v, 0) || math.IsNaN(v) {
			fault("dimension %s: the numbers of its levels must be finite and ascend: %g", d.Name, d.Values)
		}
	}
	if d.Labels != nil && len(d.Labels) != len(d.Levels) {
		fault("dimension %s has %d levels and %d labels: give each level one", d.Name, len(d.Levels), len(d.Labels))
	}
	if !slices.Contains([]Kind{Categorical, Ordinal, Integer, Real}, d.Kind) {
		fault("dimension %s: unknown kind %q", d.Name, d.Kind)
	}
	return errors.Join(append(errs, d.When.check(before))...)
}

// check looks up what a condition names among dimensions.
func (c Condition) check(dims []Dimension) error {
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(c)) {
		d := index(dims, name)
		if d < 0 {
			errs = append(errs, unknown(dims, name))
			continue
		}
		for _, level := range c[name] {
			if !slices.Contains(dims[d].Levels, level) {
				errs = append(errs, fmt.Errorf("%s has no level %q (levels: %v)", name, level, dims[d].Levels))
			}
		}
	}
	return errors.Join(errs...)
}

// index is the place of a dimension; -1 if there is none of that name.
func index(dims []Dimension, name string) int {
	return slices.IndexFunc(dims, func(d Dimension) bool { return d.Name == name })
}

func unknown(dims []Dimension, name string) error {
	var known []string
	for _, d := range dims {
		known = append(known, d.Name)
	}
	hint := ""
	if near := strictyaml.Nearest(name, known); near != "" {
		hint = " (did you mean " + near + "?)"
	}
	return fmt.Errorf("no dimension %q is declared before this%s", name, hint)
}
