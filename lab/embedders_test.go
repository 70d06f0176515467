package lab_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/lab"
	"contextarena.internal/llm"
	"contextarena.internal/llm/embed"
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

	embedIn := func(name string, texts ...string) []llm.Vector {
		db, err := store.Open(t.Context(), path, store.Options{})
		require.NoError(t, err)
		e, err := m.Embedder(name, db)
		require.NoError(t, err)
		vectors, err := e.Embed(t.Context(), texts)
		require.NoError(t, err)
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

	uncached, err := m.Embedder("ollama:tiny", nil)
	require.NoError(t, err)
	for range 2 {
		_, err = uncached.Embed(t.Context(), []string{"bb"})
		require.NoError(t, err)
	}
	require.Len(t, asked, 6)

	local, err := m.Embedder("local", nil)
	require.NoError(t, err)
	require.Equal(t, embed.Local{}, local)
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
		_, err := m.Embedder(name, nil)
		require.Error(t, err, name)
		require.ErrorContains(t, err, want)
	}
	m.Replay = []byte{}
	_, err := m.Embedder("openai:tiny", nil)
	require.ErrorContains(t, err, "a recording holds no embeddings: use local")
	_, err = m.Embedder("local", nil)
	require.NoError(t, err)
	_, err = lab.Models{}.Embedder("openai:tiny", nil)
	require.ErrorIs(t, err, llm.ErrNoKey)
}
