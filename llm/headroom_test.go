package llm_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"contextarena.internal/llm"
	"contextarena.internal/llm/llmtest"
)

func TestHeadroomKeepsTheContract(t *testing.T) { keepsTheContract(t, llm.Headroom) }

// cut is a reply whose tokens went into reasoning.
func cut(output int) llm.Response {
	return llm.Response{Text: " \n", Stop: llm.StopLength, Usage: llm.Usage{Input: 10, Output: output}, Latency: time.Second}
}

func TestAReplyWithoutRoomIsAskedForAgain(t *testing.T) {
	thought := llm.Response{Stop: llm.StopEnd, Usage: llm.Usage{Input: 10, Output: 100, Reasoning: 95}, Latency: time.Second}
	for name, tt := range map[string]struct {
		cap, again int // 0: not asked again
		first      llm.Response
	}{
		"cut without a word":                {100, 2148, cut(100)},
		"a large cap grows by its multiple": {1000, 4000, cut(1000)},
		"no cap: what was used counts":      {0, 20_000, cut(5000)},
		"all of it was reasoning":           {100, 2148, thought},
		"cut with a word":                   {100, 0, llm.Response{Text: "The", Stop: llm.StopLength}},
		"nothing to say":                    {100, 0, llm.Response{Stop: llm.StopEnd, Usage: llm.Usage{Output: 1}}},
		"a refusal":                         {100, 0, llm.Response{Stop: llm.StopRefusal, Usage: llm.Usage{Output: 9, Reasoning: 9}}},
	} {
		t.Run(name, func(t *testing.T) {
			var caps []int
			c := llm.Headroom(llmtest.Func(func(_ context.Context, req llm.Request) (llm.Response, error) {
				caps = append(caps, req.MaxTokens)
				if len(caps) == 1 {
					return tt.first, nil
				}
				return llmtest.Say("At last."), nil
			}))
			req := llmtest.Ask("q")
			req.MaxTokens = tt.cap
			got, err := c.Complete(t.Context(), req)
			require.NoError(t, err)
			if tt.again == 0 {
				require.Equal(t, tt.first, got)
				require.Len(t, caps, 1)
				return
			}
			require.Equal(t, []int{tt.cap, tt.again}, caps)
			require.Equal(t, "At last.", got.Text)
			require.Equal(t, tt.first.Usage.Plus(llmtest.Say("").Usage), got.Usage, "both are paid for")
			require.Equal(t, time.Second, got.Latency)
		})
	}
}

// Around a cache and a budget both tries are charged, and the same question is answered again, or fails
// again, without asking anyone.
func TestHeadroomAroundCacheAndBudget(t *testing.T) {
	asked := 0
	never := llmtest.Func(func(_ context.Context, req llm.Request) (llm.Response, error) {
		asked++
		return cut(req.MaxTokens), nil
	})
	count := func(text string) int { return len(text) }
	one := 1.0
	budget := llm.NewAccount(llm.AccountOptions{Prices: llm.BuiltinPrices(), CapUSD: &one})
	c := llm.Headroom(&llm.Caller{Client: never, Tokens: count, Account: budget, Store: llm.MemoryCache()})
	for range 2 {
		_, err := c.Complete(t.Context(), llmtest.Ask("q"))
		require.ErrorIs(t, err, llm.ErrNoText)
		require.EqualError(t, err, "llm: sim:nano used 100 tokens, then 2148, and the model wrote nothing: raise max_tokens (of the strategy) or reply_tokens (of the plan), or let it reason less (?reasoning_effort=low behind its name)")
		require.Equal(t, 2, asked)
	}
	price, _ := llm.BuiltinPrices().Of(llmtest.Ask("q").Model, time.Time{})
	require.InDelta(t, price.USD(llm.Usage{Input: 20, Output: 100 + 2148}), budget.Spent(), 1e-12)

	little := price.USD(llm.Usage{Input: 100, Output: 150})
	poor := llm.NewAccount(llm.AccountOptions{Prices: llm.BuiltinPrices(), CapUSD: &little})
	_, err := llm.Headroom(poor.Charged(never, count)).Complete(t.Context(), llmtest.Ask("q"))
	require.ErrorIs(t, err, llm.ErrBudget, "the second try is not beyond the cap")
	require.ErrorContains(t, err, "again with max_tokens 2148, as 100 were used up without a word")
}
