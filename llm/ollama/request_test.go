package ollama

import (
	"strings"
	"testing"

	"contextarena.internal/llm"
	"contextarena.internal/llm/wire/wiretest"
	"github.com/stretchr/testify/require"
)

func TestRequestsAsSent(t *testing.T) {
	const (
		hi   = `"model":"m","messages":[{"role":"user","content":"Hi"}],"stream":false,"truncate":false,"shift":false`
		tool = `{"role":"assistant","content":"","tool_calls":[{"id":"c1","function":{"index":0,"name":"find","arguments":{"z":1,"a":"x"}}}]}`
	)
	for _, tt := range []struct {
		name   string
		change func(*llm.Request)
		want   string
	}{
		{name: "nothing set", want: `{` + hi + `,"options":{"num_ctx":4096}}`},
		{
			name: "cap, temperature of zero and seed", change: func(r *llm.Request) { r.MaxTokens, r.Temperature, r.Seed = 50, ptr(0.0), 42 },
			want: `{` + hi + `,"options":{"num_ctx":4096,"num_predict":50,"temperature":0,"seed":42}}`,
		},
		{
			name: "another sample has another seed", change: func(r *llm.Request) { r.Seed, r.Sample = 42, 3 },
			want: `{` + hi + `,"options":{"num_ctx":4096,"seed":45}}`,
		},
		{
			name: "a negative seed, which would mean chance", change: func(r *llm.Request) { r.Seed = -1 },
			want: `{` + hi + `,"options":{"num_ctx":4096,"seed":0}}`,
		},
		{
			name: "schema", change: func(r *llm.Request) { r.Schema = &llm.Schema{Name: "s", JSON: `{"type":"object"}`} },
			want: `{` + hi + `,"format":{"type":"object"},"options":{"num_ctx":4096}}`,
		},
		{
			name: "log probabilities", change: func(r *llm.Request) { r.LogProbs = 2 },
			want: `{` + hi + `,"logprobs":true,"top_logprobs":2,"options":{"num_ctx":4096}}`,
		},
		{
			name: "options", change: func(r *llm.Request) { r.Model.Options = "num_ctx=16384&think=false&top_k=5&top_p=0.5" },
			want: `{` + hi + `,"think":false,"options":{"num_ctx":16384,"top_k":5,"top_p":0.5}}`,
		},
		{
			name: "thinking of a level", change: func(r *llm.Request) { r.Model.Options = "think=low" },
			want: `{` + hi + `,"think":"low","options":{"num_ctx":4096}}`,
		},
		{name: "tool calls and their results", change: func(r *llm.Request) {
			r.Messages = append(r.Messages,
				llm.Message{Role: llm.Assistant, ToolCalls: []llm.ToolCall{{ID: "c1", Name: "find", Arguments: `{"z":1,"a":"x"}`}}},
				llm.Message{Role: llm.Tool, Text: "found", ToolCallID: "c1"})
		}, want: `{"model":"m","messages":[{"role":"user","content":"Hi"},` + tool + `,
			{"role":"tool","content":"found","tool_name":"find","tool_call_id":"c1"}],
			"stream":false,"truncate":false,"shift":false,"options":{"num_ctx":4096}}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, requests := wiretest.Stub(t, wiretest.Says(plainReply))
			c, err := New(Options{Host: s.URL})
			require.NoError(t, err)
			req := ask("m", "Hi")
			if tt.change != nil {
				tt.change(&req)
			}
			_, err = c.Complete(t.Context(), req)
			require.NoError(t, err)
			got := <-requests
			require.Equal(t, "POST /api/chat", got.Path)
			require.JSONEq(t, tt.want, got.Body)
		})
	}
}

// A smaller window would have the server load the model anew.
func TestTheWindowNeverFalls(t *testing.T) {
	s, requests := wiretest.Stub(t, wiretest.Says(plainReply))
	c := client(t, s)
	for _, tt := range []struct {
		model string
		words int
		want  string
	}{{"m", 1, "4096"}, {"m", 9000, "20480"}, {"m", 1, "20480"}, {"other", 1, "4096"}, {"m?num_ctx=5000", 1, "5000"}, {"m", 1, "20480"}} {
		req := ask("m", strings.Repeat("words ", tt.words))
		req.Model.Name, req.Model.Options, _ = strings.Cut(tt.model, "?")
		_, _ = c.Complete(t.Context(), req) // which is a cut prompt to the client, since the reply tells of 12 tokens
		_, sent, _ := strings.Cut((<-requests).Body, `"num_ctx":`)
		require.Equal(t, tt.want+"}", sent[:strings.IndexByte(sent, '}')+1])
	}
}

func TestWrongRequests(t *testing.T) {
	model := func(options string) llm.Request {
		return llm.Request{Model: llm.Model{Provider: "ollama", Name: "m", Options: options}}
	}
	for _, tt := range []struct {
		name string
		req  llm.Request
		want string
	}{
		{"unknown option", model("num_ctxx=1"), "unknown parameter 'num_ctxx'"},
		{"no number", model("num_ctx=many"), "option num_ctx=many of model ollama:m?num_ctx=many"},
		{"negative window", model("num_ctx=-1"), "has to be a positive number of tokens"},
		{"an option that the request sets", model("seed=1"), `option "seed" of model ollama:m?seed=1 is set by the plan's seed`},
		{"thinking", model("think=maybe"), "it has to be true, false, high, medium or low"},
		{"escapes", model("%zz"), `invalid URL escape "%zz"`},
		{
			"arguments of a tool call",
			llm.Request{Messages: []llm.Message{{ToolCalls: []llm.ToolCall{{Name: "find", Arguments: `{"a"`}}}}},
			"message 1: arguments of tool call find are no JSON object",
		},
		{"schema", llm.Request{Schema: &llm.Schema{Name: "s", JSON: "{"}}, `schema "s" is no JSON`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, requests := wiretest.Stub(t, wiretest.Says(plainReply))
			_, err := client(t, s).Complete(t.Context(), tt.req)
			require.ErrorContains(t, err, tt.want)
			require.False(t, llm.Transient(err))
			require.Empty(t, requests)
			if tt.req.Model.Options != "" {
				require.EqualError(t, checkOptions(tt.req.Model), err.Error())
			}
		})
	}
	require.NoError(t, checkOptions(llm.Model{Options: "num_ctx=8192&think=true&top_k=3"}))
}
