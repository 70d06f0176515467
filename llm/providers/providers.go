// Package providers lists who answers for models. A new provider is a package that exports an
// llm.Provider, and a line here.
package providers

import (
	"context"
	"fmt"
	"regexp"
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
	at, err := placed(m, o)
	if err != nil {
		return llm.Model{}, err
	}
	at.Keyless = true // the identity needs none
	s, err := p.Open(at)
	if err != nil {
		return m, err
	}
	m.BaseURL = s.BaseURL()
	if variable := at.KeyVariable(p.KeyVariable); !o.Keyless && variable != "" && o.Getenv(variable) == "" {
		return m, fmt.Errorf("%w for %s: set %s (any text, for a server of your own that needs none), or try %s", llm.ErrNoKey, name, variable, fallback)
	}
	return p.Resolve(m)
}

// variableName is how key_env names a variable: in capitals, so that no key is written there by mistake and stored.
var variableName = regexp.MustCompile(`^[A-Z_][A-Z0-9_]{0,99}$`)

// placed are options for a model that may have a place of its own. An error shows no secret.
func placed(m llm.Model, o llm.ProviderOptions) (llm.ProviderOptions, error) {
	p, _ := Of(m.Provider)
	o.BaseURL, o.KeyEnv = m.Place()
	at := m.Provider + ":" + m.Name
	switch shown := llm.ShownURL(o.BaseURL); {
	case o.KeyEnv != "" && p.KeyVariable == "":
		return o, fmt.Errorf("%s of %s: %s is sent no key", llm.KeyEnvOption, at, m.Provider)
	case o.KeyEnv != "" && !variableName.MatchString(o.KeyEnv):
		return o, fmt.Errorf("%s of %s names an environment variable in capitals, such as VLLM_KEY, that holds the key", llm.KeyEnvOption, at)
	case o.BaseURL == "":
	case !strings.HasPrefix(o.BaseURL, "http://") && !strings.HasPrefix(o.BaseURL, "https://"):
		return o, fmt.Errorf("%s %q of %s begins with http:// or https:// (e.g. http://localhost:8000/v1)", llm.BaseURLOption, shown, at)
	case strings.TrimRight(o.BaseURL, "/") != strings.TrimRight(shown, "/"):
		return o, fmt.Errorf("%s of %s may hold a secret, and would be stored: %q is what may stand there; name the variable of a key by %s",
			llm.BaseURLOption, at, shown, llm.KeyEnvOption)
	}
	return o, nil
}

// Open makes the client of the server that is asked for m, and tells the key that it is sent, if any.
func Open(m llm.Model, o llm.ProviderOptions) (server llm.Server, key string, err error) {
	p, _ := Of(m.Provider)
	if p.Open == nil {
		return nil, "", fmt.Errorf("provider %q has no server", m.Provider)
	}
	if o, err = placed(m, o); err != nil {
		return nil, "", err
	}
	server, err = p.Open(o)
	return server, o.Getenv(o.KeyVariable(p.KeyVariable)), err
}

// Check asks a model's provider whether it can be reached and has the model, and says so in
// words. Nothing is generated.
func Check(ctx context.Context, name string, o llm.ProviderOptions) (string, error) {
	m, err := Resolve(name, o)
	if err != nil {
		return "", err
	}
	if p, _ := Of(m.Provider); p.Open == nil {
		return "simulated, always there", nil
	}
	s, _, err := Open(m, o)
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
	for option := range strings.SplitSeq(m.Options, "&") {
		if key, _, _ := strings.Cut(option, "="); key != "" && !slices.Contains(llm.NotSent, key) {
			return m, fmt.Errorf("embedder %q takes no options but %s", name, strings.Join(llm.NotSent, ", "))
		}
	}
	return m, nil
}
