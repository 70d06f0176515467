package selection

import (
	"container/list"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/strategies/selection"
)

// Theorem 3 of the source: "with an LRU cache of size k, greedy selection achieves a cache hit rate of at least
// 1 − exp(−λ·k) for recency-biased workloads", with λ = 0.1 per day and k = 100 messages: 99.9955 %. The exponent
// multiplies a rate per day with a number of messages, so that how many messages a day has doesn't matter. Here it
// does: a cache of 100 has 97.9 to 99.8 % of what is chosen, and one of 20, for which 86.5 % are claimed, has none.
func TestTheorem3IsWrong(t *testing.T) {
	claimed := func(k int) float64 { return 100 * (1 - math.Exp(-selection.Documented.Decay*float64(k))) }
	require.InDelta(t, 99.9955, claimed(100), 1e-4)
	require.InDelta(t, 86.5, claimed(20), .05)
	newest := selection.Weights{Recency: 1, Decay: selection.Documented.Decay}
	for name, b := range map[string]struct {
		perDay float64 // messages
		w      selection.Weights
	}{
		"as written, 1 a day":   {1, selection.Documented},
		"as written, 10 a day":  {10, selection.Documented},
		"as written, 100 a day": {100, selection.Documented},
		"recency, 1 a day":      {1, newest},
		"recency, 100 a day":    {100, newest},
	} {
		for seed := range uint64(2) {
			lru, among := hits(rand.New(rand.NewPCG(42+seed, 0)), b.perDay, b.w)
			require.InDelta(t, 98.85, lru[100], 1, name)
			require.InDelta(t, 0, lru[20], .5, name)
			require.InDelta(t, 0, lru[10], .5, name)
			if b.w == newest { // the newest fifty are chosen: a cache of a hundred lacks one in fifty
				require.InDelta(t, 98, lru[100], .5)
				require.InDelta(t, 20, among[10], 2)
				require.InDelta(t, 100, among[100], 1e-9)
			}
		}
	}
}

// hits plays a conversation of the source's sizes: a question after each of 200 messages, for which greedy chooses among
// all so far what fits 5,000 tokens, fifty messages; the chosen are taken from a cache, in their order of time. By size
// of the cache it returns the share of the chosen that an LRU cache has, and the share that is among as many of the
// newest messages, in percent.
func hits(r *rand.Rand, perDay float64, w selection.Weights) (lru, newest map[int]float64) {
	const history, requests, window = 500, 200, 5_000
	items := generate(r, history+requests, sizings[0])
	for i := range items {
		items[i].At = float64(i) / perDay
	}
	caches := map[int]*cache{}
	for _, k := range []int{10, 20, 50, 100, 200} {
		caches[k] = newCache(k)
	}
	lru, newest = map[int]float64{}, map[int]float64{}
	all := 0.0
	for now := history; now < len(items); now++ {
		scored := w.Scored(items[:now], likenesses(r, now), items[now-1].At)
		warm := now >= history+requests/4
		chosen := selection.Highest(scored, window, selection.EarlyStop)
		slices.Sort(chosen) // their places are their times
		for _, id := range chosen {
			for k, c := range caches {
				if c.use(id) && warm {
					lru[k]++
				}
				if warm && id >= now-k {
					newest[k]++
				}
			}
			if warm {
				all++
			}
		}
	}
	for k := range caches {
		lru[k] *= 100 / all
		newest[k] *= 100 / all
	}
	return lru, newest
}

// cache holds the k things used last.
type cache struct {
	k     int
	order *list.List // newest use first
	at    map[int]*list.Element
}

func newCache(k int) *cache { return &cache{k: k, order: list.New(), at: map[int]*list.Element{}} }

// use reports whether the cache has a thing, and holds it from now on.
func (c *cache) use(id int) bool {
	if e, ok := c.at[id]; ok {
		c.order.MoveToFront(e)
		return true
	}
	c.at[id] = c.order.PushFront(id)
	if c.order.Len() > c.k {
		delete(c.at, c.order.Remove(c.order.Back()).(int))
	}
	return false
}

func TestCache(t *testing.T) {
	c := newCache(2)
	for i, step := range []struct {
		id  int
		has bool
	}{{1, false}, {2, false}, {1, true}, {3, false}, {2, false}, {1, false}, {2, true}} {
		require.Equal(t, step.has, c.use(step.id), "use %d", i)
	}
}
