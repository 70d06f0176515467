package ollama

import (
	"testing"

	"contextarena.internal/llm"
	"contextarena.internal/llm/wire/wiretest"
	"github.com/stretchr/testify/require"
)

func TestRepliesAsRead(t *testing.T) {
	const counts = `"prompt_eval_count":12,"eval_count":3`
	plain := llm.Usage{Input: 12, Output: 3}
	for _, tt := range []struct {
		name, body string
		want       llm.Response
	}{
		{"plain", plainReply, llm.Response{Text: "Hello.", Stop: llm.StopEnd, Usage: plain, Model: "m:1b"}},
		{
			"no model, no reason", `{"message":{"content":"Hello."},"done":true,` + counts + `}`,
			llm.Response{Text: "Hello.", Stop: llm.StopEnd, Usage: plain, Model: "m"},
		},
		{
			"cut at the cap", `{"model":"m","message":{"content":"Hel"},"done":true,"done_reason":"length",` + counts + `}`,
			llm.Response{Text: "Hel", Stop: llm.StopLength, Usage: plain, Model: "m"},
		},
		{
			"thoughts aren't the text", `{"model":"m","message":{"content":"Hello.","thinking":"Hm."},"done":true,"done_reason":"stop",` + counts + `}`,
			llm.Response{Text: "Hello.", Stop: llm.StopEnd, Usage: plain, Model: "m"},
		},
		{
			"thoughts alone", `{"model":"m","message":{"content":"","thinking":"Hm."},"done":true,"done_reason":"stop",` + counts + `}`,
			llm.Response{Stop: llm.StopEnd, Model: "m", Usage: llm.Usage{Input: plain.Input, Output: plain.Output, Reasoning: plain.Output}},
		},
		{
			"a tool call, though no tool is offered", `{"model":"m","message":{"content":"","tool_calls":[{"id":"c1","function":{"name":"find","arguments":{"z":1,"a":"x"}}}]},"done":true,"done_reason":"stop",` + counts + `}`,
			llm.Response{Stop: llm.StopEnd, Usage: plain, Model: "m"},
		},
		{
			"no usage", `{"model":"m","message":{"content":"Hello."},"done":true,"done_reason":"stop"}`,
			llm.Response{Text: "Hello.", Stop: llm.StopEnd, Usage: llm.Usage{Estimated: true}, Model: "m"},
		},
		{
			"log probabilities", `{"model":"m","message":{"content":"Yes"},"done":true,"done_reason":"stop",` + counts + `,
			"logprobs":[{"token":"Yes","logprob":-0.1,"top_logprobs":[{"token":"Yes","logprob":-0.1},{"token":"No","logprob":-2.5}]}]}`,
			llm.Response{Text: "Yes", Stop: llm.StopEnd, Model: "m", Usage: plain, LogProbs: []llm.LogProb{
				{Token: "Yes", LogProb: -0.1, Top: []llm.LogProb{{Token: "Yes", LogProb: -0.1}, {Token: "No", LogProb: -2.5}}},
			}},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, _ := wiretest.Stub(t, wiretest.Says(oneLine(tt.body)))
			got, err := client(t, s).Complete(t.Context(), ask("m", "Hi"))
			require.NoError(t, err)
			require.Positive(t, got.Latency)
			got.Latency = 0
			require.Equal(t, tt.want, got)
		})
	}
}

func TestModels(t *testing.T) {
	s, requests := wiretest.Stub(t, wiretest.Says(`{"models":[{"name":"qwen3:4b"},{"name":"llama3.2:1b"}]}`))
	got, err := client(t, s).Models(t.Context())
	require.NoError(t, err)
	require.Equal(t, []string{"llama3.2:1b", "qwen3:4b"}, got)
	require.Equal(t, "GET /api/tags", (<-requests).Path)
}

func TestEmbed(t *testing.T) {
	s, requests := wiretest.Stub(t, wiretest.Says(`{"model":"nomic-embed-text","embeddings":[[1,2],[3,4]]}`))
	c := embedder(client(t, s))
	got, err := c.Embed(t.Context(), []string{"a", "b"})
	require.NoError(t, err)
	require.Equal(t, []llm.Vector{{1, 2}, {3, 4}}, got)
	r := <-requests
	require.Equal(t, "POST /api/embed", r.Path)
	require.JSONEq(t, `{"model":"nomic-embed-text","input":["a","b"],"truncate":false,"options":null}`, r.Body)

	_, err = c.Embed(t.Context(), []string{"a"})
	require.ErrorContains(t, err, "2 embeddings for 1 texts")
	<-requests
	none, err := c.Embed(t.Context(), nil)
	require.NoError(t, err)
	require.Empty(t, none)
	require.Empty(t, requests)

	s, _ = wiretest.Stub(t, wiretest.Says(`{"embeddings":[[1,2],[3]]}`))
	_, err = embedder(client(t, s)).Embed(t.Context(), []string{"a", "b"})
	require.ErrorContains(t, err, "the embedding of text 2 has length 1")
}
