package ollama

import (
	"encoding/json"
	"net/http/httptest"
	"strings"
	"syscall"
	"testing"
	"time"

	"contextarena.internal/llm"
	"contextarena.internal/llm/wire/wiretest"
	"github.com/stretchr/testify/require"
)

func TestFailuresOfServers(t *testing.T) {
	contract.Failures(t, []wiretest.Failure{
		{
			Name: "no such model", Status: 404, Body: `{"error":"model 'm' not found"}`,
			Want: llm.APIError{Message: "model 'm' not found"}, Says: "ollama pull m",
		},
		{
			Name: "not signed in", Status: 401, Body: `{"error":"unauthorized","signin_url":"https://ollama.com/connect?key=` + wiretest.Key + `"}`,
			Want: llm.APIError{Message: "the server wants a sign-in: run ollama signin"}, Says: "ollama signin",
		},
		{
			Name: "too fast", Status: 429, RetryAfter: "7", Body: `{"error":"slow down"}`,
			Want: llm.APIError{Message: "slow down", RetryAfter: 7 * time.Second}, Transient: true, Says: "wait 7s",
		},
		{
			Name: "broken", Status: 500, Body: `{"error":"llama runner process has terminated"}`,
			Want: llm.APIError{Message: "llama runner process has terminated"}, Transient: true, Says: "try again later",
		},
		{
			Name: "a page of a proxy", Status: 502, Body: "<html>" + strings.Repeat("ä", 400) + " Bearer " + wiretest.Key,
			Want: llm.APIError{Message: "<html>" + strings.Repeat("ä", 293) + "…"}, Transient: true, Says: "502 Bad Gateway",
		},
		{
			Name: "a key in the error", Status: 403, Body: `{"error":"bad key ` + wiretest.Key + `"}`,
			Want: llm.APIError{Message: "bad key [redacted]"}, Says: "check its permissions",
		},
		{
			Name: "prompt too long", Status: 400, Body: `{"error":"the input length exceeds the context length"}`,
			Want: llm.APIError{
				Code:    codeTooLong,
				Message: "the input length exceeds the context length: set num_ctx=8192 in the model's options if the model allows it",
			},
			Says: "set num_ctx=8192",
		},
		{
			Name: "an error that calls itself a success", Status: 200, Body: `{"error":"oops"}`,
			Want: llm.APIError{Message: "oops"}, Transient: true, Says: "oops",
		},
		{
			Name: "a part", Status: 200, Body: `{"message":{"content":"Hel"},"done":false}`,
			Want: llm.APIError{Message: `the reply isn't whole: {"message":{"content":"Hel"},"done":false}`}, Transient: true, Says: "whole",
		},
		{
			Name: "not a reply", Status: 200, Body: `{"message":{"content":""},"done":true,"done_reason":"load"}`,
			Want: llm.APIError{Message: `the reply ended with done reason "load": {"message":{"content":""},"done":true,"done_reason":"load"}`}, Transient: true, Says: "load",
		},
	})
}

func TestRepliesThatAreNoReplies(t *testing.T) {
	for _, tt := range []struct{ name, body string }{
		{"half of its JSON", plainReply[:40]},
		{"no JSON", "<html>"},
		{"nothing", ""},
		{"a stream", `{"message":{"content":"Hel"}}` + "\n" + `{"message":{"content":"lo"},"done":true}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := contract.NoReply(t, wiretest.Says(tt.body))
			var syntax *json.SyntaxError
			require.ErrorAs(t, err, &syntax)
			require.True(t, llm.Transient(&llm.APIError{Err: err.Err}), "by its cause alone")
		})
	}
}

func TestNobodyListens(t *testing.T) {
	s := httptest.NewServer(nil)
	s.Close()
	c := client(t, s)
	_, err := c.Complete(t.Context(), ask("m", "Hi"))
	require.ErrorIs(t, err, syscall.ECONNREFUSED)
	require.True(t, llm.Transient(err))
	require.ErrorContains(t, err, "no server at "+s.URL+": start it with ollama serve")
	_, err = c.Models(t.Context())
	require.ErrorContains(t, err, "no server at "+s.URL)
	_, err = embedder(c).Embed(t.Context(), []string{"a"})
	require.ErrorContains(t, err, "no server at "+s.URL)
}

func TestAnotherServersModelIsNotAsked(t *testing.T) {
	s, requests := wiretest.Stub(t, wiretest.Says(plainReply))
	c := client(t, s)
	req := ask("m", "Hi")
	req.Model.BaseURL = "gpu:11434"
	_, err := c.Complete(t.Context(), req)
	require.EqualError(t, err, "ollama: ollama:m is at gpu:11434, but this client asks "+s.URL)
	require.Empty(t, requests)
	req.Model.BaseURL = c.BaseURL()
	_, err = c.Complete(t.Context(), req)
	require.NoError(t, err)
}

func TestNewRefusesAMalformedHost(t *testing.T) {
	c, err := New(Options{Host: "ftp://gpu"})
	require.Nil(t, c)
	require.ErrorContains(t, err, "ollama: malformed address")
}
