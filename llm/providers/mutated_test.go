package providers_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/internal/orderedjson"
	"contextarena.internal/llm"
	"contextarena.internal/llm/providers"
)

// object is a JSON object in the order of its members.
func object(pairs ...any) orderedjson.Object {
	var o orderedjson.Object
	for i := 0; i < len(pairs); i += 2 {
		o = append(o, orderedjson.Member{Name: pairs[i].(string), Value: pairs[i+1]})
	}
	return o
}

const good = "It's on \"Monday\", <b>at noon</b>."

// goodReplies are whole replies that say what is good.
var goodReplies = map[string]func() orderedjson.Object{
	"openai": func() orderedjson.Object {
		message := object("role", "assistant", "content", good, "reasoning_content", "Hm.", "tool_calls", nil)
		return object("id", "x", "object", "chat.completion", "created", 1772600767, "model", "m", "error", nil,
			"choices", []any{object("index", 0, "message", message, "logprobs", nil, "finish_reason", "stop")},
			"usage", object("prompt_tokens", 12, "completion_tokens", 9, "prompt_tokens_details", object("cached_tokens", 0)))
	},
	"ollama": func() orderedjson.Object {
		return object("model", "m", "created_at", "2026-03-04T05:06:07Z", "error", nil, "message", object("role", "assistant", "content", good, "thinking", "Hm."),
			"done", true, "done_reason", "stop", "prompt_eval_count", 12, "eval_count", 9)
	},
}

// spots are all objects in a value, and where they stand.
func spots(v any) (out []*orderedjson.Object) {
	switch v := v.(type) {
	case *orderedjson.Object:
		out = append(out, v)
		for i, m := range *v {
			if o, is := m.Value.(orderedjson.Object); is {
				(*v)[i].Value = &o
			}
			out = append(out, spots((*v)[i].Value)...)
		}
	case []any:
		for i := range v {
			if o, is := v[i].(orderedjson.Object); is {
				v[i] = &o
			}
			out = append(out, spots(v[i])...)
		}
	}
	return out
}

// spoilt changes one member of a reply. What it says is never another text that can be seen.
func spoilt(t *rapid.T, reply *orderedjson.Object) {
	all := spots(reply)
	for _, o := range all { // the message as often as all else
		if slices.ContainsFunc(*o, func(m orderedjson.Member) bool { return m.Name == "content" }) {
			all = append(all, slices.Repeat([]*orderedjson.Object{o}, len(all))...)
			break
		}
	}
	o := all[rapid.IntRange(0, len(all)-1).Draw(t, "object")]
	if len(*o) == 0 {
		return
	}
	i := rapid.IntRange(0, len(*o)-1).Draw(t, "member")
	m := &(*o)[i]
	other := rapid.SampledFrom([]any{nil, 7, -1.5, true, []any{}, object(), []any{object()}, "", " \n", "\u200b\u2060", "\x1b[0m\x07", "<think>So"}).Draw(t, "another value")
	switch rapid.SampledFrom([]string{"drop", "repeat", "case", "type"}).Draw(t, "how") {
	case "drop":
		*o = slices.Delete(*o, i, i+1)
	case "repeat":
		name := rapid.SampledFrom([]string{m.Name, strings.ToUpper(m.Name), strings.ToUpper(m.Name[:1]) + m.Name[1:]}).Draw(t, "again")
		at := rapid.IntRange(0, len(*o)).Draw(t, "place")
		*o = slices.Insert(*o, at, orderedjson.Member{Name: name, Value: other})
	case "case":
		m.Name = rapid.SampledFrom([]string{strings.ToUpper(m.Name), strings.ToUpper(m.Name[:1]) + m.Name[1:]}).Draw(t, "name")
	case "type":
		m.Value = other
	}
}

// Whatever is wrong with a good reply, its very text is told or an error: never another text, and never none.
func TestASpoiltReplyIsNoOther(t *testing.T) {
	for name, whole := range goodReplies {
		t.Run(name, func(t *testing.T) {
			var body atomic.Value
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				_, _ = io.Copy(io.Discard, r.Body)
				_, _ = io.WriteString(w, body.Load().(string))
			}))
			defer s.Close()
			client, _, err := providers.Open(llm.Model{Provider: name}, llm.ProviderOptions{Env: func(v string) string {
				return map[string]string{"OPENAI_API_KEY": "none", "OPENAI_BASE_URL": s.URL, "OLLAMA_HOST": s.URL}[v]
			}})
			require.NoError(t, err)
			caller := &llm.Caller{Client: client, Of: llm.Asked, Tokens: func(text string) int { return len(text) / 4 }}
			req := llm.Ask(llm.Model{Provider: name, Name: "m"}, 100, "When?")
			told := 0
			rapid.Check(t, func(t *rapid.T) {
				reply := whole()
				for range rapid.IntRange(0, 3).Draw(t, "changes") {
					spoilt(t, &reply)
				}
				line, err := orderedjson.Encode(reply)
				require.NoError(t, err)
				text := strings.TrimSpace(string(line))
				switch rapid.IntRange(0, 5).Draw(t, "to its bytes") {
				case 0:
					text = text[:rapid.IntRange(0, len(text)).Draw(t, "length")]
				case 1:
					at := rapid.IntRange(0, len(text)).Draw(t, "place")
					text = text[:at] + string(rune(rapid.IntRange(0, ' '-1).Draw(t, "control character"))) + text[at:]
				}
				body.Store(text)
				got, err := caller.Complete(t.Context(), req)
				if err == nil {
					require.Equal(t, good, got.Text, text)
					told++
				}
			})
			require.NotZero(t, told)
		})
	}
}
