package strategies

import (
	"errors"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v4"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
)

// Parse reads a spec as people type it: "rlm" or "rlm(depth=2, questions=1)".
func Parse(spec string) (arena.Strategy, error) {
	name, rest, bracket := strings.Cut(strings.TrimSpace(spec), "(")
	n := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}
	given := map[string]bool{}
	if bracket {
		inside, after, closed := strings.Cut(rest, ")")
		if !closed || strings.TrimSpace(after) != "" {
			return nil, fmt.Errorf("strategy %q: want name(setting=value, ...)", spec)
		}
		for part := range strings.SplitSeq(inside, ",") {
			if strings.TrimSpace(part) == "" {
				continue
			}
			key, value, ok := strings.Cut(part, "=")
			if !ok {
				return nil, fmt.Errorf("strategy %q: %q is no setting=value", spec, strings.TrimSpace(part))
			}
			if given[strings.TrimSpace(key)] {
				return nil, fmt.Errorf("strategy %q: %s is given twice", spec, strings.TrimSpace(key))
			}
			given[strings.TrimSpace(key)] = true
			n.Content = append(n.Content, scalar(key), scalar(value))
		}
	}
	s, err := decode(strings.TrimSpace(name), "", n)
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

// scalar is a YAML scalar with the tag its text would have in a file.
func scalar(text string) *yaml.Node {
	n := &yaml.Node{}
	if err := yaml.Unmarshal([]byte(strings.TrimSpace(text)), n); err == nil && len(n.Content) == 1 && n.Content[0].Kind == yaml.ScalarNode {
		s := n.Content[0]
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: s.Tag, Value: s.Value}
	}
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: strings.TrimSpace(text)}
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
			settings.Content = append(settings.Content, n.Content[i], n.Content[i+1])
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
	return s, nil
}
