package ollama

import (
	"fmt"
	"strings"
	"testing"

	"contextarena.internal/llm"
	"contextarena.internal/llm/wire/wiretest"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestWindowFor(t *testing.T) {
	text := func(s string) []llm.Message { return []llm.Message{{Role: llm.User, Text: s}} }
	for _, tt := range []struct {
		name string
		req  llm.Request
		want int
	}{
		{"short", llm.Request{Messages: text("Hi")}, 4096},
		{"room for a reply without a cap", llm.Request{Messages: text(strings.Repeat("abc", 2000))}, 6144},
		{"a small cap needs less", llm.Request{Messages: text(strings.Repeat("abc", 2000)), MaxTokens: 100}, 4096},
		{"exactly full", llm.Request{Messages: text(strings.Repeat("abc", 4096-256-8-100)), MaxTokens: 100}, 4096},
		{"one more", llm.Request{Messages: text(strings.Repeat("abc", 4096-256-8-100+1)), MaxTokens: 100}, 6144},
		{"digits are tokens", llm.Request{Messages: text(strings.Repeat("123", 2000)), MaxTokens: 100}, 8192},
		{"the schema counts", llm.Request{Messages: text("Hi"), MaxTokens: 100, Schema: &llm.Schema{JSON: strings.Repeat("abc", 4000)}}, 6144},
		{"tool calls count", llm.Request{MaxTokens: 100, Messages: []llm.Message{{ToolCalls: []llm.ToolCall{{Arguments: strings.Repeat("abc", 4000)}}}}}, 6144},
	} {
		t.Run(tt.name, func(t *testing.T) { require.Equal(t, tt.want, windowFor(tt.req)) })
	}
}

// Whatever the texts, the window is a multiple of the step, more text never needs a smaller one,
// and the tokens it surely has are no more than those it may have.
func TestWindowProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		req := llm.Request{MaxTokens: rapid.IntRange(1, 5000).Draw(t, "cap")}
		for range rapid.IntRange(1, 5).Draw(t, "messages") {
			s := strings.Join(rapid.SliceOfN(rapid.StringMatching(`[a-z]{2,9}|[0-9]{1,4}`), 0, 100).Draw(t, "words"), rapid.SampledFrom([]string{" ", "\n\n", " \t"}).Draw(t, "space"))
			s = strings.Repeat(s, rapid.IntRange(1, 50).Draw(t, "times"))
			before := windowFor(req)
			req.Messages = append(req.Messages, llm.Message{Role: llm.User, Text: s})
			after := windowFor(req)
			require.Zero(t, after%windowStep)
			require.GreaterOrEqual(t, after, before)
			require.GreaterOrEqual(t, after, promptMost(req)+req.MaxTokens)
			require.Equal(t, len(strings.Fields(s)), words(s))
		}
		require.LessOrEqual(t, promptLeast(req), promptMost(req))
	})
}

func TestACutPromptIsAnError(t *testing.T) {
	long := strings.Repeat("word ", 900)
	conversation := []llm.Message{
		{Role: llm.System, Text: long},
		{Role: llm.User, Text: long},
		{Role: llm.Assistant, Text: "<think>" + long + "</think> Yes."},
		{Role: llm.Tool, Text: long},
	}
	for _, tt := range []struct {
		name    string
		options string
		counted int
		want    string // empty if the prompt was read whole
	}{
		{"whole", "", 2700, ""},
		{"whole, without thoughts and tools", "", 1800, ""},
		{"not counted", "", 0, ""},
		{"whole messages lost", "", 1799, "it read 1799 tokens of 1800 or more; in a window of 10240: set num_ctx=20480"},
		{"filled the window", "num_ctx=2048", 2048, "it read 2048 tokens of 2048 or more; in a window of 2048: set num_ctx=10240"},
		{"one below the window", "num_ctx=2048", 2047, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, _ := wiretest.Stub(t, wiretest.Says(strings.Replace(plainReply, `"prompt_eval_count":12`, fmt.Sprintf(`"prompt_eval_count":%d`, tt.counted), 1)))
			req := ask("m", "")
			req.Messages, req.Model.Options = conversation, tt.options
			resp, err := client(t, s).Complete(t.Context(), req)
			if tt.want == "" {
				require.NoError(t, err)
				require.Equal(t, "Hello.", resp.Text)
				return
			}
			require.ErrorContains(t, err, "the server dropped the beginning of the prompt")
			require.ErrorContains(t, err, tt.want)
			require.False(t, llm.Transient(err), "it would be cut again")
			require.Zero(t, resp)
		})
	}
}
