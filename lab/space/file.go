package space

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"

	"go.yaml.in/yaml/v4"

	"contextarena.internal/internal/strictyaml"
)

// file is a space as it stands in a file.
type file struct {
	Name       string          `yaml:"name" need:"true"`
	Dimensions []dimensionFile `yaml:"dimensions" need:"true"`
	Strategies []struct {
		When levelsOf `yaml:"when"`
		Spec string   `yaml:"spec" need:"true"`
	} `yaml:"strategies" need:"true"`
	MemoryModels struct {
		Dimension string                       `yaml:"dimension"`
		Levels    map[string]map[string]string `yaml:"levels"`
	} `yaml:"memory_models"`
}

type dimensionFile struct {
	Name        string      `yaml:"name" need:"true"`
	Categorical []string    `yaml:"categorical"`
	Ordinal     []yaml.Node `yaml:"ordinal"`
	Integer     *rangeFile  `yaml:"integer"`
	Real        *rangeFile  `yaml:"real"`
	When        levelsOf    `yaml:"when"`
}

// rangeFile is levels from one number to another, both included.
type rangeFile struct {
	From   float64 `yaml:"from"`
	To     float64 `yaml:"to"`
	Step   float64 `yaml:"step" default:"1"`
	Levels int     `yaml:"levels"`
}

// levelsOf is a condition: each dimension with a level or a list of them.
type levelsOf map[string][]string

// UnmarshalStrict reads {method: window} and {method: [window, hybrid]}.
func (l *levelsOf) UnmarshalStrict(n *yaml.Node) error {
	if n.Kind != yaml.MappingNode {
		return errors.New("want dimensions with their levels: {method: [rlm, hybrid]}")
	}
	*l = levelsOf{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		name, value := n.Content[i].Value, n.Content[i+1]
		items := []*yaml.Node{value}
		if value.Kind == yaml.SequenceNode {
			items = value.Content
		}
		for _, item := range items {
			if item.Kind != yaml.ScalarNode {
				return fmt.Errorf("%s: want a level or a list of levels", name)
			}
			(*l)[name] = append((*l)[name], item.Value)
		}
		if len(items) == 0 {
			return fmt.Errorf("%s: no level", name)
		}
	}
	return nil
}

// mostCombinations bounds what a space may declare.
const mostCombinations = 1_000_000

// Parse reads a space. Every mistake is reported at once.
func Parse(path string, data []byte) (*Space, error) {
	doc, err := strictyaml.Parse(path, data)
	if err != nil {
		return nil, err
	}
	var f file
	faults := doc.Decode(&f)
	s := &Space{Name: f.Name, Text: string(data), models: models{f.MemoryModels.Dimension, f.MemoryModels.Levels}}
	for i, d := range f.Dimensions {
		dim, err := d.dimension()
		if err == nil {
			err = s.checked(condition(d.When))
		}
		if err == nil && s.dimension(d.Name) >= 0 {
			err = fmt.Errorf("dimension %s is declared twice", d.Name)
		}
		if err != nil {
			faults = append(faults, doc.Faultf([]any{"dimensions", i}, "%v", err))
		}
		s.Dimensions = append(s.Dimensions, dim)
	}
	for i, st := range f.Strategies {
		err := errors.Join(s.checked(condition(st.When)), s.named(st.Spec))
		if err != nil {
			faults = append(faults, doc.Faultf([]any{"strategies", i}, "%v", err))
		}
		s.specs = append(s.specs, spec{condition(st.When), st.Spec})
	}
	if err := s.modelled(); err != nil {
		faults = append(faults, doc.Faultf([]any{"memory_models"}, "%v", err))
	}
	if n := s.Size(); len(faults) == 0 && n > mostCombinations {
		faults = append(faults, doc.Faultf([]any{"dimensions"}, "%d combinations: want %d at most", n, mostCombinations))
	}
	if len(faults) > 0 {
		return nil, faults.Sorted()
	}
	return s, nil
}

// checked looks up what a condition names among the dimensions so far.
func (s *Space) checked(c condition) error {
	var errs []error
	for _, name := range names(c) {
		d := s.dimension(name)
		if d < 0 {
			errs = append(errs, s.unknown(name))
			continue
		}
		for _, level := range c[name] {
			if !slices.Contains(s.Dimensions[d].Levels, level) {
				errs = append(errs, fmt.Errorf("%s has no level %q (levels: %v)", name, level, s.Dimensions[d].Levels))
			}
		}
	}
	return errors.Join(errs...)
}

