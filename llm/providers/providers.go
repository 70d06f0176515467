// Package providers lists who answers for models. A new provider is a package that exports an
// llm.Provider, and a line here.
package providers

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/llm"
	"contextarena.internal/llm/ollama"
	"contextarena.internal/llm/openai"
	"contextarena.internal/llm/sim"
)

// all lists the providers.
var all = []llm.Provider{openai.Provider, ollama.Provider, sim.Provider}

// fallback is a model that can always be asked.
var fallback = sim.Provider.Example

// Of is the provider with this name.
func Of(name string) (llm.Provider, bool) {
	if i := slices.IndexFunc(all, func(p llm.Provider) bool { return p.Name == name }); i >= 0 {
		return all[i], true
	}
	return llm.Provider{}, false
}

// Names lists the names of the providers that have a server, or of all.
func Names(simulated bool) []string {
	var out []string
	for _, p := range all {
		if p.Open != nil || simulated {
			out = append(out, p.Name)
		}
	}
	return out
}

// Resolve reads a model's name and completes its identity. It asks no one. Where only the key is
// missing, the error is llm.ErrNoKey and the model complete.
func Resolve(name string, o llm.ProviderOptions) (llm.Model, error) {
	m, err := Parse(name)
	if err != nil {
		return m, err
	}
	p, _ := Of(m.Provider)
	if p.Open == nil {
		return p.Resolve(m)
	}
	given := o.Keyless || p.KeyVariable == "" || o.Getenv(p.KeyVariable) != ""
	o.Keyless = true // the identity needs none
	s, err := p.Open(o)
	if err != nil {
		return m, err
	}
	m.BaseURL = s.BaseURL()
	if !given {
		return m, fmt.Errorf("%w for %s: set %s (any text, for a server of your own that needs none), or try %s", llm.ErrNoKey, name, p.KeyVariable, fallback)
	}
	return p.Resolve(m)
}

// Open makes the client of a provider that has a server.
func Open(provider string, o llm.ProviderOptions) (llm.Server, error) {
	p, _ := Of(provider)
	if p.Open == nil {
		return nil, fmt.Errorf("provider %q has no server", provider)
	}
	return p.Open(o)
}

// Check asks a model's provider whether it can be reached and has the model, and says so in
// words. Nothing is generated.
func Check(ctx context.Context, name string, o llm.ProviderOptions) (string, error) {
	m, err := Resolve(name, o)
	if err != nil {
		return "", err
	}
	p, _ := Of(m.Provider)
	if p.Open == nil {
		return "simulated, always there", nil
	}
	s, err := p.Open(o)
	if err != nil {
		return "", err
	}
	offered, err := s.Models(ctx)
	if err != nil {
		return "", err
	}
	if !slices.Contains(offered, m.Name) && !slices.Contains(offered, m.Name+":latest") { // as Ollama lists it, at /v1 too
		hint := ""
		if near := strictyaml.Nearest(m.Name, offered); near != "" {
			hint = "; did you mean " + near + "?"
		}
		return "", fmt.Errorf("%s answers, but has no model %q%s", m.BaseURL, m.Name, hint)
	}
	return "there, at " + m.BaseURL, nil
}

// Embedder is the identity of the model named, which embeds and is of a provider that has a server: llm.Embedding asks
// it. others are further names, which an error lists too. It asks no one.
func Embedder(name string, o llm.ProviderOptions, others ...string) (llm.Model, error) {
	provider, _, named := strings.Cut(name, ":")
	if p, known := Of(provider); !named || known && p.EmbedExample == "" {
		example := ""
		for _, p := range all {
			if p.EmbedExample == "" {
				continue
			}
			others = append(others, p.Name+":NAME")
			if example == "" {
				example = p.EmbedExample
			}
		}
		return llm.Model{}, fmt.Errorf("unknown embedder %q (known: %s; e.g. %s)", name, strings.Join(others, ", "), example)
	}
	m, err := Resolve(name, o)
	if err != nil {
		return m, fmt.Errorf("embedder: %w", err)
	}
	if m.Options != "" && !strings.HasPrefix(m.Options, llm.ServesOption+"=") || strings.Contains(m.Options, "&") {
		return m, fmt.Errorf("embedder %q takes no options but %s", name, llm.ServesOption)
	}
	return m, nil
}
