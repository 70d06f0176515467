package lab

import (
	"net/url"
	"strings"

	"go.yaml.in/yaml/v4"

	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/llm"
)

// plannedModel is a model as a plan names it: "openai:gpt-5-nano", or with the names by which a server
// may answer for it, {name: openai:gpt-5-nano, serves: [my-deployment]}. As text these stand among its
// options, so that they are part of its identity.
type plannedModel string

// UnmarshalStrict implements strictyaml.Unmarshaler.
func (p *plannedModel) UnmarshalStrict(n *yaml.Node) error {
	var m struct {
		Name   string   `yaml:"name" need:"true"`
		Serves []string `yaml:"serves" need:"true"`
	}
	if n.Kind != yaml.MappingNode {
		wrapped := struct {
			Model string `yaml:"model"`
		}{}
		faults := strictyaml.DecodeNode("", &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Line: n.Line, Column: n.Column, Content: []*yaml.Node{
			{Kind: yaml.ScalarNode, Tag: "!!str", Value: "model", Line: n.Line, Column: n.Column}, n,
		}}, &wrapped)
		*p = plannedModel(wrapped.Model)
		return faults.Err()
	}
	if err := strictyaml.DecodeNode("", n, &m).Err(); err != nil {
		return err
	}
	between := "?"
	if strings.Contains(m.Name, "?") {
		between = "&"
	}
	*p = plannedModel(m.Name + between + llm.ServesOption + "=" + url.QueryEscape(strings.Join(m.Serves, ",")))
	return nil
}

// modelNames are models as they are named elsewhere.
func modelNames(ms []plannedModel) []string {
	var out []string
	for _, m := range ms {
		out = append(out, string(m))
	}
	return out
}
