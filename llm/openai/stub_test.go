package openai

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"contextarena.internal/llm"
	"contextarena.internal/llm/wire/wiretest"
	"github.com/stretchr/testify/require"
)

// contract is what this package shares with all providers.
var contract = wiretest.Provider{
	Name: provider,
	New: func(o wiretest.Options) (llm.Client, error) {
		return New(Options{BaseURL: o.URL, Key: wiretest.Key, HTTP: o.HTTP, Timeout: o.Timeout})
	},
	Reply: plainReply,
}

func TestContract(t *testing.T) { contract.Run(t) }

// client is a client of s with the test's key.
func client(t testing.TB, s *httptest.Server) *Client {
	c, err := New(Options{BaseURL: s.URL + "/v1/", Key: wiretest.Key, Now: wiretest.Clock()})
	require.NoError(t, err)
	return c
}

// official is a client that believes s to be OpenAI.
func official(t testing.TB, s *httptest.Server) *Client {
	c, err := New(Options{Key: wiretest.Key, HTTP: &http.Client{Transport: wiretest.Redirect(t, s)}})
	require.NoError(t, err)
	return c
}

// embedder embeds by c.
func embedder(c *Client) llm.Embedder {
	return llm.Embedding(c, llm.Model{Provider: provider, Name: "text-embedding-3-small"})
}

func ask(name, text string) llm.Request { return wiretest.Ask(provider, name, text) }

const plainReply = `{"model":"m-1","choices":[{"message":{"role":"assistant","content":"Hello."},"finish_reason":"stop"}],
"usage":{"prompt_tokens":12,"completion_tokens":3,"total_tokens":15}}`
