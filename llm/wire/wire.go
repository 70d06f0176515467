// Package wire is what the providers that are asked over HTTP have in common: connections for
// parallel calls, replies that are read to their end, failures with how long a server asks to wait and
// what an error may quote of it, and seeds that every server takes.
package wire

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"contextarena.internal/llm"
)

const idleConns = 64 // kept per host: as many calls as run at once

// Options say how the replies of a server are read.
type Options struct {
	MostReply int64            // bytes of a reply
	Query     string           // of the base URL, sent with every request; client libraries lose it
	Secrets   []string         // blanked in whatever the server says
	Now       func() time.Time // the clock by which waits that end at a date are counted
}

// NewClient is a copy of h that reads every reply to its end, since client libraries take half a reply
// for a malformed one, or for none at all. One longer than o.MostReply is an error as soon as that many
// bytes have come, and a redirect is an error, too, so that neither a conversation nor a key goes where
// nobody sent it. Nil stands for a client with enough idle connections for parallel calls.
func NewClient(h *http.Client, o Options) *http.Client {
	if h == nil {
		h = &http.Client{Transport: newTransport()}
	}
	out := *h
	if out.Transport == nil {
		out.Transport = http.DefaultTransport
	}
	out.Transport = reader{out.Transport, o}
	return &out
}

// newTransport is Go's default transport with enough idle connections for parallel calls and a
// buffer that most requests fit, so that they are sent by one system call. Replies are small:
// unpacking them would cost more than it saves.
func newTransport() *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConns = 4 * idleConns
	t.MaxIdleConnsPerHost = idleConns
	t.WriteBufferSize = 32 << 10
	t.DisableCompression = true
	return t
}

type reader struct {
	next http.RoundTripper
	Options
}

// RoundTrip implements http.RoundTripper.
func (r reader) RoundTrip(req *http.Request) (*http.Response, error) {
	ex := of(req.Context())
	if ex.Before != nil || r.Query != "" {
		req = req.Clone(req.Context())
	}
	if ex.Before != nil {
		if err := ex.Before(req); err != nil {
			return nil, err
		}
	}
	if r.Query != "" {
		req.URL.RawQuery = strings.Trim(req.URL.RawQuery+"&"+r.Query, "&")
	}
	ex.Sent = true
	resp, err := r.next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	if err := ex.read(resp, r.MostReply, r.Now()); err != nil {
		return nil, err
	}
	ex.Body = mask(ex.Body, r.Secrets)
	resp.Body, resp.ContentLength = io.NopCloser(bytes.NewReader(ex.Body)), int64(len(ex.Body))
	if resp.StatusCode >= 300 && resp.StatusCode < 400 {
		return nil, redirect(req, resp)
	}
	return resp, nil
}

// Exchange is what one call sees of HTTP. The errors and requests of client libraries don't carry it,
// so it travels in the context of the call.
type Exchange struct {
	Before     func(*http.Request) error // changes the request before it is sent; nil for nothing
	Sent       bool
	Status     int           // 0 until the server answered
	RetryAfter time.Duration // how long the server asks to wait, at most a day; 0 if it doesn't
	Body       []byte        // of the reply; nil or its beginning if it broke off
}

type key struct{}

// of is the exchange of the call that ctx belongs to, or a new one if Start didn't begin it.
func of(ctx context.Context) *Exchange {
	if ex, ok := ctx.Value(key{}).(*Exchange); ok {
		return ex
	}
	return new(Exchange)
}

// read reads resp into ex to its end, so that its connection is used again and half a reply is
// known to be one. The body is closed. Now is the time for waits that end at a date, zero if unknown. A
// reply that breaks off is io.ErrUnexpectedEOF; one longer than most bytes is llm.ErrTooLong.
func (ex *Exchange) read(resp *http.Response, most int64, now time.Time) error {
	defer resp.Body.Close()
	ex.Status = resp.StatusCode
	ex.RetryAfter = retryAfter(resp.Header, now)
	var err error
	ex.Body, err = readAll(resp, most)
	if err != nil && !errors.Is(err, llm.ErrTooLong) {
		return fmt.Errorf("half a reply: %w", err)
	}
	return err
}

// readAll reads the body of resp. A body shorter than announced is io.ErrUnexpectedEOF.
func readAll(resp *http.Response, most int64) ([]byte, error) {
	tooLong := fmt.Errorf("%w: over %d bytes", llm.ErrTooLong, most)
	n := resp.ContentLength
	if n > most {
		return nil, tooLong
	}
	if n > 0 {
		body := make([]byte, n)
		if _, err := io.ReadFull(resp.Body, body); err != nil {
			if errors.Is(err, io.EOF) {
				err = io.ErrUnexpectedEOF
			}
			return nil, err
		}
		return body, nil
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, most+1))
	if err == nil && int64(len(body)) > most {
		return nil, tooLong
	}
	return body, err
}
