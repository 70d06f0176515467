package serve_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"contextarena.internal/llm"
	"contextarena.internal/llm/llmtest"
	"contextarena.internal/llm/openai"
	"github.com/stretchr/testify/require"
)

// ours is our own client of the endpoint s over a socket.
func ours(t testing.TB, s http.Handler) *openai.Client {
	t.Helper()
	h := httptest.NewServer(s)
	t.Cleanup(h.Close)
	c, err := openai.New(openai.Options{BaseURL: h.URL + "/v1"})
	require.NoError(t, err)
	return c
}

// embedder embeds by c.
func embedder(c *openai.Client) llm.Embedder {
	return llm.Embedding(c, llm.Model{Provider: "openai", Name: "local"})
}

// ask is a request of our client.
func ask(text string) llm.Request {
	return llm.Request{Model: llm.Model{Provider: "openai", Name: "sim:nano"}, Messages: []llm.Message{{Role: llm.User, Text: text}}}
}

// TestOurClientOverASocket checks that what goes in at our client comes out at the served one, and
// its reply the other way.
func TestOurClientOverASocket(t *testing.T) {
	reply := llm.Response{
		Text: "Paris <é>", Stop: llm.StopEnd, Model: "sim:nano",
		Usage: llm.Usage{Input: 7, CachedInput: 2, Output: 4, Reasoning: 1},
	}
	for _, tt := range []struct {
		name   string
		change func(*llm.Request, *llm.Response)
	}{
		{"plain", func(*llm.Request, *llm.Response) {}},
		{"settings", func(q *llm.Request, _ *llm.Response) { q.MaxTokens, q.Temperature, q.Seed = 20, ptr(0.0), 7 }},
		{"a temperature", func(q *llm.Request, _ *llm.Response) { q.Temperature = ptr(0.5) }},
		{"JSON of a schema", func(q *llm.Request, r *llm.Response) {
			q.Schema = &llm.Schema{Name: "facts", JSON: `{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false}`, Strict: true}
			r.Text = `{"a":"b"}`
		}},
		{"log-probabilities", func(q *llm.Request, r *llm.Response) {
			q.LogProbs = 2
			r.LogProbs = []llm.LogProb{
				{Token: "Paris", LogProb: -0.25, Top: []llm.LogProb{{Token: "Paris", LogProb: -0.25}, {Token: "Rome", LogProb: -2}}},
				{Token: " <é>", LogProb: -1.5, Top: []llm.LogProb{{Token: " <é>", LogProb: -1.5}}},
			}
		}},
		{"tools that were called", func(q *llm.Request, _ *llm.Response) {
			q.Messages = append(q.Messages,
				llm.Message{Role: llm.Assistant, ToolCalls: []llm.ToolCall{{ID: "1", Name: "find", Arguments: `{"q":1}`}}},
				llm.Message{Role: llm.Tool, ToolCallID: "1", Text: "found"})
		}},
		{"cut at the cap", func(q *llm.Request, r *llm.Response) { q.MaxTokens, r.Stop = 2, llm.StopLength }},
		{"refused in words", func(_ *llm.Request, r *llm.Response) { r.Stop = llm.StopRefusal }},
		{"filtered", func(_ *llm.Request, r *llm.Response) { r.Stop, r.Text = llm.StopRefusal, "" }},
		{"empty", func(_ *llm.Request, r *llm.Response) { r.Text = "" }},
		{"another name for the model", func(_ *llm.Request, r *llm.Response) { r.Model = "sim:nano" }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			req, want := ask("Where?"), reply
			tt.change(&req, &want)
			var got llm.Request
			s := newServer(t, llmtest.Func(func(_ context.Context, q llm.Request) (llm.Response, error) {
				got = q
				return want, nil
			}))
			resp, err := ours(t, s).Complete(t.Context(), req)
			require.NoError(t, err)
			require.Equal(t, want, resp)
			req.Model = nano
			require.Equal(t, req, got)
		})
	}
}

func TestOurClientSeesTheModels(t *testing.T) {
	got, err := ours(t, newServer(t, says(llm.Response{}))).Models(t.Context())
	require.NoError(t, err)
	require.Equal(t, []string{"sim:nano"}, got)
}

