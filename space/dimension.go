package space

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"contextarena.internal/internal/strictyaml"
)

// Dimension is one setting.
type Dimension struct {
	Name    string
	Ordered bool      // levels ascend, and neighbours are alike
	Levels  []string  // as they are written in a spec
	Labels  []string  // how each level reads in a name, "" where it is left out; nil: as the level
	When    Condition // where the dimension applies
}

// Condition maps earlier dimensions to the levels of which one must hold. Nil always holds.
type Condition map[string][]string

// Inactive stands for the level of a dimension that doesn't apply.
const Inactive = -1

// Choice is a dimension whose levels have no order.
func Choice(name string, levels ...string) Dimension {
	return Dimension{Name: name, Levels: levels}
}

// Steps is a dimension of numbers in ascending order; a name shows them behind the short form.
func Steps(name, short string, values ...int) Dimension {
	d := Dimension{Name: name, Ordered: true}
	for _, v := range values {
		level := strconv.Itoa(v)
		d.Levels, d.Labels = append(d.Levels, level), append(d.Labels, short+level)
	}
	return d
}

// Switch is a dimension that is false or true; a name shows the short form where it is true.
func Switch(name, short string) Dimension {
	return Dimension{Name: name, Levels: []string{"false", "true"}, Labels: []string{"", short}}
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
