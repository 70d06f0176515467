package serve_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"contextarena.internal/llm"
	"contextarena.internal/llm/llmtest"
	"contextarena.internal/llm/serve"
	"github.com/stretchr/testify/require"
)

// counted is a client that counts its calls.
func counted(n *int, text string) llm.Client {
	return llmtest.Func(func(context.Context, llm.Request) (llm.Response, error) {
		*n++
		return llmtest.Say(text), nil
	})
}

// asking is a request with further fields before its messages.
func asking(fields string) string {
	return `{"model":"sim:nano",` + fields + `"messages":[{"role":"user","content":"Hi"}]}`
}

func ptr[T any](v T) *T { return &v }

func TestRequestsAsUnderstood(t *testing.T) {
	user := llm.Message{Role: llm.User, Text: "Hi"}
	for _, tt := range []struct {
		name, body string
		want       llm.Request
	}{
		{"plain", hi, llm.Request{}},
		{"fields that decide nothing", asking(`"user":"u","store":true,"metadata":{"a":"b"},"service_tier":"auto","parallel_tool_calls":false,"nonsense":[1],`), llm.Request{}},
		{
			"fields that change nothing",
			asking(`"n":1,"top_p":1.0,"stop":null,"presence_penalty":0,"frequency_penalty":0.0,"logit_bias":{},"tools":[],"tool_choice":"none","functions":[],"modalities":["text"],"audio":null,"verbosity":"medium","temperature":null,"seed":null,"max_tokens":null,"logprobs":false,"top_logprobs":0,"response_format":{"type":"text"},"stream":false,"stream_options":null,`),
			llm.Request{},
		},
		{"cap", asking(`"max_tokens":9,`), llm.Request{MaxTokens: 9}},
		{"cap by its new name", asking(`"max_completion_tokens":9,`), llm.Request{MaxTokens: 9}},
		{"temperature", asking(`"temperature":0,`), llm.Request{Temperature: ptr(0.0)}},
		{"seed", asking(`"seed":-9223372036854775808,`), llm.Request{Seed: -1 << 63}},
		{"log-probabilities", asking(`"logprobs":true,"top_logprobs":3,`), llm.Request{LogProbs: 3}},
		{"log-probabilities without rivals", asking(`"logprobs":true,`), llm.Request{LogProbs: 1}},
		{"any JSON", asking(`"response_format":{"type":"json_object"},`), llm.Request{Schema: &llm.Schema{Name: "reply", JSON: `{"type":"object"}`}}},
		{
			"JSON of a schema", asking(`"response_format":{"type":"json_schema","json_schema":{"name":"facts","strict":true,"schema":{ "type": "object", "b": 1, "a": 2 }}},`),
			llm.Request{Schema: &llm.Schema{Name: "facts", JSON: `{"type":"object","b":1,"a":2}`, Strict: true}},
		},
		{"every role", `{"model":"sim:nano","messages":[
			{"role":"system","content":"Be \"brief\".\n"},{"role":"developer","content":"é < ü"},
			{"role":"user","content":[{"type":"text","text":"one"},{"type":"text","text":"two"}]},
			{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"find","arguments":"{\"q\": 1}"}}]},
			{"role":"tool","tool_call_id":"c1","content":""},
			{"role":"assistant","content":null,"refusal":"No."},
			{"role":"user","content":"\ud83d\ude00"}]}`, llm.Request{Messages: []llm.Message{
			{Role: llm.System, Text: "Be \"brief\".\n"},
			{Role: llm.System, Text: "é < ü"},
			{Role: llm.User, Text: "one\ntwo"},
			{Role: llm.Assistant, ToolCalls: []llm.ToolCall{{ID: "c1", Name: "find", Arguments: `{"q": 1}`}}},
			{Role: llm.Tool, ToolCallID: "c1"},
			{Role: llm.Assistant, Text: "No."},
			{Role: llm.User, Text: "😀"},
		}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got llm.Request
			s := newServer(t, llmtest.Func(func(_ context.Context, req llm.Request) (llm.Response, error) {
				got = req
				return llm.Response{}, nil
			}))
			w := post(s, tt.body)
			require.Equal(t, http.StatusOK, w.Code, w.Body.String())
			tt.want.Model = nano
			if tt.want.Messages == nil {
				tt.want.Messages = []llm.Message{user}
			}
			require.Equal(t, tt.want, got)
		})
	}
}

