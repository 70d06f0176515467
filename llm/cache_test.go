package llm_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"contextarena.internal/llm"
	"contextarena.internal/llm/llmtest"
	"github.com/stretchr/testify/require"
)

func TestCacheContract(t *testing.T) {
	keepsTheContract(t, func(next llm.Client) llm.Client { return llm.Cache(next, llm.MemoryCache()) })
}

func TestCacheAsksOnce(t *testing.T) {
	for _, stop := range []llm.StopReason{llm.StopEnd, llm.StopLength, llm.StopRefusal} {
		t.Run(string(stop), func(t *testing.T) {
			calls := 0
			c := llm.Cache(llmtest.Func(func(context.Context, llm.Request) (llm.Response, error) {
				calls++
				return llm.Response{Text: fmt.Sprint(calls), Stop: stop}, nil
			}), llm.MemoryCache())
			for range 3 {
				resp, err := c.Complete(t.Context(), llmtest.Ask("a"))
				require.NoError(t, err)
				require.Equal(t, llm.Response{Text: "1", Stop: stop}, resp)
			}
			again := llmtest.Ask("a")
			again.Sample = 1
			resp, err := c.Complete(t.Context(), again)
			require.NoError(t, err)
			require.Equal(t, "2", resp.Text)
		})
	}
}

func TestCacheForgetsErrors(t *testing.T) {
	calls := 0
	c := llm.Cache(llmtest.Func(func(context.Context, llm.Request) (llm.Response, error) {
		if calls++; calls == 1 {
			return llm.Response{}, errors.New("broken")
		}
		return llmtest.Say("fine"), nil
	}), llm.MemoryCache())
	_, err := c.Complete(t.Context(), llmtest.Ask("a"))
	require.EqualError(t, err, "broken")
	resp, err := c.Complete(t.Context(), llmtest.Ask("a"))
	require.NoError(t, err)
	require.Equal(t, "fine", resp.Text)
}

// blocked is a client that waits for a release per call.
type blocked struct {
	calls   atomic.Int32
	release chan error
}

func (b *blocked) Complete(ctx context.Context, _ llm.Request) (llm.Response, error) {
	n := b.calls.Add(1)
	select {
	case <-ctx.Done():
		return llm.Response{}, ctx.Err()
	case err := <-b.release:
		if err != nil {
			return llm.Response{}, err
		}
		return llmtest.Say(fmt.Sprintf("call %d", n)), nil
	}
}

func TestCacheCoalescesEqualRequests(t *testing.T) {
	for _, failure := range []error{nil, errors.New("broken")} {
		t.Run(fmt.Sprint(failure), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				next := &blocked{release: make(chan error)}
				c := llm.Cache(next, llm.MemoryCache())
				var wg sync.WaitGroup
				var got [8]llm.Response
				var errs [8]error
				for i := range got {
					wg.Go(func() { got[i], errs[i] = c.Complete(t.Context(), llmtest.Ask("same")) })
				}
				synctest.Wait()
				require.EqualValues(t, 1, next.calls.Load())
				next.release <- failure
				wg.Wait()
				for i := range got {
					require.Equal(t, failure, errs[i])
					require.Equal(t, got[0], got[i])
				}
				require.EqualValues(t, 1, next.calls.Load())
			})
		})
	}
}

func TestCacheWaiterAsksAnewWhenTheAskerLeaves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		next := &blocked{release: make(chan error)}
		c := llm.Cache(next, llm.MemoryCache())
		first, leave := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		var askerErr, impatientErr error
		wg.Go(func() { _, askerErr = c.Complete(first, llmtest.Ask("same")) })
		synctest.Wait()
		var got [3]llm.Response
		var errs [3]error
		for i := range got {
			wg.Go(func() { got[i], errs[i] = c.Complete(t.Context(), llmtest.Ask("same")) })
		}
		second, leaveToo := context.WithCancel(t.Context())
		wg.Go(func() { _, impatientErr = c.Complete(second, llmtest.Ask("same")) })
		synctest.Wait()
		leaveToo()
		synctest.Wait()
		require.ErrorIs(t, impatientErr, context.Canceled)
		leave()
		synctest.Wait()
		require.ErrorIs(t, askerErr, context.Canceled)
		require.EqualValues(t, 2, next.calls.Load(), "one of the waiters asks anew")
		next.release <- nil
		wg.Wait()
		for i := range got {
			require.NoError(t, errs[i])
			require.Equal(t, "call 2", got[i].Text)
		}
	})
}

func TestCacheSurvivesPanic(t *testing.T) {
	calls := 0
	c := llm.Cache(llmtest.Func(func(context.Context, llm.Request) (llm.Response, error) {
		if calls++; calls == 1 {
			panic("boom")
		}
		return llmtest.Say("fine"), nil
	}), llm.MemoryCache())
	require.PanicsWithValue(t, "boom", func() { _, _ = c.Complete(t.Context(), llmtest.Ask("a")) })
	resp, err := c.Complete(t.Context(), llmtest.Ask("a"))
	require.NoError(t, err)
	require.Equal(t, "fine", resp.Text)
}

// faultyStore fails where it is told to and notes whether Store's context was alive.
type faultyStore struct {
	llm.CacheStore
	lookup, store error
	cancelled     bool
}

func (s *faultyStore) Lookup(ctx context.Context, key llm.Key) (llm.Response, bool, error) {
	if s.lookup != nil {
		return llm.Response{}, false, s.lookup
	}
	return s.CacheStore.Lookup(ctx, key)
}

func (s *faultyStore) Store(ctx context.Context, key llm.Key, req llm.Request, resp llm.Response) error {
	s.cancelled = ctx.Err() != nil
	if s.store != nil {
		return s.store
	}
	return s.CacheStore.Store(ctx, key, req, resp)
}

func TestCacheReportsItsStore(t *testing.T) {
	full := errors.New("disk full")
	answer := llmtest.Func(func(context.Context, llm.Request) (llm.Response, error) { return llmtest.Say("hi"), nil })
	_, err := llm.Cache(answer, &faultyStore{lookup: full}).Complete(t.Context(), llmtest.Ask("a"))
	require.EqualError(t, err, "llm: looking up a cached reply: disk full")
	_, err = llm.Cache(answer, &faultyStore{CacheStore: llm.MemoryCache(), store: full}).Complete(t.Context(), llmtest.Ask("a"))
	require.ErrorIs(t, err, full)
}

func TestCacheKeepsAPaidReplyAfterCancellation(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	store := &faultyStore{CacheStore: llm.MemoryCache()}
	c := llm.Cache(llmtest.Func(func(context.Context, llm.Request) (llm.Response, error) {
		cancel()
		return llmtest.Say("paid"), nil
	}), store)
	_, err := c.Complete(ctx, llmtest.Ask("a"))
	require.NoError(t, err)
	require.False(t, store.cancelled)
	_, ok, err := store.Lookup(t.Context(), llmtest.Ask("a").Key())
	require.NoError(t, err)
	require.True(t, ok)
}

func BenchmarkCacheHit(b *testing.B) {
	c := llm.Cache(llmtest.Func(func(context.Context, llm.Request) (llm.Response, error) { return llmtest.Say("hi"), nil }), llm.MemoryCache())
	req := chat(20, 300)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := c.Complete(b.Context(), req); err != nil {
			b.Fatal(err)
		}
	}
}
