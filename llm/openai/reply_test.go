package openai

import (
	"testing"
	"time"

	"contextarena.internal/llm"
	"contextarena.internal/llm/wire/wiretest"
	"github.com/stretchr/testify/require"
)

func TestRepliesAsRead(t *testing.T) {
	const usage = `"usage":{"prompt_tokens":12,"completion_tokens":3}`
	plain := llm.Usage{Input: 12, Output: 3}
	for _, tt := range []struct {
		name, body string
		want       llm.Response
	}{
		{
			"plain", `{"model":"m-1","choices":[{"message":{"content":"Hello."},"finish_reason":"stop"}],` + usage + `}`,
			llm.Response{Text: "Hello.", Stop: llm.StopEnd, Usage: plain, Model: "m-1"},
		},
		{
			"no model, no finish reason", `{"choices":[{"message":{"content":"Hello."}}],` + usage + `}`,
			llm.Response{Text: "Hello.", Stop: llm.StopEnd, Usage: plain, Model: "m"},
		},
		{
			"cut at the cap", `{"model":"m-1","choices":[{"message":{"content":"Hel"},"finish_reason":"length"}],` + usage + `}`,
			llm.Response{Text: "Hel", Stop: llm.StopLength, Usage: plain, Model: "m-1"},
		},
		{
			"stopped by a filter", `{"model":"m-1","choices":[{"message":{"content":"He"},"finish_reason":"content_filter"}],` + usage + `}`,
			llm.Response{Text: "He", Stop: llm.StopRefusal, Usage: plain, Model: "m-1"},
		},
		{
			"refused", `{"model":"m-1","choices":[{"message":{"content":null,"refusal":"I can't."},"finish_reason":"stop"}],` + usage + `}`,
			llm.Response{Text: "I can't.", Stop: llm.StopRefusal, Usage: plain, Model: "m-1"},
		},
		{
			"a canned refusal is for others to see", `{"model":"m-1","choices":[{"message":{"content":"I'm sorry, but I can't help with that."},"finish_reason":"stop"}],` + usage + `}`,
			llm.Response{Text: "I'm sorry, but I can't help with that.", Stop: llm.StopEnd, Usage: plain, Model: "m-1"},
		},
		{
			"a tool call, though no tool is offered", `{"model":"m-1","choices":[{"message":{"content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"find","arguments":"{\"q\": 1}"}}]},"finish_reason":"tool_calls"}],` + usage + `}`,
			llm.Response{Stop: llm.StopEnd, Usage: plain, Model: "m-1"},
		},
		{
			"cached and reasoning tokens", `{"model":"m-1","choices":[{"message":{"content":"Hello."},"finish_reason":"stop"}],
			"usage":{"prompt_tokens":2000,"completion_tokens":300,"prompt_tokens_details":{"cached_tokens":1024},"completion_tokens_details":{"reasoning_tokens":256}}}`,
			llm.Response{Text: "Hello.", Stop: llm.StopEnd, Model: "m-1", Usage: llm.Usage{Input: 2000, CachedInput: 1024, Output: 300, Reasoning: 256}},
		},
		{
			"thoughts alone, not counted", `{"model":"m-1","choices":[{"message":{"content":"","reasoning_content":"Hm."},"finish_reason":"stop"}],` + usage + `}`,
			llm.Response{Stop: llm.StopEnd, Model: "m-1", Usage: llm.Usage{Input: plain.Input, Output: plain.Output, Reasoning: plain.Output}},
		},
		{
			"no usage", `{"model":"m-1","choices":[{"message":{"content":"Hello."},"finish_reason":"stop"}]}`,
			llm.Response{Text: "Hello.", Stop: llm.StopEnd, Model: "m-1", Usage: llm.Usage{Estimated: true}},
		},
		{
			"log probabilities", `{"model":"m-1","choices":[{"message":{"content":"Yes"},"finish_reason":"stop",
			"logprobs":{"content":[{"token":"Yes","logprob":-0.1,"top_logprobs":[{"token":"Yes","logprob":-0.1},{"token":"No","logprob":-2.5}]}]}}],` + usage + `}`,
			llm.Response{Text: "Yes", Stop: llm.StopEnd, Model: "m-1", Usage: plain, LogProbs: []llm.LogProb{
				{Token: "Yes", LogProb: -0.1, Top: []llm.LogProb{{Token: "Yes", LogProb: -0.1}, {Token: "No", LogProb: -2.5}}},
			}},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, _ := wiretest.Stub(t, wiretest.Says(tt.body))
			got, err := client(t, s).Complete(t.Context(), ask("m", "Hi"))
			require.NoError(t, err)
			require.Positive(t, got.Latency)
			got.Latency = 0
			require.Equal(t, tt.want, got)
		})
	}
}

