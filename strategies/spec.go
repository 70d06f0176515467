package strategies

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v4"

	"contextarena.internal/internal/strictyaml"
)

// parseSpec reads a spec as people type it: name(setting=value, ...). Values may be lists in square brackets, whose items may be
// specs themselves: pipeline(layers=[channels, cascade(threshold=2)]). The settings come as a YAML
// mapping with the tags their texts would have in a file; without any it is empty.
func parseSpec(text string) (name string, settings *yaml.Node, err error) {
	name, rest, bracket := strings.Cut(strings.TrimSpace(text), "(")
	settings = &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}
	name = strings.TrimSpace(name)
	if !bracket {
		return name, settings, nil
	}
	inside, closed := strings.CutSuffix(strings.TrimSpace(rest), ")")
	parts, ok := strictyaml.Split(inside)
	if !closed || !ok {
		return name, nil, fmt.Errorf("%q: want name(setting=value, ...)", text)
	}
	given := map[string]bool{}
	for _, part := range parts {
		key, value, ok := strings.Cut(part, "=")
		key = strings.TrimSpace(key)
		if !ok {
			return name, nil, fmt.Errorf("%q: %q is no setting=value", text, part)
		}
		if given[key] {
			return name, nil, fmt.Errorf("%q: %s is given twice", text, key)
		}
		given[key] = true
		v, err := node(value)
		if err != nil {
			return name, nil, fmt.Errorf("%q: %w", text, err)
		}
		settings.Content = append(settings.Content, scalar(key), v)
	}
	return name, settings, nil
}

// node is a value: a list in square brackets, whose items are texts, or a single one.
func node(value string) (*yaml.Node, error) {
	value = strings.TrimSpace(value)
	inside, isList := strings.CutPrefix(value, "[")
	if !isList {
		return scalar(value), nil
	}
	inside, closed := strings.CutSuffix(inside, "]")
	items, ok := strictyaml.Split(inside)
	if !closed || !ok {
		return nil, fmt.Errorf("%q is no list", value)
	}
	list := &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq"}
	for _, item := range items {
		list.Content = append(list.Content, scalar(item))
	}
	return list, nil
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
