// Package space is the configurations that a sweep plays or a search looks through: dimensions with their levels, and
// the conditions under which each applies. It is pure.
//
//  1. A Space is checked and listed when it is made (New). Each of its configurations has a Number and,
//     the same thing in another form, a level per dimension (Levels).
//  2. A file declares one, with the strategy that each configuration is (Parse, Declared). The builtin file
//     is cost-retention.yaml; docs/frontier.md has the format.
package space

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Number is a configuration's place in its space, from 0, in the order of the levels, the last dimension
// fastest. It stays the same as long as the space's dimensions do.
type Number int

// Setting is one level chosen, as a strategy's spec takes it.
type Setting struct{ Name, Value string }

// Space is every configuration its dimensions allow. It is immutable, and safe for concurrent use.
type Space struct {
	Dimensions []Dimension // to be read only

	configurations [][]int // the levels of each, by Number
}

// mostCombinations bounds what a space may declare.
const mostCombinations = 1_000_000

// New declares a space. All mistakes are reported at once.
func New(dims ...Dimension) (*Space, error) {
	s := &Space{Dimensions: slices.Clone(dims)}
	var errs []error
	for i, d := range dims {
		errs = append(errs, d.check(dims[:i]))
	}
	if len(dims) == 0 {
		errs = append(errs, errors.New("needs at least one dimension"))
	}
	if s.Combinations() > mostCombinations {
		errs = append(errs, fmt.Errorf("has more than %d combinations; declare fewer levels", mostCombinations))
	}
	if err := errors.Join(errs...); err != nil {
		return nil, fmt.Errorf("space: %w", err)
	}
	s.list(nil)
	return s, nil
}

// list adds the configurations that begin with these levels.
func (s *Space) list(levels []int) {
	d := len(levels)
	switch {
	case d == len(s.Dimensions):
		s.configurations = append(s.configurations, slices.Clone(levels))
	case !s.holds(s.Dimensions[d].When, levels):
		s.list(append(levels, Inactive))
	default:
		for l := range s.Dimensions[d].Levels {
			s.list(append(levels, l))
		}
	}
}

// holds reports whether a condition does.
func (s *Space) holds(c Condition, levels []int) bool {
	for name, want := range c {
		d := index(s.Dimensions, name)
		if levels[d] == Inactive || !slices.Contains(want, s.Dimensions[d].Levels[levels[d]]) {
			return false
		}
	}
	return true
}

// Size is how many configurations there are.
func (s *Space) Size() int { return len(s.configurations) }

// Combinations is how many combinations of levels there are, whether or not conditions make some of them
// one configuration. Beyond what a space may declare it counts no further.
func (s *Space) Combinations() int {
	n := 1
	for _, d := range s.Dimensions {
		n = min(n*len(d.Levels), mostCombinations+1)
	}
	return n
}

// Levels is the level of each dimension, by its place; Inactive where it doesn't apply. To be read only. It panics with a
// number of another space.
func (s *Space) Levels(n Number) []int { return s.configurations[n] }

// Number is the inverse of Levels. It panics with levels that are no configuration.
func (s *Space) Number(levels []int) Number {
	n, found := slices.BinarySearchFunc(s.configurations, levels, slices.Compare[[]int])
	if !found {
		panic(fmt.Sprintf("space: levels %v are no configuration", levels))
	}
	return Number(n)
}

// Settings are the levels of the dimensions that apply, in the order of declaration.
func (s *Space) Settings(n Number) []Setting {
	var settings []Setting
	for d, l := range s.Levels(n) {
		if l != Inactive {
			settings = append(settings, Setting{s.Dimensions[d].Name, s.Dimensions[d].Levels[l]})
		}
	}
	return settings
}

// Name is a configuration as people read it: dual_track/versioned/on_demand/every8/recent4/depth2.
func (s *Space) Name(n Number) string {
	var labels []string
	for d, l := range s.Levels(n) {
		if l != Inactive && s.Dimensions[d].label(l) != "" {
			labels = append(labels, s.Dimensions[d].label(l))
		}
	}
	return strings.Join(labels, "/")
}
