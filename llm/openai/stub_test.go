package openai

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"contextarena.internal/llm"
	"github.com/stretchr/testify/require"
)

const testKey = "sk-test-0123456789abcdef"

// seen is a request as the stub saw it.
type seen struct {
	path   string
	header http.Header
	body   string
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
		requests <- seen{path: r.Method + " " + r.URL.Path, header: r.Header, body: string(body)}
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

// client is a client of s with the test's key.
func client(t testing.TB, s *httptest.Server) *Client {
	c, err := New(Options{BaseURL: s.URL + "/v1/", Key: testKey, Now: clock()})
	require.NoError(t, err)
	return c
}

// redirect sends every request to a stub instead, so that the official address can be tested.
type redirect struct{ to *url.URL }

func (r redirect) RoundTrip(req *http.Request) (*http.Response, error) {
	out := req.Clone(req.Context())
	out.URL.Scheme, out.URL.Host = r.to.Scheme, r.to.Host
	return http.DefaultTransport.RoundTrip(out)
}

// official is a client that believes s to be OpenAI.
func official(t testing.TB, s *httptest.Server) *Client {
	u, err := url.Parse(s.URL)
	require.NoError(t, err)
	c, err := New(Options{Key: testKey, HTTP: &http.Client{Transport: redirect{u}}})
	require.NoError(t, err)
	return c
}

func ask(name, text string) llm.Request {
	return llm.Request{
		Model:    llm.Model{Provider: "openai", Name: name},
		Messages: []llm.Message{{Role: llm.User, Text: text}},
	}
}

const plainReply = `{"model":"m-1","choices":[{"message":{"role":"assistant","content":"Hello."},"finish_reason":"stop"}],
"usage":{"prompt_tokens":12,"completion_tokens":3,"total_tokens":15}}`
