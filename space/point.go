package space

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Point is one strategy of a declared space: every configuration that behaves the same.
type Point struct {
	Levels      []string `json:"levels"`                 // by dimension; empty where it doesn't apply
	Label       string   `json:"strategy"`               // of the strategy
	MemoryModel string   `json:"memory_model,omitempty"` // empty: the model that answers
	Stands      int      `json:"stands_for"`             // combinations it stands for
}

// mostFaults is how many configurations that can't be are reported.
const mostFaults = 5

// Points lists the different points, in the order of the configurations they stand for first. The provider
// is that of the model that answers; label is the canonical form of a spec. A configuration that no
// strategy is declared for, or whose strategy can't be, is an error.
func (s *Declared) Points(provider string, label func(spec string) (string, error)) ([]Point, error) {
	var out []Point
	at := map[string]int{}
	var errs []error
	for n := range Number(s.Size()) {
		p, err := s.point(n, provider, label)
		switch i, seen := at[p.Label+"\x00"+p.MemoryModel]; {
		case err != nil:
			errs = append(errs, err)
		case seen:
			out[i].Stands += p.Stands
		default:
			at[p.Label+"\x00"+p.MemoryModel] = len(out)
			out = append(out, p)
		}
		if len(errs) == mostFaults {
			break
		}
	}
	return out, errors.Join(errs...)
}

// point is one configuration.
func (s *Declared) point(n Number, provider string, label func(spec string) (string, error)) (Point, error) {
	levels := s.Space.Levels(n)
	p := Point{Levels: make([]string, len(s.Dimensions)), Stands: 1}
	for i, d := range s.Dimensions {
		if l := levels[i]; l != Inactive {
			p.Levels[i] = d.Levels[l]
		} else {
			p.Stands *= len(d.Levels)
		}
	}
	fault := func(err error) error { return fmt.Errorf("space %s: %s: %w", s.Title, s.Describe(p.Levels), err) }
	i := slices.IndexFunc(s.specs, func(sp spec) bool { return s.holds(sp.when, levels) })
	if i < 0 {
		return p, fmt.Errorf("space %s: no strategy is declared for %s", s.Title, s.Describe(p.Levels))
	}
	var errs []error
	text := expand(s.specs[i].text, func(name string) string {
		level := p.Levels[index(s.Dimensions, name)]
		if level == "" {
			errs = append(errs, fmt.Errorf("$%s has no level there: its condition doesn't hold", name))
		}
		return level
	})
	if len(errs) > 0 {
		return p, fault(errors.Join(errs...))
	}
	var err error
	if p.Label, err = label(text); err != nil {
		return p, fault(err)
	}
	if d := index(s.Dimensions, s.models.dimension); d >= 0 && p.Levels[d] != "" {
		p.MemoryModel = s.models.levels[p.Levels[d]][provider]
	}
	return p, nil
}

// Describe names a configuration for people: "method=window recent=4".
func (s *Declared) Describe(levels []string) string {
	var parts []string
	for i, l := range levels {
		if l != "" {
			parts = append(parts, s.Dimensions[i].Name+"="+l)
		}
	}
	return strings.Join(parts, " ")
}

// placeholder is $NAME or ${NAME}.
var placeholder = regexp.MustCompile(`\$(?:\{[^}]*\}|\w+)`)

// expand puts values into a spec.
func expand(text string, value func(name string) string) string {
	return placeholder.ReplaceAllStringFunc(text, func(s string) string { return value(strings.Trim(s, "${}")) })
}
