package serve

import (
	"errors"
	"testing"

	"contextarena.internal/llm"
	"github.com/stretchr/testify/require"
)

// FuzzChat checks that any body is either a request that can be asked or a mistake with a status
// and a message.
func FuzzChat(f *testing.F) {
	for _, seed := range []string{
		`{"model":"m","messages":[{"role":"user","content":"Hi"}]}`,
		`{"model":"m","max_tokens":9,"temperature":0.5,"seed":7,"logprobs":true,"top_logprobs":2,"stream":true,"stream_options":{"include_usage":true},"messages":[{"role":"system","content":[{"type":"text","text":"a"}]},{"role":"assistant","content":null,"tool_calls":[{"id":"1","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"1","content":""}]}`,
		`{"model":"m","response_format":{"type":"json_schema","json_schema":{"name":"a","schema":{"type":"object"}}},"n":2,"stop":["a"],"messages":[]}`,
		`{"model":"m","messages":[{"role":"user","content":[{"type":"image_url"}],"name":"x"}]}`,
		`{"model":"m","input":["a","b"],"encoding_format":"base64","dimensions":3}`,
		`{"model":"m","input":[[1,2],[3]]}`, `null`, `{"messages":null}`, "{\"model\":\"\xff\"}",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		c, err := parseChat(body, nil)
		mistake(t, err)
		if err == nil {
			require.NotEmpty(t, c.id)
			require.NotEmpty(t, c.Messages)
			require.GreaterOrEqual(t, c.MaxTokens, 0)
			require.LessOrEqual(t, c.alternate, mostTop)
			require.GreaterOrEqual(t, c.LogProbs, c.alternate)
			for _, m := range c.Messages {
				require.Contains(t, []llm.Role{llm.System, llm.User, llm.Assistant, llm.Tool}, m.Role)
			}
			again, err := parseChat(body, nil)
			require.NoError(t, err)
			require.Equal(t, c.Key(), again.Key())
		}
		e, err := parseEmbeddings(body)
		mistake(t, err)
		if err == nil {
			require.NotEmpty(t, e.Model)
			require.NotEmpty(t, e.Input)
			require.NotContains(t, e.Input, "")
		}
	})
}

func mistake(t *testing.T, err error) {
	t.Helper()
	if err == nil {
		return
	}
	var f *failure
	require.True(t, errors.As(err, &f), "%v", err)
	require.Equal(t, 400, f.status)
	require.NotEmpty(t, f.message)
}
