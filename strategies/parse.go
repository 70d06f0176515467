package strategies

import (
	"errors"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v4"

	"contextarena.internal/arena"
	"contextarena.internal/internal/spec"
	"contextarena.internal/internal/strictyaml"
)

// Parse reads a spec as people type it: "rlm" or "rlm(depth=2, questions=1)".
func Parse(text string) (arena.Strategy, error) {
	name, settings, err := spec.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("strategy %w", err)
	}
	s, err := decode(name, "", settings)
	var faults strictyaml.Faults
	if errors.As(err, &faults) {
		texts := make([]string, len(faults))
		for i, f := range faults {
			texts[i] = f.Text
		}
		return nil, fmt.Errorf("strategy %s: %s", name, strings.Join(texts, "; "))
	}
	return s, err
}

// FromNode reads a spec of a plan: a name, or a mapping with `name` and settings. Faults carry
// the place in file.
func FromNode(file string, n *yaml.Node) (arena.Strategy, error) {
	fault := func(at *yaml.Node, format string, args ...any) strictyaml.Faults {
		return strictyaml.Faults{{File: file, Line: at.Line, Column: at.Column, Text: fmt.Sprintf(format, args...)}}
	}
	switch n.Kind {
	case yaml.ScalarNode:
		s, err := Parse(n.Value)
		if err != nil {
			return nil, fault(n, "%v", err)
		}
		return s, nil
	case yaml.MappingNode:
		settings := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Line: n.Line, Column: n.Column}
		var name *yaml.Node
		for i := 0; i+1 < len(n.Content); i += 2 {
			if n.Content[i].Value == "name" {
				name = n.Content[i+1]
				continue
			}
			value, err := listed(n.Content[i+1])
			if err != nil {
				return nil, fault(n.Content[i+1], "%v", err)
			}
			settings.Content = append(settings.Content, n.Content[i], value)
		}
		if name == nil {
			return nil, fault(n, "a strategy needs a name: {name: rlm, depth: 2}")
		}
		s, err := decode(name.Value, file, settings)
		var faults strictyaml.Faults
		if err != nil && !errors.As(err, &faults) {
			return nil, fault(name, "%v", err)
		}
		return s, err
	}
	return nil, fault(n, "want a strategy: rlm, or {name: rlm, depth: 2}")
}

// decode sets a strategy's settings from a mapping.
func decode(name, file string, settings *yaml.Node) (arena.Strategy, error) {
	s, err := New(name)
	if err != nil {
		return nil, err
	}
	if faults := strictyaml.DecodeNode(file, settings, s); len(faults) > 0 {
		return nil, faults
	}
	if c, ok := s.(interface{ Check() error }); ok {
		if err := c.Check(); err != nil {
			return nil, fmt.Errorf("strategy %s: %w", name, err)
		}
	}
	return s, nil
}

// listed writes the items of a list that are mappings as specs: {name: cascade, threshold: 2} is
// cascade(threshold=2).
func listed(n *yaml.Node) (*yaml.Node, error) {
	if n.Kind != yaml.SequenceNode {
		return n, nil
	}
	list := *n
	list.Content = nil
	for _, item := range n.Content {
		if item.Kind != yaml.MappingNode {
			list.Content = append(list.Content, item)
			continue
		}
		text, err := spec.Text(item)
		if err != nil {
			return nil, err
		}
		list.Content = append(list.Content, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: text, Line: item.Line, Column: item.Column})
	}
	return &list, nil
}
