package embed_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"contextarena.internal/llm"
	"contextarena.internal/llm/embed"
)

// shelf is a Store in memory.
type shelf struct {
	mu            sync.Mutex
	vectors       map[embed.Key]llm.Vector
	lookup, store error
}

func newShelf() *shelf { return &shelf{vectors: map[embed.Key]llm.Vector{}} }

func (s *shelf) LookupEmbeddings(_ context.Context, keys []embed.Key) ([]llm.Vector, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make([]llm.Vector, len(keys))
	for i, k := range keys {
		out[i] = s.vectors[k]
	}
	return out, s.lookup
}

func (s *shelf) StoreEmbeddings(ctx context.Context, _ llm.Model, keys []embed.Key, vectors []llm.Vector) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.store != nil || ctx.Err() != nil {
		return errors.Join(s.store, ctx.Err())
	}
	for i, k := range keys {
		s.vectors[k] = vectors[i]
	}
	return nil
}

// asked is an embedder that notes what it is asked, fails at texts that are errors, and may wait.
type asked struct {
	mu    sync.Mutex
	calls [][]string
	fail  map[string]error
	gate  chan struct{} // nil for an open one
}

func (a *asked) Embed(ctx context.Context, texts []string) ([]llm.Vector, error) {
	a.mu.Lock()
	a.calls = append(a.calls, slices.Clone(texts))
	a.mu.Unlock()
	if a.gate != nil {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-a.gate:
		}
	}
	var out []llm.Vector
	for _, t := range texts {
		if err := a.fail[t]; err != nil {
			return nil, err
		}
		out = append(out, llm.Vector{float32(len(t))})
	}
	return out, nil
}

var tiny = llm.Model{Provider: "openai", Name: "tiny"}

func TestKeys(t *testing.T) {
	keys := map[embed.Key]string{}
	for _, m := range []llm.Model{
		tiny,
		{Provider: "ollama", Name: "tiny"},
		{Provider: "openai", Name: "tin", BaseURL: "y"},
		{Provider: "openai", Name: "tiny", BaseURL: "http://h"},
		{Provider: "openai", Name: "tiny", Options: "a=1"},
	} {
		for _, text := range []string{"", "a", "b"} {
			keys[embed.KeyOf(m, text)] = text
		}
	}
	require.Len(t, keys, 15)
	require.Equal(t, "42fbf709d32bd1bd40740ca6c3f777d4348f1f714172ad51984d68e0e8b23159", embed.KeyOf(tiny, "a").String(), "databases hold them")
}

func TestCacheAsksForEachTextOnce(t *testing.T) {
	next := &asked{}
	c := embed.Cache(next, tiny, newShelf())
	for _, step := range []struct {
		texts, asked []string
	}{
		{[]string{"a", "bb", "a"}, []string{"a", "bb"}},
		{[]string{"bb", "ccc", "a"}, []string{"ccc"}},
		{[]string{"ccc", "ccc"}, nil},
		{nil, nil},
	} {
		next.calls = nil
		got, err := c.Embed(t.Context(), step.texts)
		require.NoError(t, err)
		for i, text := range step.texts {
			require.Equal(t, llm.Vector{float32(len(text))}, got[i])
		}
		require.Len(t, got, len(step.texts))
		require.Equal(t, step.asked, slices.Concat(next.calls...))
	}
}

func TestCacheAsksInBatches(t *testing.T) {
	var texts []string
	for i := range 300 {
		texts = append(texts, fmt.Sprintf("%0*d", i+1, 0))
	}
	broken := errors.New("broken")
	next := &asked{fail: map[string]error{texts[200]: broken}}
	c := embed.Cache(next, tiny, newShelf())
	_, err := c.Embed(t.Context(), texts)
	require.ErrorIs(t, err, broken)
	next.fail, next.calls = nil, nil
	got, err := c.Embed(t.Context(), texts)
	require.NoError(t, err)
	for i := range texts {
		require.Equal(t, llm.Vector{float32(i + 1)}, got[i])
	}
	require.Equal(t, [][]string{texts[128:256], texts[256:]}, next.calls, "the batch before the error was kept")
}

func TestCacheCoalescesEqualTexts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		next := &asked{gate: make(chan struct{})}
		c := embed.Cache(next, tiny, newShelf())
		var wg sync.WaitGroup
		var got [6][]llm.Vector
		var errs [6]error
		for i := range got {
			wg.Go(func() { got[i], errs[i] = c.Embed(t.Context(), []string{"same", fmt.Sprint("own ", i)}) })
			synctest.Wait()
		}
		close(next.gate)
		wg.Wait()
		for i := range got {
			require.NoError(t, errs[i])
			require.Equal(t, []llm.Vector{{4}, {5}}, got[i])
		}
		want := [][]string{{"same", "own 0"}}
		for i := 1; i < len(got); i++ {
			want = append(want, []string{fmt.Sprint("own ", i)})
		}
		require.Equal(t, want, next.calls)
	})
}

