package llm_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"contextarena.internal/llm"
	"contextarena.internal/llm/llmtest"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// sink is a Write at a time, checked by the race detector.
type sink struct {
	bytes.Buffer
	err error
}

func (s *sink) Write(p []byte) (int, error) {
	if s.err != nil {
		return 0, s.err
	}
	return s.Buffer.Write(p)
}

func TestRecordContract(t *testing.T) {
	keepsTheContract(t, func(next llm.Client) llm.Client { return llm.Record(next, new(sink), "2026-11-21", "sk-secret") })
}

func say(texts ...string) llm.Client {
	n := -1
	return llmtest.Func(func(context.Context, llm.Request) (llm.Response, error) {
		n++
		return llmtest.Say(texts[n]), nil
	})
}

func TestRecordWritesEachRequestOnce(t *testing.T) {
	var out sink
	c := llm.Record(say("<hi> & é", "again", "other"), &out, "2026-11-21")
	for _, text := range []string{"a", "a", "b"} {
		_, err := c.Complete(t.Context(), llmtest.Ask(text))
		require.NoError(t, err)
	}
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	require.Len(t, lines, 2)
	require.Equal(t, `{"key":"`+llmtest.Ask("a").Key().String()+`","recorded":"2026-11-21","provider":"sim","model":"nano",`+
		`"request":{"model":{"provider":"sim","name":"nano"},"messages":[{"role":"user","text":"a"}],"max_tokens":100},`+
		`"response":{"text":"<hi> & é","stop":"end","usage":{"input":10,"output":5}}}`, lines[0])
}

func TestRecordRefuses(t *testing.T) {
	const key = `sk-"odd"<key>`
	schema := llmtest.Ask("a")
	schema.Schema = &llm.Schema{Name: "s", JSON: `{"x": "plainkey"}`}
	for _, tt := range []struct {
		name  string
		req   llm.Request
		reply string
		calls int
		want  string
	}{
		{"a key in the request", llmtest.Ask("use " + key), "x", 0, "llm: recording a request to sim:nano: an API key would be written"},
		{"a key in the schema", schema, "x", 0, "llm: recording a request to sim:nano: an API key would be written"},
		{"a key in the reply", llmtest.Ask("a"), "it is plainkey", 1, "llm: recording a reply of sim:nano: an API key would be written"},
		{"text that isn't UTF-8", llmtest.Ask("\xff"), "x", 0, "llm: recording a request to sim:nano: its text is not valid UTF-8"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var out sink
			calls := 0
			c := llm.Record(llmtest.Func(func(context.Context, llm.Request) (llm.Response, error) {
				calls++
				return llmtest.Say(tt.reply), nil
			}), &out, "2026-11-21", "", key, "plainkey")
			resp, err := c.Complete(t.Context(), tt.req)
			require.ErrorContains(t, err, tt.want)
			require.NotContains(t, err.Error(), "plainkey")
			require.Zero(t, resp)
			require.Equal(t, tt.calls, calls)
			require.Empty(t, out.String())
		})
	}
}

func TestRecordKeepsNoErrors(t *testing.T) {
	var out sink
	calls := 0
	c := llm.Record(failing(&calls, busy(0)), &out, "2026-11-21")
	_, err := c.Complete(t.Context(), llmtest.Ask("a"))
	require.Equal(t, busy(0), err)
	require.Empty(t, out.String())
}

// A reply that can't be recorded is kept and told all the same, and the recording says that it isn't whole.
func TestARecordingThatCanNotBeWritten(t *testing.T) {
	out := sink{err: errors.New("disk full")}
	tape := llm.NewTape(&out, "2026-11-21")
	calls := 0
	store := llm.MemoryCache()
	c := &llm.Caller{Client: failing(&calls), Of: llm.Recorded, Tokens: oneEach, Store: store, Tape: tape}
	require.NoError(t, tape.Failed())
	for _, text := range []string{"a", "b"} {
		got, err := c.Complete(t.Context(), llmtest.Ask(text))
		require.NoError(t, err)
		kept, ok, err := store.Lookup(t.Context(), llmtest.Ask(text).Key())
		require.NoError(t, err)
		require.True(t, ok)
		require.Equal(t, kept, got)
		require.EqualError(t, tape.Failed(), "disk full")
		out.err = nil
	}
	require.Empty(t, out.String(), "nothing stands behind a line that may be torn")
	require.True(t, tape.Empty())
}

func TestRecordConcurrently(t *testing.T) {
	var out sink
	c := llm.Record(llmtest.Func(func(_ context.Context, req llm.Request) (llm.Response, error) {
		return llmtest.Say(req.Messages[0].Text), nil
	}), &out, "2026-11-21")
	var wg sync.WaitGroup
	for i := range 40 {
		wg.Go(func() { _, _ = c.Complete(t.Context(), llmtest.Ask(fmt.Sprint(i%20))) })
	}
	wg.Wait()
	require.Equal(t, 20, strings.Count(out.String(), "\n"))
	_, err := llm.Replay(&out)
	require.NoError(t, err)
}

