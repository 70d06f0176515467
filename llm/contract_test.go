package llm_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"contextarena.internal/llm"
	"contextarena.internal/llm/llmtest"
	"github.com/stretchr/testify/require"
)

// keepsTheContract checks what every decorator of a client keeps: make puts it around next. It has to pass requests
// and responses through unchanged, return the errors of next and of a cancelled context so that
// errors.Is finds them, with a zero Response, and be safe for concurrent use (run with -race).
// All requests are to sim:nano; around one next, no two are equal.
func keepsTheContract(t *testing.T, make func(next llm.Client) llm.Client) {
	t.Helper()
	t.Run("passes requests and responses through unchanged", func(t *testing.T) {
		temperature := 0.5
		want := llm.Request{
			Model: llm.Model{Provider: "sim", Name: "nano", BaseURL: "http://127.0.0.1:1", Options: "a=1"},
			Messages: []llm.Message{
				{Role: llm.System, Text: "be brief\n<&>"},
				{Role: llm.Assistant, ToolCalls: []llm.ToolCall{{ID: "1", Name: "look", Arguments: `{"a": 1}`}}},
				{Role: llm.Tool, Text: "found", ToolCallID: "1"},
			},
			MaxTokens: 7, Temperature: &temperature, Schema: &llm.Schema{Name: "s", JSON: `{"type": "object"}`},
			LogProbs: 2, Seed: 1 << 40, Sample: 3,
		}
		reply := llm.Response{
			Text: "é", Stop: llm.StopLength,
			Usage: llm.Usage{Input: 3, CachedInput: 2, Output: 1, Reasoning: 1, Estimated: true},
			Model: "nano-1", LogProbs: []llm.LogProb{{Token: "é", LogProb: -1, Top: []llm.LogProb{{Token: "e", LogProb: -2}}}},
			Latency: 5,
		}
		var got []llm.Request
		c := make(llmtest.Func(func(_ context.Context, req llm.Request) (llm.Response, error) {
			got = append(got, req)
			return reply, nil
		}))
		resp, err := c.Complete(t.Context(), want)
		require.NoError(t, err)
		require.Equal(t, reply, resp)
		require.Equal(t, []llm.Request{want}, got)
	})

	t.Run("returns the error of next", func(t *testing.T) {
		broken := errors.New("broken")
		c := make(llmtest.Func(func(context.Context, llm.Request) (llm.Response, error) {
			return llm.Response{}, broken
		}))
		resp, err := c.Complete(t.Context(), llmtest.Ask("anything"))
		require.ErrorIs(t, err, broken)
		require.Zero(t, resp)
	})

	t.Run("returns the error of a context cancelled while next is asked", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		c := make(llmtest.Func(func(ctx context.Context, _ llm.Request) (llm.Response, error) {
			cancel()
			<-ctx.Done()
			return llm.Response{}, ctx.Err()
		}))
		resp, err := c.Complete(ctx, llmtest.Ask("anything"))
		require.ErrorIs(t, err, context.Canceled)
		require.Zero(t, resp)
	})

	t.Run("hands the context to next", func(t *testing.T) {
		type name struct{}
		c := make(llmtest.Func(func(ctx context.Context, _ llm.Request) (llm.Response, error) {
			return llmtest.Say(fmt.Sprint(ctx.Value(name{}))), nil
		}))
		resp, err := c.Complete(context.WithValue(t.Context(), name{}, "mine"), llmtest.Ask("anything"))
		require.NoError(t, err)
		require.Equal(t, "mine", resp.Text)
	})

	t.Run("is safe for concurrent use", func(t *testing.T) {
		c := make(llmtest.Func(func(_ context.Context, req llm.Request) (llm.Response, error) {
			return llmtest.Say("re: " + req.Messages[0].Text), nil
		}))
		var wg sync.WaitGroup
		texts := [32]string{}
		errs := [32]error{}
		for i := range texts {
			wg.Go(func() {
				var resp llm.Response
				resp, errs[i] = c.Complete(t.Context(), llmtest.Ask(fmt.Sprint(i)))
				texts[i] = resp.Text
			})
		}
		wg.Wait()
		for i := range texts {
			require.NoError(t, errs[i])
			require.Equal(t, fmt.Sprintf("re: %d", i), texts[i])
		}
	})
}
