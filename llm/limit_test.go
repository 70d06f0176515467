package llm_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"contextarena.internal/llm"
	"contextarena.internal/llm/llmtest"
	"github.com/stretchr/testify/require"
)

func oneEach(text string) int { return min(1, len(text)) }

func TestLimitContract(t *testing.T) {
	for name, o := range map[string]llm.GateOptions{
		"none": {},
		"all":  {RequestsPerMinute: 60_000, TokensPerMinute: 600_000, Concurrency: 3},
	} {
		t.Run(name, func(t *testing.T) {
			keepsTheContract(t, func(next llm.Client) llm.Client { return llm.Through(next, o) })
		})
	}
}

// arrivals asks n times, all at once, and returns when each request got through, from the start.
func arrivals(t *testing.T, o llm.GateOptions, n int, req llm.Request) []time.Duration {
	t.Helper()
	start := time.Now()
	var mu sync.Mutex
	var at []time.Duration
	c := llm.Through(llmtest.Func(func(context.Context, llm.Request) (llm.Response, error) {
		mu.Lock()
		defer mu.Unlock()
		at = append(at, time.Since(start).Round(time.Millisecond))
		return llmtest.Say("hi"), nil
	}), o)
	reqs := make([]llm.Request, n)
	for i := range reqs {
		reqs[i] = req
	}
	_, err := llm.All(t.Context(), c, reqs...)
	require.NoError(t, err)
	return at
}

func TestLimitRequestsPerMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		at := arrivals(t, llm.GateOptions{RequestsPerMinute: 30}, 4, llmtest.Ask("a"))
		require.Equal(t, []time.Duration{0, 2 * time.Second, 4 * time.Second, 6 * time.Second}, at)
	})
}

func TestLimitTokensPerMinute(t *testing.T) {
	for _, tt := range []struct {
		name string
		cap  int
		at   time.Duration // 10 tokens a second; those of the first are there at once
	}{
		{"fits", 3, 0},                                        // 1 + 3 + 3 + cap = 10 tokens
		{"waits", 13, time.Second},                            // 20 tokens
		{"more than the burst", 203, 20 * time.Second},        // 210 tokens, 10 of which are there
		{"more than a minute has", 1 << 20, 59 * time.Second}, // counts as 600
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				req := llmtest.Ask("a")
				req.MaxTokens = tt.cap
				at := arrivals(t, llm.GateOptions{TokensPerMinute: 600}, 1, req)
				require.Equal(t, []time.Duration{tt.at}, at)
			})
		})
	}
}

func TestLimitConcurrency(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var flying, most atomic.Int32
		release := make(chan struct{})
		c := llm.Through(llmtest.Func(func(context.Context, llm.Request) (llm.Response, error) {
			most.Store(max(most.Load(), flying.Add(1)))
			<-release
			flying.Add(-1)
			return llmtest.Say("hi"), nil
		}), llm.GateOptions{Concurrency: 2})
		var wg sync.WaitGroup
		for range 5 {
			wg.Go(func() { _, _ = c.Complete(t.Context(), llmtest.Ask("a")) })
		}
		synctest.Wait()
		require.EqualValues(t, 2, flying.Load())
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err := c.Complete(ctx, llmtest.Ask("b"))
		require.ErrorIs(t, err, context.DeadlineExceeded)
		close(release)
		wg.Wait()
		require.EqualValues(t, 2, most.Load())
	})
}

func TestLimitLeavesWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		calls := 0
		c := llm.Through(failing(&calls), llm.GateOptions{RequestsPerMinute: 1})
		_, err := c.Complete(t.Context(), llmtest.Ask("a"))
		require.NoError(t, err)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err = c.Complete(ctx, llmtest.Ask("a"))
		require.ErrorIs(t, err, context.DeadlineExceeded)
		ctx, cancel = context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		_, err = c.Complete(ctx, llmtest.Ask("a"))
		require.ErrorIs(t, err, context.Canceled)
		require.Equal(t, 1, calls)
	})
}