// drawRequest draws any request that a recording can hold.
func drawRequest(t *rapid.T) llm.Request {
	text := rapid.String()
	req := llm.Request{
		Model:     llm.Model{Provider: text.Draw(t, "provider"), Name: text.Draw(t, "name"), BaseURL: text.Draw(t, "url"), Options: text.Draw(t, "options")},
		MaxTokens: rapid.IntRange(0, 9).Draw(t, "cap"), LogProbs: rapid.IntRange(0, 2).Draw(t, "logprobs"),
		Seed: rapid.Int64().Draw(t, "seed"), Sample: rapid.IntRange(0, 2).Draw(t, "sample"),
		Temperature: rapid.Ptr(rapid.Float64Range(0, 2), true).Draw(t, "temperature"),
		Messages: rapid.SliceOf(rapid.Custom(func(t *rapid.T) llm.Message {
			return llm.Message{
				Role: rapid.SampledFrom([]llm.Role{llm.System, llm.User, llm.Assistant, llm.Tool}).Draw(t, "role"),
				Text: text.Draw(t, "text"), ToolCallID: text.Draw(t, "call"),
				ToolCalls: rapid.SliceOf(rapid.Custom(func(t *rapid.T) llm.ToolCall {
					return llm.ToolCall{ID: text.Draw(t, "id"), Name: text.Draw(t, "tool"), Arguments: text.Draw(t, "arguments")}
				})).Draw(t, "calls"),
			}
		})).Draw(t, "messages"),
	}
	if rapid.Bool().Draw(t, "schema") {
		req.Schema = &llm.Schema{Name: text.Draw(t, "schema name"), JSON: rapid.SampledFrom([]string{`{"a": "<b>"}`, `{}`, ` {"x":1 }`, ""}).Draw(t, "JSON")}
	}
	return req
}

func TestReplayAnswersWhatWasRecorded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		req := drawRequest(t)
		want := llm.Response{
			Text: rapid.String().Draw(t, "reply"), Stop: llm.StopLength, Model: "m-1", Latency: 12345,
			Usage:    llm.Usage{Input: 5, CachedInput: 1, Output: 4, Reasoning: 2, Estimated: true},
			LogProbs: []llm.LogProb{{Token: "a", LogProb: -0.1, Top: []llm.LogProb{{Token: "b", LogProb: -3}}}},
		}
		var out sink
		_, err := llm.Record(llmtest.Func(func(context.Context, llm.Request) (llm.Response, error) { return want, nil }), &out, "2026-11-21").
			Complete(context.Background(), req)
		require.NoError(t, err)
		c, err := llm.Replay(&out)
		require.NoError(t, err)
		for range 2 {
			got, err := c.Complete(context.Background(), req)
			require.NoError(t, err)
			require.Equal(t, want, got)
		}
		req.Sample++
		_, err = c.Complete(context.Background(), req)
		require.ErrorContains(t, err, "no recorded reply")
	})
}

func TestReplayNamesWhatIsMissing(t *testing.T) {
	c, err := llm.Replay(strings.NewReader("\n\n"))
	require.NoError(t, err)
	req := llmtest.Ask(strings.Repeat("é", 100))
	_, err = c.Complete(t.Context(), req)
	require.EqualError(t, err, `llm: no recorded reply of sim:nano to "`+strings.Repeat("é", 80)+`" (seed 0, key `+req.Key().String()+`): play the plan that was recorded, or record this one with: arena run … --record FILE`)
	req.Messages = nil
	_, err = c.Complete(t.Context(), req)
	require.ErrorContains(t, err, `to ""`)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = c.Complete(ctx, req)
	require.ErrorIs(t, err, context.Canceled)
}

// What was recorded at one server answers for another, its own first.
func TestReplayAsksNoServer(t *testing.T) {
	at := func(url string) llm.Request {
		r := llmtest.Ask("a")
		r.Model = llm.Model{Provider: "openai", Name: "m", BaseURL: url}
		return r
	}
	var out sink
	c := llm.Record(say("first", "second"), &out, "2026-11-21")
	for _, url := range []string{"http://one/v1", "http://two/v1"} {
		_, err := c.Complete(t.Context(), at(url))
		require.NoError(t, err)
	}
	replay, err := llm.Replay(&out)
	require.NoError(t, err)
	for url, want := range map[string]string{"http://one/v1": "first", "http://two/v1": "second", "http://three/v1": "first", "": "first"} {
		got, err := replay.Complete(t.Context(), at(url))
		require.NoError(t, err)
		require.Equal(t, want, got.Text, url)
	}
}

