package llm_test

import (
	"context"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"contextarena.internal/llm"
	"contextarena.internal/llm/llmtest"
	"contextarena.internal/llm/tokens"
)

// worth is what Worth makes of one reply to a question of some hundred tokens.
func worth(t *testing.T, maxTokens int, r llm.Response) (llm.Response, error) {
	t.Helper()
	c := llm.Worth(llmtest.Func(func(context.Context, llm.Request) (llm.Response, error) { return r, nil }), tokens.NewCounter().Count)
	return c.Complete(t.Context(), llm.Ask(llm.Model{Provider: "openai", Name: "gpt-5-nano"}, maxTokens, strings.Repeat("Where is it? ", 25)))
}

func TestRepliesWithoutAWordAreUnusable(t *testing.T) {
	used := llm.Usage{Input: 106, Output: 40}
	thought := llm.Usage{Input: 106, Output: 40, Reasoning: 40}
	for name, tt := range map[string]struct {
		reply  llm.Response
		usable bool
	}{
		"nothing":                 {llm.Response{Stop: llm.StopEnd, Usage: used}, false},
		"white space":             {llm.Response{Text: " \n", Stop: llm.StopEnd, Usage: used}, false},
		"only reasoning":          {llm.Response{Stop: llm.StopEnd, Usage: thought}, false},
		"cut while it reasons":    {llm.Response{Stop: llm.StopLength, Usage: thought}, true},
		"reasoning up to its cap": {llm.Response{Stop: llm.StopEnd, Usage: llm.Usage{Input: 106, Output: 100, Reasoning: 100}}, true},
		"zero-width characters":   {llm.Response{Text: "\u200b\u2060\ufeff \u00ad", Stop: llm.StopEnd, Usage: used}, false},
		"control characters":      {llm.Response{Text: "\x00\x07\x7f\u0085", Stop: llm.StopEnd, Usage: used}, false},
		"colours":                 {llm.Response{Text: "\x1b[31m\x1b[0m\x1b]8;;http://a\x07", Stop: llm.StopEnd, Usage: used}, false},
		"invisible letters":       {llm.Response{Text: "\u3164\u115f\ufe0f\u202e", Stop: llm.StopEnd, Usage: used}, false},
		"thoughts without an end": {llm.Response{Text: "<think>It may be there.", Stop: llm.StopEnd, Usage: used}, false},
		"thoughts alone":          {llm.Response{Text: "<think>It may be there.</think>\n", Stop: llm.StopEnd, Usage: used}, false},
		"thoughts cut off":        {llm.Response{Text: "<think>It may be", Stop: llm.StopLength, Usage: used}, true},
		"a word after thoughts":   {llm.Response{Text: "It may be.</think>No", Stop: llm.StopEnd, Usage: used}, true},
		"a coloured word":         {llm.Response{Text: "\x1b[31mNo\x1b[0m", Stop: llm.StopEnd, Usage: used}, true},
		"a sign":                  {llm.Response{Text: "👍", Stop: llm.StopEnd, Usage: used}, true},
		"a number":                {llm.Response{Text: "7", Stop: llm.StopEnd, Usage: used}, true},
		"a refusal":               {llm.Response{Stop: llm.StopRefusal, Usage: used}, true},
		"a word":                  {llm.Response{Text: "No", Stop: llm.StopEnd, Usage: used}, true},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := worth(t, 100, tt.reply)
			if tt.usable {
				require.NoError(t, err)
				require.Equal(t, tt.reply, got)
				return
			}
			require.ErrorIs(t, err, llm.ErrEmpty)
			require.True(t, llm.Transient(err))
			var bad *llm.Unusable
			require.ErrorAs(t, err, &bad)
			require.Equal(t, tt.reply.Usage, bad.Reply.Usage, "it is paid for")
			require.Zero(t, got)
		})
	}
}

