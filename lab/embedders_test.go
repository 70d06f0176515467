package lab_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"contextarena.internal/lab"
	"contextarena.internal/llm"
	"contextarena.internal/llm/embed"
	"contextarena.internal/llm/serve"
	"contextarena.internal/llm/tokens"
	"contextarena.internal/store"
)

// A provider is asked once for each text and model, and not again after the database was closed.
func TestEmbedderCaches(t *testing.T) {
	var asked [][2]any // model and texts
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var in struct {
			Model string   `json:"model"`
			Input []string `json:"input"`
		}
		_ = json.NewDecoder(r.Body).Decode(&in)
		asked = append(asked, [2]any{in.Model, in.Input})
		out := map[string]any{}
		var data []any
		var plain [][]float32
		for i, text := range in.Input {
			v := []float32{float32(len(in.Model)), float32(len(text))}
			data = append(data, map[string]any{"index": i, "embedding": v})
			plain = append(plain, v)
		}
		switch r.URL.Path {
		case "/v1/embeddings":
			out["data"] = data
		case "/api/embed":
			out["embeddings"] = plain
		default:
			w.WriteHeader(http.StatusNotFound)
		}
		_ = json.NewEncoder(w).Encode(out)
	}))
	defer s.Close()
	m := lab.Models{Env: env("OPENAI_API_KEY", "none", "OPENAI_BASE_URL", s.URL+"/v1", "OLLAMA_HOST", s.URL)}
	path := filepath.Join(t.TempDir(), "arena.db")

	embedOf := func(db *store.DB, name string, texts ...string) (out []llm.Vector) {
		l := &lab.Lab{DB: db, Models: m, Prices: llm.BuiltinPrices(), Tokens: tokens.NewCounter().Count, Parallel: 1}
		e, err := lab.NewEndpoint(t.Context(), l, []lab.Served{{ID: "m", Model: "sim:nano"}}, []lab.Served{{ID: "e", Model: name}}, nil, serve.Options{Now: time.Now})
		require.NoError(t, err)
		body, err := json.Marshal(map[string]any{"model": "e", "input": texts})
		require.NoError(t, err)
		w := httptest.NewRecorder()
		r := httptest.NewRequest(http.MethodPost, "http://127.0.0.1/v1/embeddings", bytes.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		e.ServeHTTP(w, r)
		require.Equal(t, http.StatusOK, w.Code, w.Body.String())
		var in struct {
			Data []struct{ Embedding llm.Vector }
		}
		require.NoError(t, json.Unmarshal(w.Body.Bytes(), &in))
		for _, d := range in.Data {
			out = append(out, d.Embedding)
		}
		return out
	}
	embedIn := func(name string, texts ...string) []llm.Vector {
		db, err := store.Open(t.Context(), path, store.Options{})
		require.NoError(t, err)
		vectors := embedOf(db, name, texts...)
		require.NoError(t, db.Close())
		return vectors
	}
	require.Equal(t, []llm.Vector{{4, 1}, {4, 2}, {4, 1}}, embedIn("openai:tiny", "a", "bb", "a"))
	require.Equal(t, []llm.Vector{{4, 3}, {4, 2}}, embedIn("openai:tiny", "ccc", "bb"))
	require.Equal(t, []llm.Vector{{6, 2}}, embedIn("openai:bigger", "bb"))
	require.Equal(t, []llm.Vector{{4, 2}}, embedIn("ollama:tiny", "bb"))
	require.Equal(t, []llm.Vector{{4, 2}}, embedIn("ollama:tiny", "bb"))
	require.Equal(t, [][2]any{
		{"tiny", []string{"a", "bb"}},
		{"tiny", []string{"ccc"}},
		{"bigger", []string{"bb"}},
		{"tiny", []string{"bb"}},
	}, asked)

	for range 2 {
		embedOf(nil, "ollama:tiny", "bb")
	}
	require.Len(t, asked, 6, "without a database none is kept")
	require.Len(t, embedOf(nil, "local", "bb")[0], embed.Dimensions)
	require.Len(t, asked, 6)
}

func TestUnknownEmbedders(t *testing.T) {
	m := lab.Models{Dry: true}
	for name, want := range map[string]string{
		"":                 `unknown embedder "" (known: local, openai:NAME, ollama:NAME`,
		"locl":             `unknown embedder "locl"`,
		"sim:nano":         `unknown embedder "sim:nano"`,
		"other:x":          `unknown provider "other"`,
		"openai:":          "no name in model",
		"ollama:x?think=1": "",
	} {
		_, err := m.Embedder(name)
		require.Error(t, err, name)
		require.ErrorContains(t, err, want)
	}
	m.Replay = []byte{}
	_, err := m.Embedder("openai:tiny")
	require.ErrorContains(t, err, "a recording holds no embeddings: use local")
	local, err := m.Embedder("local")
	require.NoError(t, err)
	require.Zero(t, local)
	_, err = lab.Models{}.Embedder("openai:tiny")
	require.ErrorIs(t, err, llm.ErrNoKey)
}
