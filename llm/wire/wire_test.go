package wire

import (
	"context"
	"errors"
	"io"
	"net/http"
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
		{name: "half of what was announced", body: strings.NewReader("rep"), announced: 5, most: 5, err: "half a reply: unexpected EOF", half: true},
		{name: "nothing of what was announced", body: strings.NewReader(""), announced: 5, most: 5, err: "half a reply: unexpected EOF", half: true},
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

func TestCallsHaveTheirOwnExchange(t *testing.T) {
	s := NewServer("p", "http://127.0.0.1:1", nil, nil, time.Hour)
	ctx, ex, done := s.Start(t.Context())
	ex.Sent = true
	require.Same(t, ex, of(ctx))
	_, ok := ctx.Deadline()
	require.True(t, ok)
	inner, second, doneInner := s.Start(ctx)
	require.Equal(t, &Exchange{}, second)
	require.Same(t, second, of(inner))
	require.Equal(t, &Exchange{}, of(t.Context()), "not started")
	doneInner()
	require.NoError(t, ctx.Err())
	done()
	require.ErrorIs(t, ctx.Err(), context.Canceled)
}

func TestANegativeTimeoutIsNone(t *testing.T) {
	ctx, _, done := NewServer("p", "", nil, nil, -1).Start(t.Context())
	defer done()
	_, ok := ctx.Deadline()
	require.False(t, ok)
}
