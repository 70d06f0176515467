package wiretest

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"contextarena.internal/llm"
	"contextarena.internal/llm/wire"
	"github.com/stretchr/testify/require"
)

// Provider is a provider under test.
type Provider struct {
	Name  string // as in llm.Model
	New   func(o Options) (llm.Client, error)
	Reply string // the body of a reply that says "Hello."
}

// Options are what a client is made with.
type Options struct {
	URL     string
	HTTP    *http.Client  // nil for the client's own
	Timeout time.Duration // 0 for the default
}

func (p Provider) client(t testing.TB, o Options) llm.Client {
	t.Helper()
	c, err := p.New(o)
	require.NoError(t, err)
	return c
}

// complete asks s and returns its reply, which has to be zero with an error.
func (p Provider) complete(ctx context.Context, t *testing.T, o Options) (llm.Response, error) {
	t.Helper()
	resp, err := p.client(t, o).Complete(ctx, Ask(p.Name, "m", "Hi"))
	if err != nil {
		require.Zero(t, resp)
	}
	return resp, err
}

// Run checks what holds of every provider: half a reply is a failure and not a reply, time limits
// and cancelled calls are told apart, and connections are used again.
func (p Provider) Run(t *testing.T) {
	require.Contains(t, p.Reply, "Hello.")
	t.Run("a reply cut after half of it", func(t *testing.T) {
		err := p.NoReply(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", strconv.Itoa(len(p.Reply)))
			p.breakOff(w)
		})
		require.ErrorIs(t, err, io.ErrUnexpectedEOF)
		require.True(t, llm.Transient(&llm.APIError{Err: err.Err}), "by its cause alone")
	})
	t.Run("a reply cut between chunks", func(t *testing.T) {
		err := p.NoReply(t, func(w http.ResponseWriter, _ *http.Request) { p.breakOff(w) })
		require.ErrorIs(t, err, io.ErrUnexpectedEOF)
		require.True(t, llm.Transient(&llm.APIError{Err: err.Err}), "by its cause alone")
	})
	t.Run("no reply in time", func(t *testing.T) {
		_, err := p.complete(t.Context(), t, Options{URL: hanging(t).URL, Timeout: 10 * time.Millisecond})
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.ErrorContains(t, err, "no reply within 10ms")
		require.True(t, llm.Transient(err))
	})
	t.Run("the caller's deadline", func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
		defer cancel()
		_, err := p.complete(ctx, t, Options{URL: hanging(t).URL})
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.NotContains(t, err.Error(), "no reply within")
	})
	t.Run("a cancelled call", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		s, _ := Stub(t, func(_ http.ResponseWriter, r *http.Request) { cancel(); <-r.Context().Done() })
		_, err := p.complete(ctx, t, Options{URL: s.URL})
		require.ErrorIs(t, err, context.Canceled)
		require.False(t, llm.Transient(err))
	})
	t.Run("a redirect", func(t *testing.T) {
		other, elsewhere := Stub(t, Says(p.Reply))
		for _, status := range []int{http.StatusMovedPermanently, http.StatusFound, http.StatusTemporaryRedirect, http.StatusPermanentRedirect} {
			s, _ := Stub(t, func(w http.ResponseWriter, r *http.Request) {
				http.Redirect(w, r, other.URL+"/q7Zp92LmX4vB"+r.URL.Path+"?k=hunter2hunter2", status)
			})
			_, err := p.complete(t.Context(), t, Options{URL: s.URL})
			require.ErrorIs(t, err, wire.ErrRedirect)
			require.ErrorContains(t, err, strings.TrimPrefix(s.URL, "http://")+" sends the request on to "+strings.TrimPrefix(other.URL, "http://"))
			require.NotContains(t, err.Error(), "hunter2")
			require.NotContains(t, err.Error(), "q7Zp92LmX4vB")
			require.False(t, llm.Transient(err))
		}
		require.Empty(t, elsewhere)
	})
	t.Run("a reply that doesn't end", func(t *testing.T) {
		var sent atomic.Int64
		s, requests := Stub(t, func(w http.ResponseWriter, _ *http.Request) {
			for line := []byte(strings.Repeat(" ", 1<<16)); ; {
				n, err := w.Write(line)
				if sent.Add(int64(n)); err != nil {
					return
				}
			}
		})
		_, err := p.complete(t.Context(), t, Options{URL: s.URL})
		require.ErrorIs(t, err, llm.ErrTooLong)
		require.ErrorContains(t, err, "the reply is too long: over ")
		require.False(t, llm.Transient(err))
		require.Len(t, requests, 1)
		s.Close()
		require.Less(t, sent.Load(), int64(64<<20), "it was read no further")
	})
	t.Run("a reply announced too long", func(t *testing.T) {
		s, _ := Stub(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", strconv.Itoa(1<<40))
			_ = http.NewResponseController(w).Flush()
		})
		_, err := p.complete(t.Context(), t, Options{URL: s.URL})
		require.ErrorIs(t, err, llm.ErrTooLong)
	})
	t.Run("connections are used again", func(t *testing.T) {
		require.Equal(t, 1, p.opened(t, p.Reply), "length announced")
		require.Equal(t, 1, p.opened(t, strings.Replace(p.Reply, "Hello.", strings.Repeat("long ", 2000), 1)), "in chunks")
	})
}

