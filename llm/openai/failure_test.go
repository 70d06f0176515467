package openai

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"contextarena.internal/llm"
	"github.com/stretchr/testify/require"
)

// requireNoKey checks that no error in the chain of err holds the key.
func requireNoKey(t *testing.T, err error) {
	t.Helper()
	for ; err != nil; err = errors.Unwrap(err) {
		require.NotContains(t, err.Error(), testKey)
		var e *llm.APIError
		if errors.As(err, &e) {
			require.NotContains(t, e.Message+e.Code+e.BaseURL, testKey)
		}
	}
}

func TestFailuresOfServers(t *testing.T) {
	page := "<html>" + strings.Repeat("ä", 400) + " " + testKey
	for _, tt := range []struct {
		name      string
		status    int
		header    map[string]string
		body      string
		want      llm.APIError
		transient bool
		says      string
	}{
		{
			name: "wrong key", status: 401,
			body:      `{"error":{"message":"Incorrect API key provided: ` + testKey + `.","type":"invalid_request_error","code":"invalid_api_key"}}`,
			want:      llm.APIError{Status: 401, Code: "invalid_api_key", Message: "Incorrect API key provided: [redacted]."},
			transient: false, says: "check OPENAI_API_KEY",
		},
		{
			name: "no such model", status: 404, body: `{"error":{"message":"The model m does not exist","type":"invalid_request_error","code":null}}`,
			want:      llm.APIError{Status: 404, Code: "invalid_request_error", Message: "The model m does not exist"},
			transient: false, says: "model not found at http://127.0.0.1",
		},
		{
			name: "too fast", status: 429, header: map[string]string{"Retry-After": "7"}, body: `{"error":{"message":"slow down","type":"requests","code":"rate_limit_exceeded"}}`,
			want:      llm.APIError{Status: 429, Code: "rate_limit_exceeded", Message: "slow down", RetryAfter: 7 * time.Second},
			transient: true, says: "wait 7s",
		},
		{
			name: "no money", status: 429, body: `{"error":{"message":"You exceeded your current quota","type":"insufficient_quota","code":"insufficient_quota"}}`,
			want:      llm.APIError{Status: 429, Code: "insufficient_quota", Message: "You exceeded your current quota"},
			transient: false, says: "billing",
		},
		{
			name: "numeric code", status: 400, body: `{"error":{"message":"too long","code":400}}`,
			want:      llm.APIError{Status: 400, Code: "400", Message: "too long"},
			transient: false, says: "400 Bad Request (400): too long",
		},
		{
			name: "broken", status: 500, body: `{"error":{"message":"oops","type":"server_error"}}`,
			want:      llm.APIError{Status: 500, Code: "server_error", Message: "oops"},
			transient: true, says: "try again later",
		},
		{
			name: "a page of a proxy", status: 502, body: page,
			want:      llm.APIError{Status: 502, Message: "<html>" + strings.Repeat("ä", 293) + "…"},
			transient: true, says: "502 Bad Gateway",
		},
		{
			name: "another form of error", status: 422, body: `{"detail":"no such field"}`,
			want:      llm.APIError{Status: 422, Message: `{"detail":"no such field"}`},
			transient: false, says: "no such field",
		},
		{
			name: "no choices", status: 200, body: `{"choices":[]}`,
			want:      llm.APIError{Status: 200, Message: `the reply holds no choices: {"choices":[]}`},
			transient: true, says: "no choices",
		},
		{
			name: "an error that calls itself a success", status: 200, body: `{"error":{"message":"upstream failed"}}`,
			want:      llm.APIError{Status: 200, Message: `the reply holds no choices: {"error":{"message":"upstream failed"}}`},
			transient: true, says: "upstream failed",
		},
		{
			name: "broken off", status: 200, body: `{"choices":[{"message":{"content":"Hel"},"finish_reason":"abort"}]}`,
			want: llm.APIError{
				Status:  200,
				Message: `the reply ended with finish reason "abort": {"choices":[{"message":{"content":"Hel"},"finish_reason":"abort"}]}`,
			},
			transient: true, says: "abort",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, _ := stub(t, func(w http.ResponseWriter, _ *http.Request) {
				for k, v := range tt.header {
					w.Header().Set(k, v)
				}
				w.WriteHeader(tt.status)
				io.WriteString(w, tt.body)
			})
			c := client(t, s)
			resp, err := c.Complete(t.Context(), ask("m", "Hi"))
			require.Zero(t, resp)
			var got *llm.APIError
			require.ErrorAs(t, err, &got)
			tt.want.Provider, tt.want.Model, tt.want.BaseURL = "openai", "m", c.BaseURL()
			require.Equal(t, tt.want, *got)
			require.Equal(t, tt.transient, llm.Transient(err))
			require.ErrorContains(t, err, tt.says)
			requireNoKey(t, err)
		})
	}
}

