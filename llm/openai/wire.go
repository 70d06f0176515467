package openai

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	idleConns  = 64       // kept per host: as many calls as run at once
	mostReply  = 64 << 20 // bytes of a reply
	longestAsk = 24 * time.Hour
)

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

// exchange is what one call is and sees of HTTP. go-openai's requests and errors don't carry it,
// so it travels in the context of the call.
type exchange struct {
	messages   []byte // of a chat, as JSON
	coldest    bool   // the temperature is 0, not unset
	sent       bool
	status     int // 0 until the server answered
	retryAfter time.Duration
	body       []byte // of the reply
}

type exchangeKey struct{}

// exchangeOf is the exchange of the call that ctx belongs to.
func exchangeOf(ctx context.Context) *exchange {
	if ex, ok := ctx.Value(exchangeKey{}).(*exchange); ok {
		return ex
	}
	return &exchange{}
}

// wire sends requests for go-openai. It reads every reply to its end, so that its connection is
// used again and half a reply is known to be one.
type wire struct {
	http *http.Client
	now  func() time.Time
}

// Do implements go-openai's HTTPDoer.
func (w wire) Do(req *http.Request) (*http.Response, error) {
	ex := exchangeOf(req.Context())
	if err := ex.complete(req); err != nil {
		return nil, err
	}
	ex.sent = true
	resp, err := w.http.Do(req)
	if err != nil {
		return nil, err
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

// retryAfter is how long the headers of a reply ask to wait: retry-after-ms, or Retry-After in
// seconds or as a date, which is compared with the server's own clock where its Date is known
// and with now otherwise. It is 0 if they don't ask or can't be read, and at most a day.
func retryAfter(h http.Header, now time.Time) time.Duration {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil {
		return wait(ms / 1000)
	}
	text := strings.TrimSpace(h.Get("Retry-After"))
	if text == "" {
		return 0
	}
	if seconds, err := strconv.ParseFloat(text, 64); err == nil {
		return wait(seconds)
	}
	at, err := http.ParseTime(text)
	if err != nil {
		return 0
	}
	if date, err := http.ParseTime(h.Get("Date")); err == nil {
		now = date
	} else if now.IsZero() {
		return 0 // no clock to compare it with
	}
	return wait(at.Sub(now).Seconds())
}

// wait is a number of seconds from 0 to a day; what is no number is 0.
func wait(seconds float64) time.Duration {
	if math.IsNaN(seconds) || seconds <= 0 {
		return 0
	}
	return time.Duration(min(seconds, longestAsk.Seconds()) * float64(time.Second))
}
