package strategies

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/strategies/pipeline"
)

// Parse reads a spec as people type it: "rlm" or "rlm(depth=2, questions=1)".
func Parse(text string) (arena.Strategy, error) {
	s, alias, err := ParseAs(text)
	if err == nil && alias != "" {
		return nil, errors.New("strategy " + s.Name() + ": a name of its own (as) is for a plan: leave it out")
	}
	return s, err
}

// ParseAs is Parse of a spec that may have a name of its own: rlm(depth=2, as=deep). The alias is empty without one.
func ParseAs(text string) (s arena.Strategy, alias string, err error) {
	name, settings, err := parseSpec(text)
	if err != nil {
		return nil, "", fmt.Errorf("strategy %w", err)
	}
	as, prompts := Taken(settings, "as"), Taken(settings, "prompts")
	if as != nil {
		alias = as.Value
	}
	if s, err = inOneLine(decoded("strategy", "", name, settings, New)); err == nil {
		s, err = prompted(s, prompts)
	}
	return s, alias, err
}

// Taken takes a setting out of a strategy's; nil if it isn't there.
func Taken(settings *yaml.Node, name string) *yaml.Node {
	for i := 0; i+1 < len(settings.Content); i += 2 {
		if settings.Content[i].Value == name {
			value := settings.Content[i+1]
			settings.Content = slices.Delete(settings.Content, i, i+2)
			return value
		}
	}
	return nil
}

// Canonical is the label of a spec.
func Canonical(spec string) (string, error) {
	s, err := Parse(spec)
	if err != nil {
		return "", err
	}
	return Label(s), nil
}

// ParseLayer reads a layer as people type it: "cascade" or "cascade(threshold=2)".
func ParseLayer(text string) (pipeline.Layer, error) {
	name, settings, err := parseSpec(text)
	if err != nil {
		return nil, fmt.Errorf("layer %w", err)
	}
	return inOneLine(decoded("layer", "", name, settings, newLayer))
}

// decoded is what a name stands for, with settings of a file. It is not to be used if there is an error, which of faulty
// settings wraps strictyaml.Faults.
func decoded[T any](what, file, name string, settings *yaml.Node, blank func(name string) (T, error)) (T, error) {
	t, err := blank(name)
	if err != nil {
		return t, err
	}
	for _, p := range presets {
		if p.Name == name && len(settings.Content) > 0 {
			return t, fmt.Errorf("%s %s: a preset takes no settings: begin with what it stands for, %s", what, name, p.Spec)
		}
		if p.Name == name {
			return t, nil
		}
	}
	if faults := strictyaml.DecodeNode(file, settings, t); len(faults) > 0 {
		err = faults
	}
	if c, ok := any(t).(interface{ Check() error }); ok && err == nil {
		err = c.Check()
	}
	if err != nil {
		err = fmt.Errorf("%s %s: %w", what, name, err)
	}
	return t, err
}

// inOneLine tells faults behind each other: a spec has no lines.
func inOneLine[T any](t T, err error) (T, error) {
	if _, faulty := errors.AsType[strictyaml.Faults](err); faulty {
		err = errors.New(strings.ReplaceAll(err.Error(), "\n", "; "))
	}
	return t, err
}

// newLayer returns a layer with its default settings.
func newLayer(name string) (pipeline.Layer, error) {
	var names []string
	for _, e := range list {
		switch {
		case e.layer == nil:
		case e.Name == name:
			l := e.layer()
			strictyaml.Defaults(l)
			return l, nil
		default:
			names = append(names, e.Name)
		}
	}
	return nil, fmt.Errorf("unknown layer %q%s; layers: %s", name, strictyaml.Suggestion(name, names), strings.Join(names, ", "))
}

// FromNode reads a spec of a plan file: a name, or a mapping with `name` and settings. There is no strategy if there are
// faults.
func FromNode(file string, n *yaml.Node) (arena.Strategy, strictyaml.Faults) {
	fault := func(at *yaml.Node, text string) (arena.Strategy, strictyaml.Faults) {
		return nil, strictyaml.Faults{{File: file, Line: at.Line, Column: at.Column, Text: text}}
	}
	switch n.Kind {
	case yaml.ScalarNode:
		s, err := Parse(n.Value)
		if err != nil {
			return fault(n, err.Error())
		}
		return s, nil
	case yaml.MappingNode:
	default:
		return fault(n, "want a strategy: rlm, or {name: rlm, depth: 2}")
	}
	name, prompts := Taken(n, "name"), Taken(n, "prompts")
	if name == nil {
		return fault(n, "a strategy needs a name: {name: rlm, depth: 2}")
	}
	s, err := decoded("strategy", file, name.Value, n, New)
	if faults, faulty := errors.AsType[strictyaml.Faults](err); faulty {
		return nil, faults
	}
	if err == nil {
		s, err = prompted(s, prompts)
	}
	if err != nil {
		return fault(name, err.Error())
	}
	return s, nil
}
