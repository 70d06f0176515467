// Package space is the configurations that a sweep plays, a search looks through and a surface is fitted
// over: dimensions with their levels, and the conditions under which each applies. It is pure.
//
//  1. A Space is checked and counted when it is made (New). Each of its configurations has a Number and,
//     the same thing in another form, a level per dimension (Levels).
//  2. A file declares one, with the strategy that each configuration is (Parse, Declared). The builtin file
//     is cost-retention.yaml; docs/frontier.md has the format.
package space

import (
	"errors"
	"fmt"
	"math"
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

	conditions [][]condition // by dimension
	deciding   [][]int       // by dimension: the earlier ones that conditions from it on ask about
	decides    []bool        // by dimension: it is among the deciding of the next
	following  []map[int]int // by dimension and levels of the deciding: the configurations from it on
	fixed      []int         // the same where nothing decides
}

// condition is a Condition by index.
type condition struct {
	dimension int
	holds     []bool // by level
}

// mostConfigurations is the largest space: a search keeps a mark for each configuration.
const mostConfigurations = 1 << 27

// New declares a space. All mistakes are reported at once.
func New(dims ...Dimension) (*Space, error) {
	var errs []error
	for i, d := range dims {
		errs = append(errs, d.check(dims[:i]))
	}
	if len(dims) == 0 {
		errs = append(errs, errors.New("needs at least one dimension"))
	}
	if err := errors.Join(errs...); err != nil {
		return nil, fmt.Errorf("space: %w", err)
	}
	s := &Space{Dimensions: slices.Clone(dims), deciding: make([][]int, len(dims)+1)}
	for i, d := range dims {
		var conditions []condition
		for e, earlier := range dims[:i] {
			if d.When[earlier.Name] == nil {
				continue
			}
			c := condition{e, make([]bool, len(earlier.Levels))}
			for l, level := range earlier.Levels {
				c.holds[l] = slices.Contains(d.When[earlier.Name], level)
			}
			conditions = append(conditions, c)
			for between := e + 1; between <= i; between++ {
				if !slices.Contains(s.deciding[between], e) {
					s.deciding[between] = append(s.deciding[between], e)
				}
			}
		}
		s.conditions, s.following = append(s.conditions, conditions), append(s.following, map[int]int{})
	}
	for i := range dims {
		s.decides = append(s.decides, slices.Contains(s.deciding[i+1], i))
	}
	s.following = append(s.following, map[int]int{0: 1})
	if s.count(0, make([]int, len(dims))) > mostConfigurations {
		return nil, fmt.Errorf("space: has more than %d configurations; declare fewer dimensions", mostConfigurations)
	}
	for _, n := range s.following {
		s.fixed = append(s.fixed, n[0])
	}
	return s, nil
}

// key is what the levels before a dimension mean for those from it on.
func (s *Space) key(d int, levels []int) int {
	key := 0
	for _, e := range s.deciding[d] {
		key = key*(len(s.Dimensions[e].Levels)+1) + levels[e] + 1
	}
	return key
}

// from is how many configurations there are from a dimension on, given the levels before it.
func (s *Space) from(d int, levels []int) int {
	if len(s.deciding[d]) == 0 {
		return s.fixed[d]
	}
	return s.following[d][s.key(d, levels)]
}

// count fills in the configurations from a dimension on, and returns them.
func (s *Space) count(d int, levels []int) int {
	key := s.key(d, levels)
	if n, known := s.following[d][key]; known {
		return n
	}
	n := 0
	switch {
	case !s.applies(d, levels):
		levels[d] = Inactive
		n = s.count(d+1, levels)
	case !s.decides[d]:
		n = len(s.Dimensions[d].Levels) * s.count(d+1, levels)
	default:
		for l := range s.Dimensions[d].Levels {
			levels[d] = l
			n += s.count(d+1, levels)
		}
	}
	n = min(n, mostConfigurations+1) // so that it doesn't overflow
	s.following[d][key] = n
	return n
}

// applies reports whether a dimension does, given the levels before it.
func (s *Space) applies(d int, levels []int) bool {
	for _, c := range s.conditions[d] {
		if l := levels[c.dimension]; l == Inactive || !c.holds[l] {
			return false
		}
	}
	return true
}

// Size is how many configurations there are.
func (s *Space) Size() int { return s.following[0][0] }

// Combinations is how many combinations of levels there are, whether or not conditions make some of them
// one configuration.
func (s *Space) Combinations() int { return combinations(s.Dimensions) }

func combinations(dims []Dimension) int {
	n := 1
	for _, d := range dims {
		if n > math.MaxInt/max(1, len(d.Levels)) {
			return math.MaxInt
		}
		n *= len(d.Levels)
	}
	return n
}

// Levels is the level of each dimension, by its place; Inactive where it doesn't apply. It panics with a
// number of another space.
func (s *Space) Levels(n Number) []int {
	if n < 0 || int(n) >= s.Size() {
		panic(fmt.Sprintf("space: number %d of a space of %d", n, s.Size()))
	}
	rest := int(n)
	return s.Choose(func(d int, levels []int) int {
		if !s.decides[d] {
			after := s.from(d+1, levels)
			level := rest / after
			rest %= after
			return level
		}
		for levels[d] = 0; ; levels[d]++ {
			after := s.from(d+1, levels)
			if rest < after {
				return levels[d]
			}
			rest -= after
		}
	})
}

// Choose makes the levels that pick names, where dimensions apply. It asks for those alone, in the order of
// declaration, and shows the levels before.
func (s *Space) Choose(pick func(d int, levels []int) int) []int {
	levels := make([]int, len(s.Dimensions))
	for d := range levels {
		levels[d] = Inactive
		if s.applies(d, levels) {
			levels[d] = pick(d, levels)
		}
	}
	return levels
}

// Number is the inverse of Levels.
func (s *Space) Number(levels []int) (Number, error) {
	if err := s.Check(levels); err != nil {
		return 0, err
	}
	n := 0
	for d, l := range levels {
		if !s.decides[d] {
			n += max(0, l) * s.from(d+1, levels)
			continue
		}
		before := slices.Clone(levels[:d+1])
		for before[d] = 0; before[d] < l; before[d]++ {
			n += s.from(d+1, before)
		}
	}
	return Number(n), nil
}

// Check is what is wrong with levels.
func (s *Space) Check(levels []int) error {
	if len(levels) != len(s.Dimensions) {
		return fmt.Errorf("%d levels in a space of %d dimensions", len(levels), len(s.Dimensions))
	}
	for d, l := range levels {
		switch applies := s.applies(d, levels); {
		case !applies && l != Inactive:
			return fmt.Errorf("%s doesn't apply here and must be %d, not %d", s.Dimensions[d].Name, Inactive, l)
		case applies && (l < 0 || l >= len(s.Dimensions[d].Levels)):
			return fmt.Errorf("%s has levels 0 to %d, not %d", s.Dimensions[d].Name, len(s.Dimensions[d].Levels)-1, l)
		}
	}
	return nil
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
