package store

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"contextarena.internal/llm"
	"contextarena.internal/llm/embed"
)

var _ embed.Store = (*DB)(nil)

// LookupEmbeddings returns the vectors kept as keys, in their order; nil where there is none.
func (d *DB) LookupEmbeddings(ctx context.Context, keys []embed.Key) ([]llm.Vector, error) {
	vectors := make([]llm.Vector, len(keys))
	err := d.view(ctx, "look up embeddings", func(r *reader) error {
		for i, k := range keys {
			var b []byte
			err := r.one(`SELECT vector FROM embeddings WHERE key = ?`, []any{k[:]}, &b)
			if errors.Is(err, sql.ErrNoRows) {
				continue
			}
			if err == nil {
				vectors[i], err = unpackVector(b)
			}
			if err != nil {
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
	return d.write(func(t *tx) error {
		for i, k := range keys {
			t.exec(`INSERT INTO embeddings (key, model, vector) VALUES (?, ?, ?) ON CONFLICT (key) DO NOTHING`,
				k[:], t.model(m), packVector(vectors[i]))
		}
		return nil
	}, "store embeddings")
}

func packVector(v llm.Vector) []byte {
	b := make([]byte, 0, 4*len(v))
	for _, x := range v {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	return b
}

func unpackVector(b []byte) (llm.Vector, error) {
	if len(b)%4 != 0 {
		return nil, fmt.Errorf("%w: a vector of %d bytes", errPacked, len(b))
	}
	v := make(llm.Vector, len(b)/4)
	for i := range v {
		v[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
	}
	return v, nil
}