// TestErrorsKeepTheirClass checks that a failure of the served client is one of the same class at
// ours: the same status if it had one, the same wait, and the same verdict on trying again.
func TestErrorsKeepTheirClass(t *testing.T) {
	api := func(status int, code string) *llm.APIError {
		return &llm.APIError{Provider: "openai", Model: "m", Status: status, Code: code, Message: "oh no"}
	}
	slow := api(429, "rate_limit_exceeded")
	slow.RetryAfter = 2 * time.Second
	replay, err := llm.Replay(http.NoBody)
	require.NoError(t, err)
	_, unrecorded := replay.Complete(t.Context(), ask("never asked"))
	for _, tt := range []struct {
		name   string
		err    error
		status int
		code   string
	}{
		{"bad request", api(400, "context_length_exceeded"), 400, "context_length_exceeded"},
		{"wrong key", api(401, "invalid_api_key"), 401, "invalid_api_key"},
		{"forbidden", api(403, ""), 403, "invalid_request_error"},
		{"no such model", api(404, "model_not_found"), 404, "model_not_found"},
		{"timeout of the provider", api(408, ""), 408, "invalid_request_error"},
		{"too large", api(413, ""), 413, "invalid_request_error"},
		{"busy", slow, 429, "rate_limit_exceeded"},
		{"busy without a word", api(429, ""), 429, "rate_limit_exceeded"},
		{"empty account", api(429, "insufficient_quota"), 429, "insufficient_quota"},
		{"broken", api(500, ""), 500, "server_error"},
		{"overloaded", fmt.Errorf("llm: gave up after 5 tries: %w", api(503, "overloaded")), 503, "overloaded"},
		{"no reply in a success", api(200, ""), 503, "server_error"},
		{"no connection", &llm.APIError{Provider: "ollama", Err: io.ErrUnexpectedEOF}, 503, "server_error"},
		{"never sent", &llm.APIError{Provider: "openai", Message: "leave temperature unset"}, 400, "invalid_request_error"},
		{"no reply in time", context.DeadlineExceeded, 503, "server_error"},
		{"the budget", fmt.Errorf("llm: asking m: %w", llm.ErrBudget), 429, "insufficient_quota"},
		{"not recorded", unrecorded, 400, "not_recorded"},
		{"with a key in it", &llm.APIError{Provider: "openai", Status: 400, Message: "Incorrect API key provided: sk-abcdefghijklmnop"}, 400, "invalid_request_error"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			resp, err := ours(t, newServer(t, fails(tt.err))).Complete(t.Context(), ask("Hi"))
			require.Zero(t, resp)
			var got, was *llm.APIError
			require.ErrorAs(t, err, &got)
			require.Equal(t, tt.status, got.Status)
			require.Equal(t, tt.code, got.Code)
			require.Equal(t, llm.Transient(tt.err), llm.Transient(err))
			if errors.As(tt.err, &was) {
				require.Equal(t, was.RetryAfter, got.RetryAfter)
			}
			require.NotContains(t, err.Error(), "sk-abc")
		})
	}
}

// TestWhatIsFinalSaysSo checks the header by which official clients know not to try again.
func TestWhatIsFinalSaysSo(t *testing.T) {
	for _, tt := range []struct {
		err  error
		want string
	}{
		{llm.ErrBudget, "false"},
		{errors.New("a mistake of ours"), "false"},
		{&llm.APIError{Status: 429, Code: "insufficient_quota"}, "false"},
		{&llm.APIError{Status: 429}, ""},
		{io.ErrUnexpectedEOF, ""},
	} {
		w := post(newServer(t, fails(tt.err)), hi)
		require.Equal(t, tt.want, w.Header().Get("X-Should-Retry"), "%v", tt.err)
	}
	w := post(newServer(t, fails(errors.New("a mistake of ours"))), hi)
	require.Equal(t, http.StatusInternalServerError, w.Code)
	require.Equal(t, "server_error", problemOf(t, w).Type)
}

func TestOurClientTriesAgainAfter429(t *testing.T) {
	s := newServer(t, says(llmtest.Say("Hello.")), busyEverySecond(3*time.Second))
	var waits []time.Duration
	hour := time.Hour
	c := &llm.Caller{Client: ours(t, s), Tokens: func(string) int { return 1 }, Gate: llm.NewGate(llm.GateOptions{MaxWait: &hour, Wait: func(_ context.Context, d time.Duration) error {
		waits = append(waits, d)
		return nil
	}})}
	for i := range 20 {
		resp, err := c.Complete(t.Context(), ask(fmt.Sprint(i)))
		require.NoError(t, err)
		require.Equal(t, "Hello.", resp.Text)
	}
	require.Len(t, waits, 20)
	for _, d := range waits {
		require.GreaterOrEqual(t, d, 3*time.Second, "as Retry-After says")
	}
	require.Equal(t, 40, s.Requests())
}
