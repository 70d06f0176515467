package lab

import (
	"context"
	"fmt"

	"contextarena.internal/llm"
	"contextarena.internal/llm/embed"
	"contextarena.internal/llm/providers"
	"contextarena.internal/store"
)

// Embedder is the identity of the model that embeds by this name: PROVIDER:NAME, or its zero value for "local", which
// needs nobody. It asks no one. Recordings hold no embeddings, so with Models.Replay there is only "local".
func (m Models) Embedder(name string) (llm.Model, error) {
	if name == embed.LocalName {
		return llm.Model{}, nil
	}
	if m.Replay != nil {
		return llm.Model{}, fmt.Errorf("embedder %q: a recording holds no embeddings: use local", name)
	}
	return providers.Embedder(name, m.options(), embed.LocalName)
}

// embedder embeds by a model of the connection, or on this machine if m is its zero value. What others embedded is kept in
// the database, by the model's identity and the text; nil keeps nothing. Local vectors are quicker made than looked up.
func (c clients) embedder(m llm.Model, db *store.DB) llm.Embedder {
	if m == (llm.Model{}) {
		return embed.Local{}
	}
	e := llm.Embedding(c.Client, m)
	if db == nil {
		return e
	}
	return embed.Cache(e, m, keptEmbeddings{db, c.kept})
}

// keptEmbeddings are embeddings, of which what can't be kept or read ends the run.
type keptEmbeddings struct {
	embed.Store
	kept *kept
}

// LookupEmbeddings implements embed.Store.
func (k keptEmbeddings) LookupEmbeddings(ctx context.Context, keys []embed.Key) ([]llm.Vector, error) {
	vectors, err := k.Store.LookupEmbeddings(ctx, keys)
	return vectors, k.kept.note(err)
}

// StoreEmbeddings implements embed.Store.
func (k keptEmbeddings) StoreEmbeddings(ctx context.Context, m llm.Model, keys []embed.Key, vectors []llm.Vector) error {
	return k.kept.note(k.Store.StoreEmbeddings(ctx, m, keys, vectors))
}
