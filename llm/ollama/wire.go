package ollama

import (
	"net/http"
	"time"

	"contextarena.internal/llm/wire"
)

const mostReply = 8 << 20 // bytes of a reply; Ollama's client reads no longer ones

// reader is a RoundTripper that reads every reply to its end: Ollama's client would take half a
// reply for a malformed one, or for none at all.
type reader struct {
	next http.RoundTripper
	now  func() time.Time
}

// reading is a copy of h with a reader; nil stands for a client with enough idle connections for
// parallel calls.
func reading(h *http.Client, now func() time.Time) *http.Client {
	if h == nil {
		h = &http.Client{Transport: wire.NewTransport()}
	}
	out := *h
	if out.Transport == nil {
		out.Transport = http.DefaultTransport
	}
	out.Transport = reader{next: out.Transport, now: now}
	return &out
}

// RoundTrip implements http.RoundTripper.
func (r reader) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := r.next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	if err := wire.Of[wire.Exchange](req.Context()).Read(resp, mostReply, r.now()); err != nil {
		return nil, err
	}
	return resp, nil
}
