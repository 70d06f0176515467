// Package space declares which settings a sweep plays: dimensions with their levels, the conditions
// under which each applies, and how a combination of levels becomes a strategy.
//
// A file declares it (docs/frontier.md); the builtin one is the 720 combinations of cost-retention.yaml.
package space

import (
	_ "embed"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/strategies"
)

//go:embed cost-retention.yaml
var builtin []byte

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

// Space is a declared space.
type Space struct {
	Name       string
	Dimensions []Dimension
	Text       string // the file that declares it

	specs  []spec
	models models
}

// Dimension is one setting.
type Dimension struct {
	Name   string
	Kind   Kind
	Levels []string  // as they are written in a spec
	Values []float64 // of the levels; nil for a categorical dimension
	when   condition
}

// Conditional reports whether the dimension applies to some combinations only.
func (d Dimension) Conditional() bool { return len(d.when) > 0 }

// condition maps dimensions to the levels of which one must hold. Nil always holds.
type condition map[string][]string

// spec is how combinations become a strategy.
type spec struct {
	when condition
	text string // with $NAME for the level of a dimension
}

// models are which model writes the memory, by the level of a dimension and the provider of the model
// that answers.
type models struct {
	dimension string
	levels    map[string]map[string]string
}

// Point is one configuration: every combination of levels that behaves the same.
type Point struct {
	Levels      []string // by dimension; empty where it doesn't apply
	Strategy    arena.Strategy
	Label       string // of the strategy
	MemoryModel string // empty: the model that answers
	Stands      int    // combinations it stands for
}

// Builtin is the space of a sweep without a file.
func Builtin() *Space {
	s, err := Parse("cost-retention.yaml", builtin)
	if err != nil {
		panic(fmt.Sprintf("space: %v", err))
	}
	return s
}

// Load reads a file.
func Load(path string) (*Space, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("space: %w", err)
	}
	return Parse(path, data)
}

// Size is how many combinations of levels there are, whether or not conditions make some of them one.
func (s *Space) Size() int {
	n := 1
	for _, d := range s.Dimensions {
		n *= len(d.Levels)
	}
	return n
}

// Points lists the different configurations, in the order of the combinations they stand for first.
// The provider is that of the model that answers. A combination that no strategy is declared for, or
// whose strategy can't be, is an error.
func (s *Space) Points(provider string) ([]Point, error) {
	var out []Point
	at := map[string]int{}
	level := make([]int, len(s.Dimensions))
	var errs []error
	for range s.Size() {
		p, err := s.point(level, provider)
		switch i, seen := at[p.Label+"\x00"+p.MemoryModel]; {
		case err != nil:
			errs = append(errs, err)
		case seen:
			out[i].Stands++
		default:
			at[p.Label+"\x00"+p.MemoryModel] = len(out)
			out = append(out, p)
		}
		if len(errs) == mostFaults {
			break
		}
		for d := len(level) - 1; d >= 0; d-- {
			level[d]++
			if level[d] < len(s.Dimensions[d].Levels) {
				break
			}
			level[d] = 0
		}
	}
	return out, errors.Join(errs...)
}

// mostFaults is how many combinations that can't be are reported.
const mostFaults = 5

// point is one combination.
func (s *Space) point(level []int, provider string) (Point, error) {
	p := Point{Levels: make([]string, len(level)), Stands: 1}
	for i, d := range s.Dimensions {
		if s.holds(d.when, p.Levels) {
			p.Levels[i] = d.Levels[level[i]]
		}
	}
	i := slices.IndexFunc(s.specs, func(sp spec) bool { return s.holds(sp.when, p.Levels) })
	if i < 0 {
		return p, fmt.Errorf("space %s: no strategy is declared for %s", s.Name, s.Describe(p.Levels))
	}
	text, err := s.expand(s.specs[i].text, p.Levels)
	if err == nil {
		p.Strategy, err = strategies.Parse(text)
	}
	if err != nil {
		return p, fmt.Errorf("space %s: %s: %w", s.Name, s.Describe(p.Levels), err)
	}
	p.Label = strategies.Label(p.Strategy)
	if d := s.dimension(s.models.dimension); d >= 0 && p.Levels[d] != "" {
		p.MemoryModel = s.models.levels[p.Levels[d]][provider]
	}
	return p, nil
}

// holds reports whether a condition on earlier dimensions does.
func (s *Space) holds(c condition, levels []string) bool {
	for name, want := range c {
		if !slices.Contains(want, levels[s.dimension(name)]) {
			return false
		}
	}
	return true
}

// expand puts the levels into a spec.
func (s *Space) expand(text string, levels []string) (string, error) {
	var errs []error
	out := os.Expand(text, func(name string) string {
		d := s.dimension(name)
		if levels[d] == "" {
			errs = append(errs, fmt.Errorf("$%s has no level there: its condition doesn't hold", name))
		}
		return levels[d]
	})
	return out, errors.Join(errs...)
}

// dimension is the index of a dimension; -1 if there is none of that name.
func (s *Space) dimension(name string) int {
	return slices.IndexFunc(s.Dimensions, func(d Dimension) bool { return d.Name == name })
}

// Describe names a combination for people: "method=window recent=4".
func (s *Space) Describe(levels []string) string {
	var parts []string
	for i, l := range levels {
		if l != "" {
			parts = append(parts, s.Dimensions[i].Name+"="+l)
		}
	}
	return strings.Join(parts, " ")
}
