package lab_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"contextarena.internal/llm"

	"github.com/stretchr/testify/require"

	"contextarena.internal/lab"
)

// env is an environment of names and their values.
func env(pairs ...string) func(string) string {
	return func(name string) string {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return ""
	}
}

func TestCheckAsksTheProvider(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/api/tags":
			fmt.Fprint(w, `{"models":[{"name":"tiny:latest","model":"tiny:latest"},{"name":"llama3.2:3b","model":"llama3.2:3b"}]}`)
		case "/v1/models":
			fmt.Fprint(w, `{"data":[{"id":"gpt-5-nano"},{"id":"qwen3:latest"}]}`)
		default:
			http.NotFound(w, r)
		}
	}))
	defer s.Close()
	m := lab.Models{Env: env("OPENAI_API_KEY", "none", "OPENAI_BASE_URL", s.URL+"/v1", "OLLAMA_HOST", s.URL)}
	for name, want := range map[string]string{
		"ollama:tiny": "there", "ollama:tiny:latest": "there", "ollama:llama3.2:3b": "there",
		"openai:gpt-5-nano": "there", "openai:qwen3": "there", "sim:mini": "simulated",
	} {
		said, err := m.Check(t.Context(), name)
		require.NoError(t, err, name)
		require.Contains(t, said, want)
	}
	for name, want := range map[string]string{
		"ollama:llama3.2":   `has no model "llama3.2"`,
		"openai:gpt-5-nanp": "did you mean gpt-5-nano?",
		"sim:huge":          "known: sim:nano",
	} {
		_, err := m.Check(t.Context(), name)
		require.ErrorContains(t, err, want)
	}
	s.Close()
	_, err := m.Check(t.Context(), "ollama:tiny")
	require.ErrorContains(t, err, "ollama serve")
	m.Env = env("OPENAI_BASE_URL", s.URL+"/v1")
	_, err = m.Check(t.Context(), "openai:gpt-5-nano")
	require.ErrorIs(t, err, llm.ErrNoKey)
}
