package openai

import (
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"syscall"
	"testing"
	"time"

	"contextarena.internal/llm"
	"contextarena.internal/llm/wire/wiretest"
	"github.com/stretchr/testify/require"
)

func TestFailuresOfServers(t *testing.T) {
	page := "<html>" + strings.Repeat("ä", 400) + " " + wiretest.Key
	contract.Failures(t, []wiretest.Failure{
		{
			Name: "wrong key", Status: 401,
			Body: `{"error":{"message":"Incorrect API key provided: ` + wiretest.Key + `.","type":"invalid_request_error","code":"invalid_api_key"}}`,
			Want: llm.APIError{Code: "invalid_api_key", Message: "Incorrect API key provided: [redacted]."},
			Says: "check OPENAI_API_KEY",
		},
		{
			Name: "no such model", Status: 404, Body: `{"error":{"message":"The model m does not exist","type":"invalid_request_error","code":null}}`,
			Want: llm.APIError{Code: "invalid_request_error", Message: "The model m does not exist"},
			Says: "model not found at http://127.0.0.1",
		},
		{
			Name: "too fast", Status: 429, RetryAfter: "7", Body: `{"error":{"message":"slow down","type":"requests","code":"rate_limit_exceeded"}}`,
			Want:      llm.APIError{Code: "rate_limit_exceeded", Message: "slow down", RetryAfter: 7 * time.Second},
			Transient: true, Says: "wait 7s",
		},
		{
			Name: "no money", Status: 429, Body: `{"error":{"message":"You exceeded your current quota","type":"insufficient_quota","code":"insufficient_quota"}}`,
			Want: llm.APIError{Code: "insufficient_quota", Message: "You exceeded your current quota"},
			Says: "billing",
		},
		{
			Name: "numeric code", Status: 400, Body: `{"error":{"message":"too long","code":400}}`,
			Want: llm.APIError{Code: "400", Message: "too long"},
			Says: "400 Bad Request (400): too long",
		},
		{
			Name: "broken", Status: 500, Body: `{"error":{"message":"oops","type":"server_error"}}`,
			Want:      llm.APIError{Code: "server_error", Message: "oops"},
			Transient: true, Says: "try again later",
		},
		{
			Name: "a page of a proxy", Status: 502, Body: page,
			Want:      llm.APIError{Message: "<html>" + strings.Repeat("ä", 293) + "…"},
			Transient: true, Says: "502 Bad Gateway",
		},
		{
			Name: "another form of error", Status: 422, Body: `{"detail":"no such field"}`,
			Want: llm.APIError{Message: `{"detail":"no such field"}`},
			Says: "no such field",
		},
		{
			Name: "no choices", Status: 200, Body: `{"choices":[]}`,
			Want:      llm.APIError{Message: `the reply holds no choices: {"choices":[]}`},
			Transient: true, Says: "no choices",
		},
		{
			Name: "an error that calls itself a success", Status: 200, Body: `{"error":{"message":"upstream failed"}}`,
			Want:      llm.APIError{Message: "upstream failed"},
			Transient: true, Says: "upstream failed",
		},
		{
			Name: "broken off", Status: 200, Body: `{"choices":[{"message":{"content":"Hel"},"finish_reason":"abort"}]}`,
			Want:      llm.APIError{Message: `the reply ended with finish reason "abort": {"choices":[{"message":{"content":"Hel"},"finish_reason":"abort"}]}`},
			Transient: true, Says: "abort",
		},
	})
}

func TestAnOddKeyIsBlankedToo(t *testing.T) {
	const odd = "correct horse"
	_, err := New(Options{Key: odd})
	require.EqualError(t, err, "openai: the API key holds a space or a character that isn't ASCII: check OPENAI_API_KEY")

	s, _ := wiretest.Stub(t, func(w http.ResponseWriter, r *http.Request) {
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
		name, body string
		again      bool // its cause alone says that it may be tried again
	}{
		{"half of its JSON", plainReply[:40], true},
		{"nothing", "", true},
		{"no JSON", "<html>", true},
		{"other JSON", `{"choices":"none"}`, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := contract.NoReply(t, wiretest.Says(tt.body))
			var syntax *json.SyntaxError
			var shape *json.UnmarshalTypeError
			require.Equal(t, tt.again, errors.As(err.Err, &syntax), err.Err)
			require.Equal(t, !tt.again, errors.As(err.Err, &shape), err.Err)
			require.Equal(t, tt.again, llm.Transient(&llm.APIError{Err: err.Err}))
		})
	}
	for _, body := range []string{
		strings.Replace(plainReply, `{"model"`, `{"error":{"message":"overloaded","code":"busy"},"model"`, 1),
		strings.Replace(plainReply, `{"model"`, `{"error":"overloaded","model"`, 1),
		strings.Replace(plainReply, `"content":"Hello."`, `"content":"Hello.","Content":""`, 1),
	} {
		contract.NoReply(t, wiretest.Says(body))
	}
	r, err := client(t, first(wiretest.Stub(t, wiretest.Says(strings.Replace(plainReply, `{"model"`, `{"error":null,"model"`, 1))))).Complete(t.Context(), ask("m", "Hi"))
	require.NoError(t, err)
	require.Equal(t, "Hello.", r.Text)
}

func first[A, B any](a A, _ B) A { return a }

func TestNobodyListens(t *testing.T) {
	s := httptest.NewServer(nil)
	s.Close()
	_, err := client(t, s).Complete(t.Context(), ask("m", "Hi"))
	require.ErrorIs(t, err, syscall.ECONNREFUSED)
	require.True(t, llm.Transient(err))
	require.ErrorContains(t, err, "check the base URL")
	wiretest.RequireNoKey(t, err)
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

func TestAFilteredPromptIsARefusal(t *testing.T) {
	body := `{"error":{"message":"The prompt was filtered.","code":"content_filter"}}`
	s, _ := wiretest.Stub(t, func(w http.ResponseWriter, _ *http.Request) {
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

func TestABrokenSchemaIsNotSent(t *testing.T) {
	s, requests := wiretest.Stub(t, wiretest.Says(plainReply))
	req := ask("m", "Hi")
	req.Schema = &llm.Schema{JSON: `{`}
	_, err := client(t, s).Complete(t.Context(), req)
	require.ErrorContains(t, err, "JSON")
	require.False(t, llm.Transient(err))
	require.Empty(t, requests)
}

func TestAnotherServersModelIsNotAsked(t *testing.T) {
	s, requests := wiretest.Stub(t, wiretest.Says(plainReply))
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
	c, err := New(Options{Key: wiretest.Key})
	require.NoError(t, err)
	require.Equal(t, "https://api.openai.com/v1", c.BaseURL())
}

// A server that resets the connection before it says anything.
func TestResetConnection(t *testing.T) {
	s, _ := wiretest.Stub(t, func(w http.ResponseWriter, _ *http.Request) {
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
