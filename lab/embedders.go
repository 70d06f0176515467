package lab

import (
	"fmt"

	"contextarena.internal/llm"
	"contextarena.internal/llm/embed"
	"contextarena.internal/llm/providers"
	"contextarena.internal/store"
)

// Embedder returns what embeds by the model named: "local", which needs nobody, or PROVIDER:NAME. It
// asks no one. Embeddings by others are kept in the database, by the model's identity and the text; nil keeps
// none. Local ones are quicker made than looked up. Recordings hold no embeddings, so with
// Models.Replay there is only "local". A remote embedder neither retries nor limits its rate.
func (m Models) Embedder(name string, db *store.DB) (llm.Embedder, error) {
	if name == embed.LocalName {
		return embed.Local{}, nil
	}
	if m.Replay != nil {
		return nil, fmt.Errorf("embedder %q: a recording holds no embeddings: use local", name)
	}
	next, model, err := providers.Embedder(name, m.options(), embed.LocalName)
	if err != nil || db == nil {
		return next, err
	}
	return embed.Cache(next, model, db), nil
}
