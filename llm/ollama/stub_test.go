package ollama

import (
	"bytes"
	"encoding/json"
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
		if o.HTTP != nil {
			o.HTTP = &http.Client{Transport: authorized{o.HTTP.Transport}}
		}
		return New(Options{Host: o.URL, HTTP: o.HTTP, Timeout: o.Timeout})
	},
	Reply: plainReply,
}

func TestContract(t *testing.T) { contract.Run(t) }

// authorized adds a key, as a proxy in front of a server may want one, so that there is
// something for a recording to leave out.
type authorized struct{ next http.RoundTripper }

func (a authorized) RoundTrip(req *http.Request) (*http.Response, error) {
	out := req.Clone(req.Context())
	out.Header.Set("Authorization", "Bearer "+wiretest.Key)
	return a.next.RoundTrip(out)
}

func client(t testing.TB, s *httptest.Server) *Client {
	c, err := New(Options{Host: s.URL, Now: wiretest.Clock()})
	require.NoError(t, err)
	return c
}

// embedder embeds by c.
func embedder(c *Client) llm.Embedder {
	return llm.Embedding(c, llm.Model{Provider: provider, Name: "nomic-embed-text"})
}

func ask(name, text string) llm.Request { return wiretest.Ask(provider, name, text) }

func ptr[T any](v T) *T { return &v }

const plainReply = `{"model":"m:1b","created_at":"2026-03-04T05:06:07Z","message":{"role":"assistant","content":"Hello."},` +
	`"done":true,"done_reason":"stop","prompt_eval_count":12,"eval_count":3}` + "\n"

// oneLine is JSON as Ollama sends it: its client reads a reply by lines.
func oneLine(s string) string {
	var b bytes.Buffer
	if err := json.Compact(&b, []byte(s)); err != nil {
		return s
	}
	return b.String()
}
