// Package wire is what the providers that are asked over HTTP have in common: connections for
// parallel calls, replies that are read to their end, how long a server asks to wait, what an
// error may quote of it, and seeds that every server takes.
package wire

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

const idleConns = 64 // kept per host: as many calls as run at once

// NewTransport is Go's default transport with enough idle connections for parallel calls and a
// buffer that most requests fit, so that they are sent by one system call. Replies are small:
// unpacking them would cost more than it saves.
func NewTransport() *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConns = 4 * idleConns
	t.MaxIdleConnsPerHost = idleConns
	t.WriteBufferSize = 32 << 10
	t.DisableCompression = true
	return t
}

// Exchange is what one call sees of HTTP. The errors of client libraries don't carry it, so it
// travels in the context of the call, alone or as a part of what else a provider keeps there.
type Exchange struct {
	Status     int           // 0 until the server answered
	RetryAfter time.Duration // how long the server asks to wait, at most a day; 0 if it doesn't
	Body       []byte        // of the reply; nil or its beginning if it broke off
}

type key[E any] struct{}

// Start begins a call that may take as long as timeout, or for ever if that is negative: its
// context, the new E that travels in it, and how to end the call.
func Start[E any](ctx context.Context, timeout time.Duration) (context.Context, *E, context.CancelFunc) {
	ex := new(E)
	ctx = context.WithValue(ctx, key[E]{}, ex)
	if timeout < 0 {
		return ctx, ex, func() {}
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	return ctx, ex, cancel
}

// Of is the E of the call that ctx belongs to, or a new one if Start didn't begin it.
func Of[E any](ctx context.Context) *E {
	if ex, ok := ctx.Value(key[E]{}).(*E); ok {
		return ex
	}
	return new(E)
}

// Read reads resp into ex to its end, so that its connection is used again and half a reply is
// known to be one. The body is closed and replaced by what was read. Now is the time for waits
// that end at a date, zero if unknown. A reply that breaks off is io.ErrUnexpectedEOF; one
// longer than most bytes is an error, too.
func (ex *Exchange) Read(resp *http.Response, most int64, now time.Time) error {
	defer resp.Body.Close()
	ex.Status = resp.StatusCode
	ex.RetryAfter = retryAfter(resp.Header, now)
	var err error
	if ex.Body, err = readAll(resp, most); err != nil {
		return fmt.Errorf("half a reply: %w", err)
	}
	resp.Body = io.NopCloser(bytes.NewReader(ex.Body))
	return nil
}

// readAll reads the body of resp. A body shorter than announced is io.ErrUnexpectedEOF.
func readAll(resp *http.Response, most int64) ([]byte, error) {
	if n := resp.ContentLength; n > 0 && n <= most {
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
		err = fmt.Errorf("it is longer than %d bytes", most)
	}
	return body, err
}