func TestAnOddKeyIsBlankedToo(t *testing.T) {
	const odd = "correct horse"
	_, err := New(Options{Key: odd})
	require.EqualError(t, err, "openai: the API key holds a space or a character that isn't ASCII: check OPENAI_API_KEY")

	s, _ := stub(t, func(w http.ResponseWriter, r *http.Request) {
		http.Error(w, "who is "+r.Header.Get("Authorization")+"?", http.StatusForbidden)
	})
	c, err := New(Options{BaseURL: s.URL, Key: " hunter2-hunter2\n"})
	require.NoError(t, err)
	_, err = c.Complete(t.Context(), ask("m", "Hi"))
	require.ErrorContains(t, err, "who is Bearer [redacted]?")
	require.NotContains(t, err.Error(), "hunter2")
}

func TestRepliesThatAreNoReplies(t *testing.T) {
	for _, tt := range []struct {
		name   string
		handle http.HandlerFunc
		cause  func(error) bool
	}{
		{"cut after half of it", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", strconv.Itoa(len(plainReply)))
			io.WriteString(w, plainReply[:40])
			http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		}, func(err error) bool { return errors.Is(err, io.ErrUnexpectedEOF) }},
		{"cut between chunks", func(w http.ResponseWriter, _ *http.Request) {
			io.WriteString(w, plainReply[:40])
			http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		}, func(err error) bool { return errors.Is(err, io.ErrUnexpectedEOF) }},
		{"half of its JSON", says(plainReply[:40]), func(err error) bool { return errors.Is(err, io.ErrUnexpectedEOF) }},
		{"nothing", says(""), func(err error) bool { return errors.Is(err, io.EOF) }},
		{"no JSON", says("<html>"), func(err error) bool {
			var syntax *json.SyntaxError
			return errors.As(err, &syntax)
		}},
		{"other JSON", says(`{"choices":"none"}`), func(err error) bool {
			var shape *json.UnmarshalTypeError
			return errors.As(err, &shape)
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, _ := stub(t, tt.handle)
			resp, err := client(t, s).Complete(t.Context(), ask("m", "Hi"))
			require.Zero(t, resp)
			var got *llm.APIError
			require.ErrorAs(t, err, &got)
			require.Equal(t, 200, got.Status)
			require.True(t, tt.cause(err), "cause is %v", got.Err)
			require.True(t, llm.Transient(err))
			require.True(t, llm.Transient(&llm.APIError{Err: got.Err}) || strings.Contains(tt.name, "other"), "by its cause alone")
		})
	}
}

func TestNobodyListens(t *testing.T) {
	s := httptest.NewServer(nil)
	s.Close()
	_, err := client(t, s).Complete(t.Context(), ask("m", "Hi"))
	require.ErrorIs(t, err, syscall.ECONNREFUSED)
	require.True(t, llm.Transient(err))
	require.ErrorContains(t, err, "check the base URL")
	requireNoKey(t, err)
}

func TestCredentialsInTheBaseURLAreNotShown(t *testing.T) {
	s := httptest.NewServer(nil)
	s.Close()
	u, err := url.Parse(s.URL)
	require.NoError(t, err)
	u.User = url.UserPassword("me", "secret-word")
	c, err := New(Options{BaseURL: u.String()})
	require.NoError(t, err)
	require.NotContains(t, c.BaseURL(), "secret-word")
	_, err = c.Complete(t.Context(), ask("m", "Hi"))
	require.Error(t, err)
	require.NotContains(t, err.Error(), "secret-word")
}

// hanging is a server that answers when the test ends.
func hanging(t *testing.T) *httptest.Server {
	release := make(chan struct{})
	s, _ := stub(t, func(http.ResponseWriter, *http.Request) { <-release })
	t.Cleanup(func() { close(release) })
	return s
}

