package ollama

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"contextarena.internal/llm"
	"github.com/stretchr/testify/require"
)

// seen is a request as the stub saw it.
type seen struct {
	path string
	body string
}

// stub is a server on loopback that answers every request with handle, and the requests it saw.
func stub(t testing.TB, handle http.HandlerFunc) (*httptest.Server, <-chan seen) {
	requests := make(chan seen, 100)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		requests <- seen{path: r.Method + " " + r.URL.Path, body: string(body)}
		r.Body = io.NopCloser(bytes.NewReader(body))
		handle(w, r)
	}))
	t.Cleanup(s.Close)
	return s, requests
}

// says answers with a body of JSON.
func says(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, body)
	}
}

// clock is a fake clock that goes on by a second whenever it is read.
func clock() func() time.Time {
	now := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	return func() time.Time { now = now.Add(time.Second); return now }
}

func client(t testing.TB, s *httptest.Server) *Client {
	c, err := New(Options{Host: s.URL, Now: clock()})
	require.NoError(t, err)
	return c
}

// redirect sends every request to a stub instead.
type redirect struct{ to *url.URL }

func (r redirect) RoundTrip(req *http.Request) (*http.Response, error) {
	out := req.Clone(req.Context())
	out.URL.Scheme, out.URL.Host = r.to.Scheme, r.to.Host
	return http.DefaultTransport.RoundTrip(out)
}

func ask(name, text string) llm.Request {
	return llm.Request{
		Model:    llm.Model{Provider: "ollama", Name: name},
		Messages: []llm.Message{{Role: llm.User, Text: text}},
	}
}

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