func TestRequestsThatAreRefused(t *testing.T) {
	message := func(m string) string { return `{"model":"sim:nano","messages":[` + m + `]}` }
	for _, tt := range []struct{ body, param, code, says string }{
		{``, "", "", "not the JSON object"},
		{`[]`, "", "", "not the JSON object"},
		{`{"model":"sim:nano"`, "", "", "unexpected end"},
		{hi + `x`, "", "", "after top-level value"},
		{`{}`, "model", "missing_required_parameter", "'model'"},
		{`null`, "model", "missing_required_parameter", "'model'"},
		{`{"model":7}`, "model", "invalid_type", "can't be number"},
		{`{"model":"sim:nano"}`, "messages", "missing_required_parameter", "'messages'"},
		{message(``), "messages", "missing_required_parameter", "'messages'"},
		{`{"model":"sim:nano","messages":"Hi"}`, "messages", "invalid_type", "can't be string"},
		{message(`{"content":"Hi"}`), "messages[0].role", "missing_required_parameter", "role"},
		{message(`{"role":"user","content":"a"},{"role":"function","content":"Hi"}`), "messages[1].role", "invalid_value", "want system, developer, user"},
		{message(`{"role":"user"}`), "messages[0].content", "missing_required_parameter", "content"},
		{message(`{"role":"user","content":[]}`), "messages[0].content", "missing_required_parameter", "content"},
		{message(`{"role":"user","content":7}`), "messages", "invalid_type", "string or a list of parts"},
		{message(`{"role":"user","content":[7]}`), "messages", "invalid_type", "content"},
		{message(`{"role":"user","content":[{"type":"image_url","image_url":{}}]}`), "messages[0].content", "unsupported_value", `"image_url"`},
		{message(`{"role":"user","content":"Hi","name":"Ann"}`), "messages[0].name", "unsupported_parameter", "--ignore name"},
		{message(`{"role":"tool","content":"Hi"}`), "messages[0].tool_call_id", "missing_required_parameter", "tool_call_id"},
		{message(`{"role":"assistant","tool_calls":[{"id":"1"}]}`), "messages[0].tool_calls[0]", "invalid_value", "the call's id"},
		{message(`{"role":"assistant","tool_calls":[{"type":"function"}]}`), "messages[0].tool_calls[0]", "invalid_value", "the call's id"},
		{message(`{"role":"assistant","tool_calls":[{"type":"function","id":"1"}]}`), "messages[0].tool_calls[0]", "invalid_value", "a function's name"},
		{asking(`"max_tokens":0,`), "max_tokens", "invalid_value", "at least 1"},
		{asking(`"max_completion_tokens":-1,`), "max_tokens", "invalid_value", "at least 1"},
		{asking(`"max_tokens":1.5,`), "max_tokens", "invalid_type", "can't be number 1.5"},
		{asking(`"temperature":2.1,`), "temperature", "invalid_value", "from 0 to 2"},
		{asking(`"temperature":-0.1,`), "temperature", "invalid_value", "from 0 to 2"},
		{asking(`"seed":"x",`), "seed", "invalid_type", "can't be string"},
		{asking(`"top_logprobs":3,`), "top_logprobs", "invalid_value", "needs 'logprobs'"},
		{asking(`"logprobs":true,"top_logprobs":21,`), "top_logprobs", "invalid_value", "from 0 to 20"},
		{asking(`"response_format":{},`), "response_format.type", "missing_required_parameter", "type"},
		{asking(`"response_format":{"type":"xml"},`), "response_format.type", "invalid_value", "json_schema"},
		{asking(`"response_format":{"type":"json_schema"},`), "response_format.json_schema", "missing_required_parameter", "json_schema"},
		{asking(`"response_format":{"type":"json_schema","json_schema":{"schema":{}}},`), "response_format.json_schema.name", "missing_required_parameter", "name"},
		{asking(`"response_format":{"type":"json_schema","json_schema":{"name":"a"}},`), "response_format.json_schema.schema", "missing_required_parameter", "schema"},
		{asking(`"response_format":{"type":"json_schema","json_schema":{"name":"a","schema":[]}},`), "response_format.json_schema.schema", "invalid_type", "object"},
		{asking(`"n":2,`), "n", "unsupported_parameter", "--ignore n"},
		{asking(`"tools":[{"type":"function","function":{"name":"f"}}],`), "tools", "unsupported_parameter", "'tools' would change the reply"},
		{asking(`"tools":[{"type":"function","function":{"name":"f"}}],"tool_choice":{"type":"function","function":{"name":"g"}},`), "tool_choice", "invalid_value", "a function of 'tools'"},
		{asking(`"tools":[{"type":"function","function":{"name":"f"}}],"tool_choice":"required","response_format":{"type":"json_object"},`), "response_format", "unsupported_parameter", "response_format"},
		{asking(`"tools":[{"type":"function","function":{"name":"f"}}],"tool_choice":null,`), "tools", "unsupported_parameter", "'tools' would change the reply"},
		{asking(`"tools":7,"tool_choice":"required",`), "tools", "invalid_value", "a list of functions"},
		{asking(`"tools":[{"type":"function","function":{"name":"f","parameters":[]}}],"tool_choice":"required",`), "tools", "invalid_value", "an object"},
		{asking(`"web_search_options":{},`), "web_search_options", "unsupported_parameter", "'web_search_options'"},
		{asking(`"audio":{"voice":"x"},"modalities":["text","audio"],`), "audio", "unsupported_parameter", "'audio', 'modalities' would change the reply"},
		{
			asking(`"top_p":0.9,"stop":["\n"],"presence_penalty":1,"frequency_penalty":1,"logit_bias":{"1":2},"tools":[{},{}],"tool_choice":"required","functions":[{}],"function_call":{"name":"f"},"prediction":{},"reasoning_effort":"low","verbosity":"low",`),
			"frequency_penalty", "unsupported_parameter",
			"'frequency_penalty', 'function_call', 'functions', 'logit_bias', 'prediction', 'presence_penalty', 'reasoning_effort', 'stop', 'tool_choice', 'tools', 'top_p', 'verbosity'",
		},
	} {
		t.Run(fmt.Sprintf("%s in %.60s", tt.says, tt.body), func(t *testing.T) {
			asked := 0
			w := post(newServer(t, counted(&asked, "Hello.")), tt.body)
			require.Equal(t, http.StatusBadRequest, w.Code)
			require.Zero(t, asked)
			p := problemOf(t, w)
			require.Equal(t, "invalid_request_error", p.Type)
			require.Contains(t, p.Message, tt.says)
			if tt.param == "" {
				require.Nil(t, p.Param)
			} else {
				require.NotNil(t, p.Param, p.Message)
				require.Equal(t, tt.param, *p.Param)
			}
			if tt.code == "" {
				require.Nil(t, p.Code)
			} else {
				require.Equal(t, tt.code, *p.Code)
			}
		})
	}
}

func TestIgnoredFields(t *testing.T) {
	s := newServer(t, says(llm.Response{}), func(o *serve.Options) { o.Ignore = []string{"top_p", "stop", "name"} })
	body := strings.Replace(asking(`"top_p":0.5,"stop":"x",`), `"content"`, `"name":"Ann","content"`, 1)
	require.Equal(t, http.StatusOK, post(s, body).Code)
	require.Equal(t, http.StatusBadRequest, post(s, asking(`"top_p":0.5,"n":2,`)).Code)
}
