package store

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/llm"
	"contextarena.internal/llm/embed"
)

func TestEmbeddings(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arena.db")
	m := llm.Model{Provider: "openai", Name: "tiny", BaseURL: "http://127.0.0.1/v1"}
	var keys []embed.Key
	for _, text := range []string{"a", "b", "c", "d"} {
		keys = append(keys, embed.KeyOf(m, text))
	}
	d := open(t, path)
	first := []llm.Vector{{1, -0.5, math.SmallestNonzeroFloat32}, {}}
	require.NoError(t, d.StoreEmbeddings(t.Context(), m, []embed.Key{keys[0], keys[2]}, first))
	got, err := d.LookupEmbeddings(t.Context(), keys)
	require.NoError(t, err)
	require.Equal(t, []llm.Vector{first[0], nil, {}, nil}, got, "an empty vector is kept, too")

	require.NoError(t, d.StoreEmbeddings(t.Context(), m, keys[:2], []llm.Vector{{7}, {8}}))
	require.NoError(t, d.Close())
	got, err = open(t, path).LookupEmbeddings(t.Context(), keys[:2])
	require.NoError(t, err)
	require.Equal(t, []llm.Vector{first[0], {8}}, got, "a key keeps its vector")
}

func TestEmbeddingsOfAReadOnlyDatabase(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arena.db")
	k := embed.KeyOf(model, "a")
	require.NoError(t, open(t, path).StoreEmbeddings(t.Context(), model, []embed.Key{k}, []llm.Vector{{1}}))
	d, err := Open(t.Context(), path, Options{ReadOnly: true})
	require.NoError(t, err)
	defer func() { require.NoError(t, d.Close()) }()
	got, err := d.LookupEmbeddings(t.Context(), []embed.Key{k})
	require.NoError(t, err)
	require.Equal(t, []llm.Vector{{1}}, got)
	require.ErrorContains(t, d.StoreEmbeddings(t.Context(), model, []embed.Key{k}, []llm.Vector{{1}}), "open for reading only")
}

func TestDamagedEmbedding(t *testing.T) {
	d := fresh(t)
	k := embed.KeyOf(model, "a")
	require.NoError(t, d.write(context.Background(), "test", func(t *tx) error {
		t.exec(`INSERT INTO embeddings (key, model, vector) VALUES (?, ?, x'010203')`, k[:], t.model(model))
		return nil
	}))
	_, err := d.LookupEmbeddings(t.Context(), []embed.Key{k})
	require.ErrorIs(t, err, errPacked)
	require.ErrorContains(t, err, fmt.Sprint("embedding ", k))
}
