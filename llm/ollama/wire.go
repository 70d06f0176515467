package ollama

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	idleConns  = 64      // kept: as many calls as run at once
	mostReply  = 8 << 20 // bytes of a reply; Ollama's client reads no longer ones
	longestAsk = 24 * time.Hour
)

// exchange is what one call sees of HTTP. Ollama's errors don't carry it, so it travels in the
// context of the call.
type exchange struct {
	status     int // 0 until the server answered
	retryAfter time.Duration
	body       []byte // of the reply
}

type exchangeKey struct{}

// wire is a RoundTripper that reads every reply to its end: Ollama's client would take half a
// reply for a malformed one, or for none at all.
type wire struct {
	next http.RoundTripper
	now  func() time.Time
}

// withWire is a copy of h with a wire; nil stands for a client with enough idle connections for
// parallel calls.
func withWire(h *http.Client, now func() time.Time) *http.Client {
	if h == nil {
		t := http.DefaultTransport.(*http.Transport).Clone()
		t.MaxIdleConns = 4 * idleConns
		t.MaxIdleConnsPerHost = idleConns
		t.WriteBufferSize = 32 << 10
		t.DisableCompression = true
		h = &http.Client{Transport: t}
	}
	out := *h
	if out.Transport == nil {
		out.Transport = http.DefaultTransport
	}
	out.Transport = wire{next: out.Transport, now: now}
	return &out
}

// RoundTrip implements http.RoundTripper.
func (w wire) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := w.next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	ex, ok := req.Context().Value(exchangeKey{}).(*exchange)
	if !ok {
		ex = &exchange{}
	}
	defer resp.Body.Close()
	ex.status = resp.StatusCode
	ex.retryAfter = retryAfter(resp.Header, w.now())
	if ex.body, err = readAll(resp); err != nil {
		return nil, fmt.Errorf("half a reply: %w", err)
	}
	resp.Body = io.NopCloser(bytes.NewReader(ex.body))
	return resp, nil
}

// readAll reads the body of resp. A body shorter than announced is io.ErrUnexpectedEOF.
func readAll(resp *http.Response) ([]byte, error) {
	if n := resp.ContentLength; n > 0 && n <= mostReply {
		body := make([]byte, n)
		if _, err := io.ReadFull(resp.Body, body); err != nil {
			if errors.Is(err, io.EOF) {
				err = io.ErrUnexpectedEOF
			}
			return nil, err
		}
		return body, nil
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, mostReply+1))
	if err == nil && len(body) > mostReply {
		err = fmt.Errorf("it is longer than %d bytes", mostReply)
	}
	return body, err
}

// retryAfter is how long the headers of a reply ask to wait, in seconds or as a date by now's
// clock. It is 0 if they don't ask or can't be read, and at most a day.
func retryAfter(h http.Header, now time.Time) time.Duration {
	text := strings.TrimSpace(h.Get("Retry-After"))
	if seconds, err := strconv.ParseUint(text, 10, 32); err == nil {
		return min(time.Duration(seconds)*time.Second, longestAsk)
	}
	at, err := http.ParseTime(text)
	if err != nil || now.IsZero() {
		return 0
	}
	return min(max(at.Sub(now), 0), longestAsk)
}