func TestNoReplyInTime(t *testing.T) {
	c, err := New(Options{BaseURL: hanging(t).URL, Timeout: 10 * time.Millisecond})
	require.NoError(t, err)
	_, err = c.Complete(t.Context(), ask("m", "Hi"))
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.ErrorContains(t, err, "no reply within 10ms")
	require.True(t, llm.Transient(err))
}

func TestTheCallersDeadline(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	_, err := client(t, hanging(t)).Complete(ctx, ask("m", "Hi"))
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.NotContains(t, err.Error(), "no reply within")
}

func TestCancelledCall(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s, _ := stub(t, func(_ http.ResponseWriter, r *http.Request) { cancel(); <-r.Context().Done() })
	resp, err := client(t, s).Complete(ctx, ask("m", "Hi"))
	require.ErrorIs(t, err, context.Canceled)
	require.False(t, llm.Transient(err))
	require.Zero(t, resp)
}

func TestAFilteredPromptIsARefusal(t *testing.T) {
	body := `{"error":{"message":"The prompt was filtered.","code":"content_filter"}}`
	s, _ := stub(t, func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusBadRequest)
		io.WriteString(w, body)
	})
	got, err := client(t, s).Complete(t.Context(), ask("m", "Hi"))
	require.NoError(t, err)
	require.Equal(t, llm.Response{
		Text: "The prompt was filtered.", Stop: llm.StopRefusal, Model: "m",
		Usage: llm.Usage{Estimated: true}, Latency: got.Latency,
	}, got)
}

func TestWhatReasoningModelsRefuse(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(*llm.Request)
	}{
		{"temperature", func(r *llm.Request) { r.Temperature = ptr(0.0) }},
		{"log probabilities", func(r *llm.Request) { r.LogProbs = 2 }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, requests := stub(t, says(plainReply))
			req := ask("gpt-5-nano", "Hi")
			tt.change(&req)
			_, err := client(t, s).Complete(t.Context(), req)
			require.ErrorContains(t, err, "leave temperature and log probabilities unset")
			require.NotContains(t, err.Error(), "network")
			require.False(t, llm.Transient(err))
			require.Empty(t, requests)
		})
	}
}

func TestABrokenSchemaIsNotSent(t *testing.T) {
	s, requests := stub(t, says(plainReply))
	req := ask("m", "Hi")
	req.Schema = &llm.Schema{JSON: []byte(`{`)}
	_, err := client(t, s).Complete(t.Context(), req)
	require.ErrorContains(t, err, "JSON")
	require.False(t, llm.Transient(err))
	require.Empty(t, requests)
}

func TestAnotherServersModelIsNotAsked(t *testing.T) {
	s, requests := stub(t, says(plainReply))
	c := client(t, s)
	req := ask("m", "Hi")
	req.Model.BaseURL = "http://elsewhere/v1"
	_, err := c.Complete(t.Context(), req)
	require.EqualError(t, err, "openai: openai:m is at http://elsewhere/v1, but this client asks "+c.BaseURL())
	require.Empty(t, requests)
	req.Model.BaseURL = c.BaseURL() + "/"
	_, err = c.Complete(t.Context(), req)
	require.NoError(t, err)
}

func TestNewRefuses(t *testing.T) {
	for _, tt := range []struct {
		name string
		o    Options
		want string
	}{
		{"no key", Options{}, "openai: no API key: set OPENAI_API_KEY (or OPENAI_BASE_URL to a server that needs none)"},
		{"no key but spaces", Options{Key: " \n"}, "openai: no API key: set OPENAI_API_KEY"},
		{"no key for the European server", Options{BaseURL: "https://eu.api.openai.com/v1"}, "no API key"},
		{"no scheme", Options{BaseURL: "localhost:8000/v1"}, `malformed base URL "localhost:8000/v1"`},
		{"no host", Options{BaseURL: "http:///v1"}, "malformed base URL"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, err := New(tt.o)
			require.Nil(t, c)
			require.ErrorContains(t, err, tt.want)
		})
	}
	c, err := New(Options{Key: testKey})
	require.NoError(t, err)
	require.Equal(t, "https://api.openai.com/v1", c.BaseURL())
}

// A server that resets the connection before it says anything.
func TestResetConnection(t *testing.T) {
	s, _ := stub(t, func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		conn.(*net.TCPConn).SetLinger(0)
		conn.Close()
	})
	_, err := client(t, s).Complete(t.Context(), ask("m", "Hi"))
	require.Error(t, err)
	require.True(t, llm.Transient(err), "%v", err)
}