func TestLatencyIsByTheInjectedClock(t *testing.T) {
	s, _ := wiretest.Stub(t, wiretest.Says(plainReply))
	now := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	reads := 0
	c, err := New(Options{BaseURL: s.URL, Now: func() time.Time { reads++; now = now.Add(time.Second); return now }})
	require.NoError(t, err)
	got, err := c.Complete(t.Context(), ask("m", "Hi"))
	require.NoError(t, err)
	require.Equal(t, time.Duration(reads-1)*time.Second, got.Latency)

	c, err = New(Options{BaseURL: s.URL})
	require.NoError(t, err)
	got, err = c.Complete(t.Context(), ask("m", "Hi"))
	require.NoError(t, err)
	require.Zero(t, got.Latency)
}

func TestModels(t *testing.T) {
	s, requests := wiretest.Stub(t, wiretest.Says(`{"data":[{"id":"b"},{"id":"a"}]}`))
	got, err := client(t, s).Models(t.Context())
	require.NoError(t, err)
	require.Equal(t, []string{"a", "b"}, got)
	require.Equal(t, "GET /v1/models", (<-requests).Path)
}

func TestEmbed(t *testing.T) {
	s, requests := wiretest.Stub(t, wiretest.Says(`{"data":[{"index":1,"embedding":[3,4]},{"index":0,"embedding":[1,2]}]}`))
	got, err := embedder(client(t, s)).Embed(t.Context(), []string{"a", ""})
	require.NoError(t, err)
	require.Equal(t, []llm.Vector{{1, 2}, {3, 4}}, got)
	r := <-requests
	require.Equal(t, "POST /v1/embeddings", r.Path)
	require.JSONEq(t, `{"model":"text-embedding-3-small","input":["a"," "]}`, r.Body)

	s, _ = wiretest.Stub(t, wiretest.Says(`{"model":"text-embedding-3-small","data":[{"index":0,"embedding":[1]}],"usage":{"prompt_tokens":7,"total_tokens":7}}`))
	resp, err := client(t, s).Complete(t.Context(), llm.Request{Model: llm.Model{Provider: provider, Name: "text-embedding-3-small"}, Texts: []string{"a"}})
	require.NoError(t, err)
	require.Equal(t, llm.Response{Vectors: []llm.Vector{{1}}, Model: "text-embedding-3-small", Usage: llm.Usage{Input: 7}, Latency: resp.Latency}, resp)

	none, err := embedder(client(t, s)).Embed(t.Context(), nil)
	require.NoError(t, err)
	require.Empty(t, none)
	require.Empty(t, requests)
}

func TestEmbedRefusesWhatDoesNotFit(t *testing.T) {
	for _, tt := range []struct{ name, body, want string }{
		{"one missing", `{"data":[{"index":0,"embedding":[1,2]}]}`, "embedding of text 2 has length 0"},
		{"index out of range", `{"data":[{"index":0,"embedding":[1]},{"index":2,"embedding":[1]}]}`, "embedding 2 is out of place"},
		{"two lengths", `{"data":[{"index":0,"embedding":[1]},{"index":1,"embedding":[1,2]}]}`, "embedding of text 2 has length 2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, _ := wiretest.Stub(t, wiretest.Says(tt.body))
			_, err := embedder(client(t, s)).Embed(t.Context(), []string{"a", "b"})
			require.ErrorContains(t, err, tt.want)
			require.True(t, llm.Transient(err))
		})
	}
}