// A reply that stays empty fails, and is neither cached nor asked for more often than any other.
func TestAnEmptyReplyIsTriedAgain(t *testing.T) {
	asked, answer := 0, ""
	next := llmtest.Func(func(context.Context, llm.Request) (llm.Response, error) {
		asked++
		return llm.Response{Text: answer, Stop: llm.StopEnd, Usage: llm.Usage{Input: 10, Output: 10}}, nil
	})
	c := &llm.Caller{
		Client: next, Of: llm.Recorded, Tokens: tokens.NewCounter().Count, Store: llm.MemoryCache(),
		Gate: llm.NewGate(llm.GateOptions{Wait: func(context.Context, time.Duration) error { return nil }}),
	}
	_, err := c.Complete(t.Context(), llmtest.Ask("q"))
	require.ErrorIs(t, err, llm.ErrEmpty)
	require.Equal(t, 5, asked)
	answer = "Here."
	got, err := c.Complete(t.Context(), llmtest.Ask("q"))
	require.NoError(t, err)
	require.Equal(t, "Here.", got.Text)
}

// What an older program kept is asked for again.
func TestAnEmptyReplyInACacheIsNone(t *testing.T) {
	store := llm.MemoryCache()
	req := llmtest.Ask("q")
	require.NoError(t, store.Store(t.Context(), req.Key(), req, llm.Response{Stop: llm.StopEnd}))
	answer := llmtest.Func(func(context.Context, llm.Request) (llm.Response, error) { return llmtest.Say("Here."), nil })
	c := &llm.Caller{Client: answer, Of: llm.Recorded, Tokens: tokens.NewCounter().Count, Store: store}
	got, err := c.Complete(t.Context(), req)
	require.NoError(t, err)
	require.Equal(t, "Here.", got.Text)
}

// A reply of megabytes to a question for 100 tokens is neither counted nor kept, and charged as its cap at most.
func TestAReplyBeyondItsCapIsUnusable(t *testing.T) {
	text := strings.Repeat("a b", 64*100/3+1)
	counted := 0
	c := llm.Worth(llmtest.Func(func(context.Context, llm.Request) (llm.Response, error) {
		return llm.Response{Text: text, Stop: llm.StopEnd, Usage: llm.Usage{Estimated: true}}, nil
	}), func(text string) int { counted += len(text); return len(text) / 4 })
	req := llm.Ask(llm.Model{Provider: "openai", Name: "gpt-5-nano"}, 100, "Where?")
	_, err := c.Complete(t.Context(), req)
	require.ErrorIs(t, err, llm.ErrOverlong)
	require.True(t, llm.Transient(err), "as other broken replies")
	var bad *llm.Unusable
	require.ErrorAs(t, err, &bad)
	require.Equal(t, 100, bad.Reply.Usage.Output)
	require.Less(t, counted, 100)
	text = text[:6400]
	got, err := c.Complete(t.Context(), req)
	require.NoError(t, err)
	require.Equal(t, text, got.Text)
}

