// Package wiretest tests providers that are asked over HTTP: a stub on loopback, the contract
// that all of them keep, and recordings of their calls.
package wiretest

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

// Key is the key of tests. It opens nothing.
const Key = "sk-test-0123456789abcdef"

// Seen is a request as a stub saw it.
type Seen struct {
	Path   string // with the method: "GET /v1/models"
	Header http.Header
	Body   string
}

// Stub is a server that answers every request with handle until the test ends, and the
// requests it saw, of which 100 may be left unread.
func Stub(t testing.TB, handle http.HandlerFunc) (*httptest.Server, <-chan Seen) {
	requests := make(chan Seen, 100)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		requests <- Seen{Path: r.Method + " " + r.URL.Path, Header: r.Header, Body: string(body)}
		r.Body = io.NopCloser(bytes.NewReader(body))
		handle(w, r)
	}))
	t.Cleanup(s.Close)
	return s, requests
}

// Says answers with a body of JSON.
func Says(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		write(w, body)
	}
}

// write writes text to a client that may have gone.
func write(w io.Writer, text string) { _, _ = io.WriteString(w, text) }

// Clock is a fake clock that goes on by a second whenever it is read.
func Clock() func() time.Time {
	now := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	return func() time.Time { now = now.Add(time.Second); return now }
}

// Ask is a request for tests: one user message.
func Ask(provider, name, text string) llm.Request {
	return llm.Request{
		Model:    llm.Model{Provider: provider, Name: name},
		Messages: []llm.Message{{Role: llm.User, Text: text}},
	}
}

type redirect struct{ to *url.URL }

// Redirect sends every request to s, whatever its address.
func Redirect(t testing.TB, s *httptest.Server) http.RoundTripper {
	u, err := url.Parse(s.URL)
	require.NoError(t, err)
	return redirect{u}
}

// RoundTrip implements http.RoundTripper.
func (r redirect) RoundTrip(req *http.Request) (*http.Response, error) {
	out := req.Clone(req.Context())
	out.URL.Scheme, out.URL.Host = r.to.Scheme, r.to.Host
	return http.DefaultTransport.RoundTrip(out)
}