func names(c condition) []string {
	var out []string
	for name := range c {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

func (s *Space) unknown(name string) error {
	var known []string
	for _, d := range s.Dimensions {
		known = append(known, d.Name)
	}
	hint := ""
	if near := strictyaml.Nearest(name, known); near != "" {
		hint = " (did you mean " + near + "?)"
	}
	return fmt.Errorf("no dimension %q is declared before this%s", name, hint)
}

// named looks up the dimensions that a spec names.
func (s *Space) named(text string) error {
	var errs []error
	os.Expand(text, func(name string) string {
		if s.dimension(name) < 0 {
			errs = append(errs, s.unknown(name))
		}
		return ""
	})
	return errors.Join(errs...)
}

// modelled checks which models write the memory.
func (s *Space) modelled() error {
	if s.models.dimension == "" {
		if len(s.models.levels) > 0 {
			return errors.New("say by which dimension the levels are: dimension: NAME")
		}
		return nil
	}
	d := s.dimension(s.models.dimension)
	if d < 0 {
		return s.unknown(s.models.dimension)
	}
	var errs []error
	for level := range s.models.levels {
		if !slices.Contains(s.Dimensions[d].Levels, level) {
			errs = append(errs, fmt.Errorf("%s has no level %q", s.models.dimension, level))
		}
	}
	for _, level := range s.Dimensions[d].Levels {
		if len(s.models.levels[level]) == 0 {
			errs = append(errs, fmt.Errorf("level %s of %s has no model", level, s.models.dimension))
		}
	}
	slices.SortFunc(errs, func(a, b error) int { return compare(a.Error(), b.Error()) })
	return errors.Join(errs...)
}

func compare(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// dimension checks a dimension.
func (f dimensionFile) dimension() (Dimension, error) {
	d := Dimension{Name: f.Name, when: condition(f.When)}
	given := 0
	if f.Categorical != nil {
		given++
		d.Kind, d.Levels = Categorical, f.Categorical
	}
	var err error
	if f.Ordinal != nil {
		given++
		d.Kind = Ordinal
		err = d.ordinal(f.Ordinal)
	}
	if f.Integer != nil {
		given++
		d.Kind = Integer
		err = d.integers(*f.Integer)
	}
	if f.Real != nil {
		given++
		d.Kind = Real
		err = d.reals(*f.Real)
	}
	switch {
	case given != 1:
		return d, fmt.Errorf("dimension %s: say its levels once, as categorical, ordinal, integer or real", f.Name)
	case err != nil:
		return d, fmt.Errorf("dimension %s: %w", f.Name, err)
	case len(d.Levels) == 0:
		return d, fmt.Errorf("dimension %s has no levels", f.Name)
	}
	for i, l := range d.Levels {
		if l == "" || slices.Contains(d.Levels[:i], l) {
			return d, fmt.Errorf("dimension %s: level %q is empty or listed twice", f.Name, l)
		}
	}
	return d, nil
}

func (d *Dimension) ordinal(nodes []yaml.Node) error {
	for i, n := range nodes {
		v, err := strconv.ParseFloat(n.Value, 64)
		if err != nil {
			return fmt.Errorf("%q is no number: levels without numbers are categorical", n.Value)
		}
		if i > 0 && v <= d.Values[i-1] {
			return fmt.Errorf("%s doesn't follow %s: ordinal levels ascend", n.Value, nodes[i-1].Value)
		}
		d.Levels, d.Values = append(d.Levels, n.Value), append(d.Values, v)
	}
	return nil
}

func (d *Dimension) integers(r rangeFile) error {
	if r.From != float64(int(r.From)) || r.To != float64(int(r.To)) || r.Step != float64(int(r.Step)) || r.Step < 1 || r.To < r.From || r.Levels != 0 {
		return errors.New("want whole numbers, ascending: integer: {from: 1, to: 9, step: 2}")
	}
	if (r.To-r.From)/r.Step > mostCombinations {
		return errors.New("too many levels")
	}
	for v := r.From; v <= r.To; v += r.Step {
		d.Levels, d.Values = append(d.Levels, strconv.Itoa(int(v))), append(d.Values, v)
	}
	return nil
}

func (d *Dimension) reals(r rangeFile) error {
	if r.To <= r.From || r.Levels < 2 || r.Levels > 1000 {
		return errors.New("want ascending numbers and 2 levels or more: real: {from: 0, to: 1, levels: 5}")
	}
	for i := range r.Levels {
		v := r.From + (r.To-r.From)*float64(i)/float64(r.Levels-1)
		d.Levels, d.Values = append(d.Levels, strconv.FormatFloat(v, 'g', 6, 64)), append(d.Values, v)
	}
	return nil
}
