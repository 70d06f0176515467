package wire

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/require"
)

func TestRead(t *testing.T) {
	for _, tt := range []struct {
		name      string
		body      io.Reader
		announced int64 // -1 if it wasn't
		most      int64
		want      string // the body
		err       string
		half      bool // io.ErrUnexpectedEOF
	}{
		{name: "announced", body: strings.NewReader("reply"), announced: 5, most: 5, want: "reply"},
		{name: "in chunks", body: iotest.OneByteReader(strings.NewReader("reply")), announced: -1, most: 5, want: "reply"},
		{name: "announced and empty", body: strings.NewReader(""), announced: 0, most: 5},
		{name: "empty", body: strings.NewReader(""), announced: -1, most: 5},
		{
			name: "broken off between chunks", body: io.MultiReader(strings.NewReader("rep"), iotest.ErrReader(io.ErrUnexpectedEOF)),
			announced: -1, most: 5, want: "rep", err: "half a reply: unexpected EOF", half: true,
		},
		{name: "too long", body: strings.NewReader("reply!"), announced: -1, most: 5, err: "the reply is too long: over 5 bytes"},
		{name: "announced too long", body: strings.NewReader("reply!!"), announced: 7, most: 5, err: "the reply is too long: over 5 bytes"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			body := &closer{Reader: tt.body}
			resp := &http.Response{StatusCode: http.StatusTooManyRequests, Header: http.Header{"Retry-After": {"7"}}, ContentLength: tt.announced, Body: body}
			var ex Exchange
			err := ex.read(resp, tt.most, time.Time{})
			require.Equal(t, http.StatusTooManyRequests, ex.Status)
			require.Equal(t, 7*time.Second, ex.RetryAfter)
			require.Equal(t, tt.want, string(ex.Body))
			require.True(t, body.closed)
			if tt.err != "" {
				require.EqualError(t, err, tt.err)
				require.Equal(t, tt.half, errors.Is(err, io.ErrUnexpectedEOF))
				return
			}
			require.NoError(t, err)
		})
	}
}

type closer struct {
	io.Reader
	closed bool
}

func (c *closer) Close() error { c.closed = true; return nil }

func TestTheTimeOfACall(t *testing.T) {
	release := make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		<-release
		_, _ = io.WriteString(w, `{}`)
	}))
	defer s.Close()
	base, err := url.Parse(s.URL)
	require.NoError(t, err)
	o := Options{Provider: "p", Base: base, MostReply: 10, Timeout: time.Millisecond}
	var out struct{}
	_, err = New(o).Ask(t.Context(), "m", "x", nil, &out)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.ErrorContains(t, err, "no reply within 1ms")
	close(release)
	o.Timeout = -1
	_, err = New(o).Ask(t.Context(), "m", "x", nil, &out)
	require.NoError(t, err)
	require.Equal(t, 10*time.Minute, New(Options{Base: base}).Timeout)
}

// What an object says twice nobody can know.
func TestUnclear(t *testing.T) {
	for body, want := range map[string]string{
		`{"a":1,"b":{"a":2},"c":[{"a":1},{"a":2}]}`:        "",
		`[{"a":"a","b":"a"},"a","a"]`:                      "",
		`{"a":1,"A":2}`:                                    `key "A" stands twice`,
		`{"x":[{"content":"Hello.","b":{},"Content":""}]}`: `key "Content" stands twice`,
		`{"x":{"y":{}},"X":1}`:                             `key "X" stands twice`,
		`{"key":1,"\u212aey":2}`:                           `key "Key" stands twice`,
		`{"a":1,`:                                          "",
		``:                                                 "",
	} {
		err := unclear([]byte(body))
		if want == "" {
			require.NoError(t, err, body)
			continue
		}
		require.EqualError(t, err, want, body)
	}
}