func TestUsageThatCanNotBeTrue(t *testing.T) {
	const in, out = 107, 4 // as we count
	for name, tt := range map[string]struct {
		maxTokens  int
		told, want llm.Usage
	}{
		"true":              {100, llm.Usage{Input: 90, Output: 5}, llm.Usage{Input: 90, Output: 5}},
		"other vocabulary":  {100, llm.Usage{Input: 240, Output: 9}, llm.Usage{Input: 240, Output: 9}},
		"a long template":   {100, llm.Usage{Input: 5000, Output: 5}, llm.Usage{Input: 5000, Output: 5}},
		"much reasoning":    {0, llm.Usage{Input: 106, Output: 90_000, Reasoning: 89_000}, llm.Usage{Input: 106, Output: 90_000, Reasoning: 89_000}},
		"none":              {100, llm.Usage{Estimated: true}, llm.Usage{Input: in, Output: out, Estimated: true}},
		"zero":              {100, llm.Usage{}, llm.Usage{Input: in, Output: out, Estimated: true}},
		"negative":          {100, llm.Usage{Input: -106, Output: -4}, llm.Usage{Input: in, Output: out, Estimated: true}},
		"too little input":  {100, llm.Usage{Input: 30, Output: 5}, llm.Usage{Input: in, Output: 5, Estimated: true}},
		"too little output": {100, llm.Usage{Input: 106, Output: 1}, llm.Usage{Input: 106, Output: out, Estimated: true}},
		"absurd input":      {100, llm.Usage{Input: math.MaxInt64, CachedInput: 7, Output: 5}, llm.Usage{Input: in, Output: 5, Estimated: true}},
		"absurd output":     {100, llm.Usage{Input: 106, Output: math.MaxInt64, Reasoning: 7}, llm.Usage{Input: 106, Output: out, Estimated: true}},
		"beyond the cap":    {100, llm.Usage{Input: 106, Output: 20_000}, llm.Usage{Input: 106, Output: out, Estimated: true}},
		"of our vocabulary": {100, llm.Usage{Input: 85, Output: 5}, llm.Usage{Input: in, Output: 5, Estimated: true}},
		"all in the cache":  {100, llm.Usage{Input: 106, CachedInput: 106, Output: 5}, llm.Usage{Input: 106, Output: 5, Estimated: true}},
		"much in the cache": {100, llm.Usage{Input: 106, CachedInput: 105, Output: 5}, llm.Usage{Input: 106, CachedInput: 105, Output: 5}},
		"negative parts":    {100, llm.Usage{Input: 106, CachedInput: -1, Output: 5, Reasoning: -1}, llm.Usage{Input: 106, Output: 5, Estimated: true}},
		"parts of more":     {100, llm.Usage{Input: 106, CachedInput: 107, Output: 5, Reasoning: 6}, llm.Usage{Input: 106, Output: 5, Estimated: true}},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := worth(t, tt.maxTokens, llm.Response{Text: "It is there.", Stop: llm.StopEnd, Usage: tt.told})
			require.NoError(t, err)
			require.Equal(t, tt.want, got.Usage)
		})
	}
}

func TestWhoMayAnswerForAModel(t *testing.T) {
	for _, tt := range []struct {
		asked, options, served string
		may                    bool
	}{
		{"gpt-5-nano", "", "gpt-5-nano", true},
		{"gpt-5-nano", "", "GPT-5-nano", true},
		{"gpt-5-nano", "", "gpt-5-nano-2026-08-07", true},
		{"gpt-5-nano", "", "gpt-5-nano-20260807", true},
		{"gpt-4", "", "gpt-4-0613", true},
		{"gpt-4", "", "gpt-4-9999", false},
		{"gpt-5", "", "gpt-5-nano", false},
		{"gpt-5-nano", "", "gpt-5", false},
		{"gpt-5-nano-2026-08-07", "", "gpt-5-nano", false},
		{"gpt-5-nano", "", "another-model", false},
		{"llama3", "", "llama3:latest", true},
		{"llama3:latest", "", "llama3", true},
		{"llama3", "", "llama3:70b", false},
		{"openai/gpt-5-nano", "", "gpt-5-nano-2026-08-07", true},
		{"gpt-5-nano", "", "openai/gpt-5-nano", true},
		{"gpt-5-nano", "serves=another-model", "another-model", true},
		{"gpt-5-nano", "serves=a%2Cb%2Fc", "b/c", true},
		{"gpt-5-nano", "serves=a%2Cb%2Fc", "c", false},
	} {
		m := llm.Model{Provider: "openai", Name: tt.asked, Options: tt.options}
		require.Equal(t, tt.may, m.ServedBy(tt.served), "%s answered by %s", m, tt.served)
	}
}

func TestAnotherModelsReplyIsUnusable(t *testing.T) {
	_, err := worth(t, 100, llm.Response{Text: "It is there.", Stop: llm.StopEnd, Model: "another-model", Usage: llm.Usage{Input: 106, Output: 5}})
	require.ErrorIs(t, err, llm.ErrOtherModel)
	require.False(t, llm.Transient(err), "it would answer again")
	require.EqualError(t, err, `openai:gpt-5-nano: another model answered, "another-model": if it may stand for it, write ?serves=NAME behind the model's name, or serves: in the plan`)
}