// Two calls that wait for a text of each other's both end.
func TestCacheOfCrossingCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		next := &asked{}
		c := embed.Cache(next, tiny, newShelf())
		var wg sync.WaitGroup
		for i := range 50 {
			texts := []string{"a", "b", "c", "d", "e"}
			slices.Reverse(texts[i%5:])
			wg.Go(func() {
				_, err := c.Embed(t.Context(), texts)
				require.NoError(t, err)
			})
		}
		wg.Wait()
		require.Len(t, slices.Concat(next.calls...), 5)
	})
}

func TestCacheSharesTheErrorOfOneText(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		broken := errors.New("broken")
		next := &asked{gate: make(chan struct{}), fail: map[string]error{"bad": broken}}
		c := embed.Cache(next, tiny, newShelf())
		var wg sync.WaitGroup
		var errs [4]error
		for i := range errs {
			wg.Go(func() { _, errs[i] = c.Embed(t.Context(), []string{"bad"}) })
		}
		synctest.Wait()
		close(next.gate)
		wg.Wait()
		for _, err := range errs {
			require.ErrorIs(t, err, broken)
		}
		require.Len(t, next.calls, 1)
		next.fail = nil
		_, err := c.Embed(t.Context(), []string{"bad"})
		require.NoError(t, err, "errors aren't kept")
	})
}

func TestCacheDoesNotSpreadTheFaultOfANeighbour(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		broken := errors.New("broken")
		next := &asked{gate: make(chan struct{}), fail: map[string]error{"bad": broken}}
		c := embed.Cache(next, tiny, newShelf())
		var wg sync.WaitGroup
		var first, second error
		var got []llm.Vector
		wg.Go(func() { _, first = c.Embed(t.Context(), []string{"good", "bad"}) })
		synctest.Wait()
		wg.Go(func() { got, second = c.Embed(t.Context(), []string{"good"}) })
		synctest.Wait()
		close(next.gate)
		wg.Wait()
		require.ErrorIs(t, first, broken)
		require.NoError(t, second)
		require.Equal(t, []llm.Vector{{4}}, got)
	})
}

func TestCacheWhenTheAskerLeaves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		next := &asked{gate: make(chan struct{})}
		c := embed.Cache(next, tiny, newShelf())
		ctx, leave := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		var first, second error
		wg.Go(func() { _, first = c.Embed(ctx, []string{"a"}) })
		synctest.Wait()
		wg.Go(func() { _, second = c.Embed(t.Context(), []string{"a"}) })
		synctest.Wait()
		leave()
		synctest.Wait()
		require.ErrorIs(t, first, context.Canceled)
		close(next.gate)
		wg.Wait()
		require.NoError(t, second)
	})
}

func TestCacheWaiterCanLeave(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		next := &asked{gate: make(chan struct{})}
		c := embed.Cache(next, tiny, newShelf())
		ctx, leave := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		var first, second error
		wg.Go(func() { _, first = c.Embed(t.Context(), []string{"a"}) })
		synctest.Wait()
		wg.Go(func() { _, second = c.Embed(ctx, []string{"a"}) })
		synctest.Wait()
		leave()
		synctest.Wait()
		require.ErrorIs(t, second, context.Canceled)
		close(next.gate)
		wg.Wait()
		require.NoError(t, first)
	})
}

func TestCacheSurvivesPanic(t *testing.T) {
	c := embed.Cache(panicky{}, tiny, newShelf())
	for range 2 { // the second isn't left waiting for the first
		require.PanicsWithValue(t, "boom", func() { _, _ = c.Embed(t.Context(), []string{"a"}) })
	}
}

type panicky struct{}

func (panicky) Embed(context.Context, []string) ([]llm.Vector, error) { panic("boom") }

func TestCacheReportsItsStore(t *testing.T) {
	full := errors.New("disk full")
	_, err := embed.Cache(&asked{}, tiny, &shelf{lookup: full}).Embed(t.Context(), []string{"a"})
	require.EqualError(t, err, "embed: looking up cached embeddings: disk full")
	_, err = embed.Cache(&asked{}, tiny, &shelf{store: full}).Embed(t.Context(), []string{"a"})
	require.ErrorIs(t, err, full)
}

// leaving cancels while it is asked, and answers all the same.
type leaving struct{ leave func() }

func (l leaving) Embed(_ context.Context, texts []string) ([]llm.Vector, error) {
	l.leave()
	return make([]llm.Vector, len(texts)), nil
}

func TestCacheKeepsPaidVectorsAfterCancellation(t *testing.T) {
	ctx, leave := context.WithCancel(t.Context())
	s := newShelf()
	c := embed.Cache(leaving{leave}, tiny, s)
	_, _ = c.Embed(ctx, []string{"a"})
	require.Contains(t, s.vectors, embed.KeyOf(tiny, "a"))
}
