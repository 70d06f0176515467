package lab

import (
	"fmt"
	"strings"

	"contextarena.internal/llm"
	"contextarena.internal/llm/embed"
	"contextarena.internal/llm/ollama"
	"contextarena.internal/llm/openai"
)

// Embedder returns what embeds by the model named: "local", which needs nobody, "openai:NAME" or
// "ollama:NAME". It asks no one. Embeddings by others are kept in cache, by the model's identity
// and the text; nil keeps none. Local ones are quicker made than looked up. Recordings hold no
// embeddings, so with Models.Replay there is only "local". A remote embedder neither retries nor
// limits its rate.
func (m Models) Embedder(name string, cache embed.Store) (llm.Embedder, error) {
	if name == embed.LocalName {
		return embed.Local{}, nil
	}
	if m.Replay != nil {
		return nil, fmt.Errorf("embedder %q: a recording holds no embeddings: use local", name)
	}
	if strings.HasPrefix(name, "sim:") || !strings.Contains(name, ":") {
		return nil, fmt.Errorf("unknown embedder %q (known: local, openai:NAME, ollama:NAME; e.g. openai:%s)", name, openai.DefaultEmbedModel)
	}
	model, err := m.Resolve(name)
	if err != nil {
		return nil, fmt.Errorf("embedder: %w", err)
	}
	if model.Options != "" {
		return nil, fmt.Errorf("embedder %q takes no options", name)
	}
	next, err := m.embedder(model)
	if err != nil {
		return nil, err
	}
	if cache == nil {
		return next, nil
	}
	return embed.Cache(next, model, cache), nil
}

// embedder is the provider's own client.
func (m Models) embedder(model llm.Model) (llm.Embedder, error) {
	if model.Provider == "openai" {
		o := m.openAI()
		o.EmbedModel = model.Name
		return openai.New(o)
	}
	o := m.ollama()
	o.EmbedModel = model.Name
	return ollama.New(o)
}
