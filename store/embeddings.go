package store

import (
	"context"
	"fmt"

	"contextarena.internal/llm"
	"contextarena.internal/llm/embed"
)

var _ embed.Store = (*DB)(nil)

// LookupEmbeddings returns the vectors kept as keys, in their order; nil where there is none.
func (d *DB) LookupEmbeddings(ctx context.Context, keys []embed.Key) ([]llm.Vector, error) {
	vectors := make([]llm.Vector, len(keys))
	err := d.view(ctx, "look up embeddings", func(r *reader) error {
		for i, k := range keys {
			if _, err := r.find(`SELECT vector FROM embeddings WHERE key = ?`, []any{k[:]}, floatsColumn{(*[]float32)(&vectors[i])}); err != nil {
				return fmt.Errorf("embedding %s: %w", k, err)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return vectors, nil
}

// StoreEmbeddings keeps vectors[i], by model m, as keys[i], and returns when all are committed, or
// none. A key that has a vector keeps it. The vectors were paid for, so they are stored even if
// the context has ended.
func (d *DB) StoreEmbeddings(_ context.Context, m llm.Model, keys []embed.Key, vectors []llm.Vector) error {
	return d.write(background, "store embeddings", func(t *tx) error {
		for i, k := range keys {
			t.exec(`INSERT INTO embeddings (key, model, vector) VALUES (?, ?, ?) ON CONFLICT (key) DO NOTHING`,
				k[:], t.model(m), packFloats(vectors[i]))
		}
		return nil
	})
}
