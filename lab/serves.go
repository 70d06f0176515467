package lab

import (
	"errors"
	"net/url"
	"strings"

	"go.yaml.in/yaml/v4"

	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/llm"
)

// plannedModel is a model as a plan names it: "openai:gpt-5-nano", or with where it is asked and the names by which a server
// may answer for it, {name: openai:qwen3, base_url: http://localhost:8000/v1, key_env: VLLM_KEY, serves: [my-deployment]}. As text
// these stand among its options, so that they are part of its identity.
type plannedModel string

// UnmarshalStrict implements strictyaml.Unmarshaler.
func (p *plannedModel) UnmarshalStrict(n *yaml.Node) error {
	var m struct {
		Name    string   `yaml:"name" need:"true"`
		Serves  []string `yaml:"serves"`
		BaseURL string   `yaml:"base_url"`
		KeyEnv  string   `yaml:"key_env"`
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
	if m.Serves != nil && len(m.Serves) == 0 {
		return errors.New("serves is an empty list: leave it out")
	}
	for _, option := range [][2]string{
		{llm.ServesOption, strings.Join(m.Serves, ",")}, {llm.BaseURLOption, m.BaseURL}, {llm.KeyEnvOption, m.KeyEnv},
	} {
		if option[1] != "" {
			m.Name += between + option[0] + "=" + url.QueryEscape(option[1])
			between = "&"
		}
	}
	*p = plannedModel(m.Name)
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
