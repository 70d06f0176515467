package space

import (
	_ "embed"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"

	"contextarena.internal/internal/strictyaml"
)

//go:embed cost-retention.yaml
var builtin []byte

// Declared is a space as a file declares it: with the strategy that each configuration is.
type Declared struct {
	*Space
	Title string
	Text  string // the file

	specs  []spec
	models models
}

// spec is how configurations become a strategy.
type spec struct {
	when Condition
	text string // with $NAME for the level of a dimension
}

// models are which model writes the memory, by the level of a dimension and the provider of the model
// that answers.
type models struct {
	dimension string
	levels    map[string]map[string]string
}

// Builtin is the space of a sweep without a file.
func Builtin() *Declared {
	s, err := Parse("cost-retention.yaml", builtin)
	if err != nil {
		panic(fmt.Sprintf("space: %v", err))
	}
	return s
}

// file is a space as it stands in a file.
type file struct {
	Name       string          `yaml:"name" need:"true" max:"200"`
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
	When        levelsOf    `yaml:"when"`
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

// Parse reads a space. Every mistake is reported at once.
func Parse(path string, data []byte) (*Declared, error) {
	doc, err := strictyaml.Parse(path, data)
	if err != nil {
		return nil, err
	}
	var f file
	faults := doc.Decode(&f)
	at := func(err error, path ...any) {
		if err != nil {
			faults = append(faults, doc.Faultf(path, "%v", err))
		}
	}
	s := &Declared{Title: f.Name, Text: string(data), models: models{f.MemoryModels.Dimension, f.MemoryModels.Levels}}
	var dims []Dimension
	for i, d := range f.Dimensions {
		dim, err := d.dimension()
		if err == nil {
			err = dim.check(dims)
		}
		at(err, "dimensions", i)
		dims = append(dims, dim)
	}
	for i, st := range f.Strategies {
		when := Condition(st.When)
		var names []error
		expand(st.Spec, func(name string) string {
			if index(dims, name) < 0 {
				names = append(names, unknown(dims, name))
			}
			return ""
		})
		at(errors.Join(when.check(dims), errors.Join(names...)), "strategies", i)
		s.specs = append(s.specs, spec{when, st.Spec})
	}
	at(s.models.check(dims), "memory_models")
	if len(faults) == 0 {
		s.Space, err = New(dims...)
		at(err, "dimensions")
	}
	if len(faults) > 0 {
		return nil, faults.Sorted()
	}
	return s, nil
}

// check is what is wrong with which models write the memory.
func (m models) check(dims []Dimension) error {
	if m.dimension == "" {
		if len(m.levels) > 0 {
			return errors.New("say by which dimension the levels are: dimension: NAME")
		}
		return nil
	}
	d := index(dims, m.dimension)
	if d < 0 {
		return unknown(dims, m.dimension)
	}
	var errs []error
	for level := range m.levels {
		if !slices.Contains(dims[d].Levels, level) {
			errs = append(errs, fmt.Errorf("%s has no level %q", m.dimension, level))
		}
	}
	for _, level := range dims[d].Levels {
		if len(m.levels[level]) == 0 {
			errs = append(errs, fmt.Errorf("level %s of %s has no model", level, m.dimension))
		}
	}
	slices.SortFunc(errs, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return errors.Join(errs...)
}

// dimension checks a dimension.
func (f dimensionFile) dimension() (Dimension, error) {
	d := Dimension{Name: f.Name, Ordered: f.Ordinal != nil, Levels: f.Categorical, When: Condition(f.When)}
	if (f.Categorical != nil) == d.Ordered {
		return d, fmt.Errorf("dimension %s: say its levels once, as categorical or ordinal", f.Name)
	}
	last := math.Inf(-1)
	for i, n := range f.Ordinal {
		v, err := strconv.ParseFloat(n.Value, 64)
		if err != nil {
			return d, fmt.Errorf("dimension %s: %q is no number: levels without numbers are categorical", f.Name, n.Value)
		}
		if !(v > last) {
			return d, fmt.Errorf("dimension %s: %s doesn't follow %s: ordinal levels ascend", f.Name, n.Value, f.Ordinal[max(0, i-1)].Value)
		}
		d.Levels, last = append(d.Levels, n.Value), v
	}
	return d, nil
}
