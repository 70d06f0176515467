package ollama

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"contextarena.internal/llm"
	"github.com/stretchr/testify/require"
)

const testKey = "sk-test-0123456789abcdef"

func TestFailuresOfServers(t *testing.T) {
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
			name: "no such model", status: 404, body: `{"error":"model 'm' not found"}`,
			want: llm.APIError{Status: 404, Message: "model 'm' not found"}, says: "ollama pull m",
		},
		{
			name: "not signed in", status: 401, body: `{"error":"unauthorized","signin_url":"https://ollama.com/connect?key=` + testKey + `"}`,
			want: llm.APIError{Status: 401, Message: "the server wants a sign-in: run ollama signin"}, says: "ollama signin",
		},
		{
			name: "too fast", status: 429, header: map[string]string{"Retry-After": "7"}, body: `{"error":"slow down"}`,
			want: llm.APIError{Status: 429, Message: "slow down", RetryAfter: 7 * time.Second}, transient: true, says: "wait 7s",
		},
		{
			name: "broken", status: 500, body: `{"error":"llama runner process has terminated"}`,
			want: llm.APIError{Status: 500, Message: "llama runner process has terminated"}, transient: true, says: "try again later",
		},
		{
			name: "a page of a proxy", status: 502, body: "<html>" + strings.Repeat("ä", 400) + " Bearer " + testKey,
			want: llm.APIError{Status: 502, Message: "<html>" + strings.Repeat("ä", 293) + "…"}, transient: true, says: "502 Bad Gateway",
		},
		{
			name: "a key in the error", status: 403, body: `{"error":"bad key ` + testKey + `"}`,
			want: llm.APIError{Status: 403, Message: "bad key [redacted]"}, says: "check its permissions",
		},
		{
			name: "prompt too long", status: 400, body: `{"error":"the input length exceeds the context length"}`,
			want: llm.APIError{
				Status: 400, Code: codeTooLong,
				Message: "the input length exceeds the context length: set num_ctx=8192 in the model's options if the model allows it",
			},
			says: "set num_ctx=8192",
		},
		{
			name: "an error that calls itself a success", status: 200, body: `{"error":"oops"}`,
			want: llm.APIError{Status: 200, Message: `the reply can't be read: {"error":"oops"}`}, transient: true, says: "oops",
		},
		{
			name: "nothing", status: 200,
			want: llm.APIError{Status: 200, Message: "the reply isn't in one piece: "}, transient: true, says: "200 OK",
		},
		{
			name: "a stream", status: 200, body: `{"message":{"content":"Hel"}}` + "\n" + `{"message":{"content":"lo"},"done":true}`,
			want: llm.APIError{Status: 200, Message: `the reply isn't in one piece: {"message":{"content":"Hel"}} {"message":{"content":"lo"},"done":true}`}, transient: true, says: "one piece",
		},
		{
			name: "a part", status: 200, body: `{"message":{"content":"Hel"},"done":false}`,
			want: llm.APIError{Status: 200, Message: `the reply isn't in one piece: {"message":{"content":"Hel"},"done":false}`}, transient: true, says: "one piece",
		},
		{
			name: "not a reply", status: 200, body: `{"message":{"content":""},"done":true,"done_reason":"load"}`,
			want: llm.APIError{Status: 200, Message: `the reply ended with done reason "load": {"message":{"content":""},"done":true,"done_reason":"load"}`}, transient: true, says: "load",
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
			tt.want.Provider, tt.want.Model, tt.want.BaseURL = "ollama", "m", c.BaseURL()
			require.Equal(t, tt.want, *got)
			require.Equal(t, tt.transient, llm.Transient(err))
			require.ErrorContains(t, err, tt.says)
			require.NotContains(t, err.Error(), testKey)
			require.NotContains(t, got.Message, testKey)
		})
	}
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
		{"half of its JSON", says(plainReply[:40]), isSyntax},
		{"no JSON", says("<html>"), isSyntax},
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
			require.True(t, llm.Transient(&llm.APIError{Err: got.Err}), "by its cause alone")
		})
	}
}

func isSyntax(err error) bool {
	var syntax *json.SyntaxError
	return errors.As(err, &syntax)
}

func TestNobodyListens(t *testing.T) {
	s := httptest.NewServer(nil)
	s.Close()
	c := client(t, s)
	_, err := c.Complete(t.Context(), ask("m", "Hi"))
	require.ErrorIs(t, err, syscall.ECONNREFUSED)
	require.True(t, llm.Transient(err))
	require.ErrorContains(t, err, "no server at "+s.URL+" (start it with: ollama serve)")
	_, err = c.Models(t.Context())
	require.ErrorContains(t, err, "no server at "+s.URL)
	_, err = c.Embed(t.Context(), []string{"a"})
	require.ErrorContains(t, err, "no server at "+s.URL)
}

// hanging is a server that answers when the test ends.
func hanging(t *testing.T) *httptest.Server {
	release := make(chan struct{})
	s, _ := stub(t, func(http.ResponseWriter, *http.Request) { <-release })
	t.Cleanup(func() { close(release) })
	return s
}

func TestNoReplyInTime(t *testing.T) {
	c, err := New(Options{Host: hanging(t).URL, Timeout: 10 * time.Millisecond})
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

func TestAnotherServersModelIsNotAsked(t *testing.T) {
	s, requests := stub(t, says(plainReply))
	c := client(t, s)
	req := ask("m", "Hi")
	req.Model.BaseURL = "gpu:11434"
	_, err := c.Complete(t.Context(), req)
	require.EqualError(t, err, "ollama: ollama:m is at gpu:11434, but this client asks "+s.URL)
	require.Empty(t, requests)
	req.Model.BaseURL = strings.TrimPrefix(s.URL, "http://")
	_, err = c.Complete(t.Context(), req)
	require.NoError(t, err)
}

func TestNewRefusesAMalformedHost(t *testing.T) {
	c, err := New(Options{Host: "ftp://gpu"})
	require.Nil(t, c)
	require.ErrorContains(t, err, "ollama: malformed address")
}
