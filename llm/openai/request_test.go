package openai

import (
	"testing"

	"contextarena.internal/llm"
	"contextarena.internal/llm/wire/wiretest"
	"github.com/stretchr/testify/require"
)

func ptr[T any](v T) *T { return &v }

func TestRequestsAsSent(t *testing.T) {
	const plain = `"messages":[{"role":"user","content":"Hi"}],"stream":false`
	for _, tt := range []struct {
		name     string
		official bool
		model    string
		change   func(*llm.Request)
		want     string
	}{
		{name: "nothing set", model: "m", want: `{"model":"m",` + plain + `}`},
		{
			name: "cap at another server", model: "m", change: func(r *llm.Request) { r.MaxTokens = 9 },
			want: `{"model":"m","max_tokens":9,` + plain + `}`,
		},
		{
			name: "cap at OpenAI", official: true, model: "gpt-4o-mini", change: func(r *llm.Request) { r.MaxTokens = 9 },
			want: `{"model":"gpt-4o-mini","max_completion_tokens":9,` + plain + `}`,
		},
		{
			name: "cap of gpt-5 elsewhere", model: "openai/gpt-5-nano", change: func(r *llm.Request) { r.MaxTokens = 9 },
			want: `{"model":"openai/gpt-5-nano","max_completion_tokens":9,` + plain + `}`,
		},
		{
			name: "cap of the o-series elsewhere", model: "o3-mini", change: func(r *llm.Request) { r.MaxTokens = 9 },
			want: `{"model":"o3-mini","max_completion_tokens":9,` + plain + `}`,
		},
		{
			name: "temperature", model: "m", change: func(r *llm.Request) { r.Temperature = ptr(0.7) },
			want: `{"model":"m","temperature":0.7,` + plain + `}`,
		},
		{name: "temperature of zero is sent", model: "m", change: func(r *llm.Request) {
			r.Temperature = ptr(0.0)
			r.Messages[0].Text = `"temperature":1e-45`
		}, want: `{"model":"m","temperature":0,"messages":[{"role":"user","content":"\"temperature\":1e-45"}],"stream":false}`},
		{
			name: "log probabilities", model: "m", change: func(r *llm.Request) { r.LogProbs = 3 },
			want: `{"model":"m","logprobs":true,"top_logprobs":3,` + plain + `}`,
		},
		{
			name: "seed", model: "m", change: func(r *llm.Request) { r.Seed = 42 },
			want: `{"model":"m","seed":42,` + plain + `}`,
		},
		{
			name: "another sample has another seed", model: "m", change: func(r *llm.Request) { r.Seed, r.Sample = 42, 1 },
			want: `{"model":"m","seed":43,` + plain + `}`,
		},
		{
			name: "a large negative seed in 31 bits", model: "m", change: func(r *llm.Request) { r.Seed = -1 << 62 },
			want: `{"model":"m","seed":1073741824,` + plain + `}`,
		},
		{
			name: "open schema isn't strict", model: "m", change: func(r *llm.Request) { r.Schema = &llm.Schema{JSON: `{"type":"object"}`} },
			want: `{"model":"m","response_format":{"type":"json_schema","json_schema":{"name":"reply","schema":{"type":"object"},"strict":false}},` + plain + `}`,
		},
		{
			name: "closed schema is strict", model: "m", change: func(r *llm.Request) {
				r.Schema = &llm.Schema{Name: "facts", JSON: closedSchema, Strict: true}
			},
			want: `{"model":"m","response_format":{"type":"json_schema","json_schema":{"name":"facts","schema":` + closedSchema + `,"strict":true}},` + plain + `}`,
		},
		{name: "options", model: "gpt-5", change: func(r *llm.Request) {
			r.Model.Options = "reasoning_effort=low&service_tier=flex&verbosity=low"
		}, want: `{"model":"gpt-5","reasoning_effort":"low","service_tier":"flex","verbosity":"low",` + plain + `}`},
		{
			name: "top_p", model: "m", change: func(r *llm.Request) { r.Model.Options = "top_p=0.5" },
			want: `{"model":"m","top_p":0.5,` + plain + `}`,
		},
		{name: "tool calls and their results", model: "m", change: func(r *llm.Request) {
			r.Messages = append(r.Messages,
				llm.Message{Role: llm.Assistant, ToolCalls: []llm.ToolCall{{ID: "c1", Name: "find", Arguments: `{"q": "x"}`}}},
				llm.Message{Role: llm.Tool, ToolCallID: "c1"})
		}, want: `{"model":"m","messages":[{"role":"user","content":"Hi"},
			{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"find","arguments":"{\"q\": \"x\"}"}}]},
			{"role":"tool","content":" ","tool_call_id":"c1"}],"stream":false}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, requests := wiretest.Stub(t, wiretest.Says(plainReply))
			c := client(t, s)
			if tt.official {
				c = official(t, s)
			}
			req := ask(tt.model, "Hi")
			if tt.change != nil {
				tt.change(&req)
			}
			_, err := c.Complete(t.Context(), req)
			require.NoError(t, err)
			got := <-requests
			require.Equal(t, "POST /v1/chat/completions", got.Path)
			require.Equal(t, "Bearer "+wiretest.Key, got.Header.Get("Authorization"))
			require.JSONEq(t, tt.want, got.Body)
		})
	}
}

func TestOrganizationAndKeylessServer(t *testing.T) {
	s, requests := wiretest.Stub(t, wiretest.Says(plainReply))
	c, err := New(Options{BaseURL: s.URL, Organization: "org-1"})
	require.NoError(t, err)
	_, err = c.Complete(t.Context(), ask("m", "Hi"))
	require.NoError(t, err)
	got := <-requests
	require.Equal(t, "org-1", got.Header.Get("OpenAI-Organization"))
	require.NotContains(t, got.Header, "Authorization")
}

func TestWrongOptions(t *testing.T) {
	for _, tt := range []struct{ options, want string }{
		{"verbocity=low", `openai: unknown option "verbocity" of model openai:m?verbocity=low (known: base_url, key_env, reasoning_effort, schema, serves, service_tier, top_p, verbosity)`},
		{"top_p=2", `openai: option top_p=2 of model openai:m?top_p=2: top_p has to be above 0 and at most 1`},
		{"top_p=NaN", `openai: option top_p=NaN of model openai:m?top_p=NaN: top_p has to be above 0 and at most 1`},
		{"%zz", `openai: options of model openai:m?%zz (write key=value&key=value): invalid URL escape "%zz"`},
	} {
		t.Run(tt.options, func(t *testing.T) {
			m := llm.Model{Provider: "openai", Name: "m", Options: tt.options}
			require.EqualError(t, checkOptions(m), tt.want)
			s, requests := wiretest.Stub(t, wiretest.Says(plainReply))
			_, err := client(t, s).Complete(t.Context(), llm.Request{Model: m})
			require.EqualError(t, err, tt.want)
			require.Empty(t, requests, "a wrong request was sent")
		})
	}
	require.NoError(t, checkOptions(llm.Model{Options: "top_p=1&verbosity=low"}))
}