// A key that a server without keys is given is part of many texts, and no secret.
func TestAShortKeyIsNoSecret(t *testing.T) {
	var out sink
	_, err := llm.Record(say("fix the box"), &out, "2026-11-21", "x", "ollama").Complete(t.Context(), llmtest.Ask("an ollama, x"))
	require.NoError(t, err)
	require.NotEmpty(t, out.String())
}

func recording(t *testing.T, reply string) string { return recordingOf(t, "a", reply) }

func recordingOf(t *testing.T, ask, reply string) string {
	t.Helper()
	var out sink
	_, err := llm.Record(say(reply), &out, "2026-11-21").Complete(t.Context(), llmtest.Ask(ask))
	require.NoError(t, err)
	return out.String()
}

func TestReplayNamesTheCorruptLine(t *testing.T) {
	line := recording(t, "hi")
	for _, tt := range []struct{ name, data, want string }{
		{"not JSON", line + "hello\n", "llm: recording: line 2: invalid character"},
		{"cut off", line + line[:len(line)/2] + "\n" + line, "llm: recording: line 2: the line is cut off"},
		{"cut off, and none of ours", line + `{"kex":1`, "llm: recording: line 2: the line is cut off"},
		{"unknown field", `{"kex":1}`, `llm: recording: line 1: json: unknown field "kex"`},
		{"two on a line", strings.TrimSpace(line) + line, "llm: recording: line 1: more than one exchange on a line"},
		{"edited request", "\n" + strings.Replace(line, `"max_tokens":100`, `"max_tokens":99`, 1), "llm: recording: line 2: key " + llmtest.Ask("a").Key().String()[:12] + "… isn't that of its request"},
		{"two replies", line + recording(t, "ho"), "llm: recording: line 2: another reply to the request with key " + llmtest.Ask("a").Key().String()[:12]},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := llm.Replay(strings.NewReader(tt.data))
			require.ErrorContains(t, err, tt.want)
		})
	}
	_, err := llm.Replay(strings.NewReader(line + line))
	require.NoError(t, err, "the same exchange twice does no harm")
	_, err = llm.Replay(strings.NewReader(line + strings.Replace(line, `"usage":{"input":10,"output":5}`, `"usage":{"input":10,"output":5},"latency_ns":7`, 1)))
	require.NoError(t, err, "nor does one that took longer")
	for cut := range len(line) - 1 {
		c, err := llm.Replay(strings.NewReader(line + recordingOf(t, "b", "ho")[:cut]))
		require.NoError(t, err, "a torn last line is left out")
		_, err = c.Complete(t.Context(), llmtest.Ask("a"))
		require.NoError(t, err)
	}
}

// A tape goes on where it was torn: what is on it is handed to the cache and not written again.
func TestATapeGoesOn(t *testing.T) {
	first, second := recordingOf(t, "a", "hi"), recordingOf(t, "b", "ho")
	var out sink
	tape := llm.NewTape(&out, "2026-11-21")
	whole, err := tape.Load([]byte(first + second[:len(second)-9]))
	require.NoError(t, err)
	require.Equal(t, len(first), whole)
	cache := llm.MemoryCache()
	had := llmtest.Ask("c")
	require.NoError(t, cache.Store(t.Context(), had.Key(), had, llmtest.Say("stored")))
	require.NoError(t, tape.Into(t.Context(), cache))
	c := tape.Client(llm.Cache(say("ho"), cache))
	for ask, want := range map[string]string{"a": "hi", "b": "ho", "c": "stored"} {
		r, err := c.Complete(t.Context(), llmtest.Ask(ask))
		require.NoError(t, err)
		require.Equal(t, want, r.Text)
	}
	require.Equal(t, 2, strings.Count(out.String(), "\n"), "what the cache answered is on the tape, too")
	replay, err := llm.Replay(strings.NewReader(first[:whole] + out.String()))
	require.NoError(t, err)
	for _, ask := range []string{"a", "b", "c"} {
		_, err := replay.Complete(t.Context(), llmtest.Ask(ask))
		require.NoError(t, err)
	}
	_, err = tape.Load([]byte("hello\n"))
	require.ErrorContains(t, err, "line 1")
}

func FuzzReplay(f *testing.F) {
	f.Add([]byte(`{"key":"00","recorded":"2026-11-21","provider":"sim","model":"nano","request":{"model":{"provider":"sim","name":"nano"},"messages":[]},"response":{"text":"a","stop":"end","usage":{"input":1,"output":1}}}` + "\n"))
	f.Add([]byte("{}\n\n{"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := llm.Replay(bytes.NewReader(data))
		require.Equal(t, err != nil, c == nil)
	})
}