// breakOff writes the beginning of a reply and drops the connection.
func (p Provider) breakOff(w http.ResponseWriter) {
	write(w, p.Reply[:40])
	_ = http.NewResponseController(w).Flush()
	panic(http.ErrAbortHandler)
}

// hanging is a server that answers when the test ends.
func hanging(t *testing.T) *httptest.Server {
	release := make(chan struct{})
	s, _ := Stub(t, func(http.ResponseWriter, *http.Request) { <-release })
	t.Cleanup(func() { close(release) })
	return s
}

// opened is how many connections ten calls opened that were answered with body.
func (p Provider) opened(t *testing.T, body string) int {
	var mu sync.Mutex
	opened := 0
	s := httptest.NewUnstartedServer(Says(body))
	s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			mu.Lock()
			opened++
			mu.Unlock()
		}
	}
	s.Start()
	t.Cleanup(s.Close)
	c := p.client(t, Options{URL: s.URL})
	for range 10 {
		_, err := c.Complete(t.Context(), Ask(p.Name, "m", "Hi"))
		require.NoError(t, err)
	}
	mu.Lock()
	defer mu.Unlock()
	return opened
}

// NoReply checks that what handle says with status 200 is no reply but a failure, which may pass
// if the call is tried again, and returns it.
func (p Provider) NoReply(t *testing.T, handle http.HandlerFunc) *llm.APIError {
	t.Helper()
	s, _ := Stub(t, handle)
	_, err := p.complete(t.Context(), t, Options{URL: s.URL})
	var got *llm.APIError
	require.ErrorAs(t, err, &got)
	require.Equal(t, http.StatusOK, got.Status)
	require.True(t, llm.Transient(err))
	return got
}

// Failure is an answer of a server and the error it has to become.
type Failure struct {
	Name       string
	Status     int
	RetryAfter string // a header
	Body       string
	Want       llm.APIError // but for provider, model, base URL and status
	Transient  bool
	Says       string // a part of the error's text
}

// Failures checks failures, each as a test, and that none shows Key.
func (p Provider) Failures(t *testing.T, failures []Failure) {
	for _, f := range failures {
		t.Run(f.Name, func(t *testing.T) {
			s, _ := Stub(t, func(w http.ResponseWriter, _ *http.Request) {
				if f.RetryAfter != "" {
					w.Header().Set("Retry-After", f.RetryAfter)
				}
				w.WriteHeader(f.Status)
				write(w, f.Body)
			})
			_, err := p.complete(t.Context(), t, Options{URL: s.URL})
			var got *llm.APIError
			require.ErrorAs(t, err, &got)
			f.Want.Provider, f.Want.Model, f.Want.BaseURL, f.Want.Status, f.Want.Next = p.Name, "m", s.URL, f.Status, got.Next // which Says is of
			require.Equal(t, f.Want, *got)
			require.Equal(t, f.Transient, llm.Transient(err))
			require.ErrorContains(t, err, f.Says)
			RequireNoKey(t, err)
		})
	}
}

// RequireNoKey checks that no error in the chain of err holds Key.
func RequireNoKey(t *testing.T, err error) {
	t.Helper()
	for ; err != nil; err = errors.Unwrap(err) {
		require.NotContains(t, err.Error(), Key)
		var e *llm.APIError
		if errors.As(err, &e) {
			require.NotContains(t, e.Message+e.Code+e.BaseURL, Key)
		}
	}
}
