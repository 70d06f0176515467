package selection

import (
	"container/list"
	"math"
	"math/rand/v2"

	"contextarena.internal/strategies/selection"
)

// Theorem 3 of the source: "with an LRU cache of size k, greedy selection achieves a cache hit rate of at least
// 1 − exp(−λ·k) for recency-biased workloads", with λ = 0.1 per day and k = 100 messages: 99.9955 %. The exponent
// multiplies a rate per day with a number of messages, so that how many messages a day has doesn't matter. Here it
// does.

// cacheSizes are the k that are tried.
var cacheSizes = []int{10, 20, 50, 100, 200}

// bias is a weighting of scores and a pace of messages.
type bias struct {
	name   string
	perDay float64
	w      selection.Weights
}

var biases = func() []bias {
	newest := selection.Weights{Recency: 1, Decay: selection.Documented.Decay}
	return []bias{
		{"as written, 1 a day", 1, selection.Documented},
		{"as written, 10 a day", 10, selection.Documented},
		{"as written, 100 a day", 100, selection.Documented},
		{"recency, 1 a day", 1, newest},
		{"recency, 100 a day", 100, newest},
	}
}()

// claimed is theorem 3's share of hits, in percent.
func claimed(k int) float64 { return 100 * (1 - math.Exp(-selection.Documented.Decay*float64(k))) }

const (
	history  = 500   // messages before the first question
	requests = 200   // questions, a message after each
	window   = 5_000 // tokens of the budget: fifty messages
)

// hits plays a conversation of the source's sizes: a question after each message, for which greedy chooses among
// all so far and the chosen are taken from a cache, in their order of time. For every size of cache it returns the
// share of the chosen that an LRU cache has, and the share that is among the k newest messages, in percent.
func hits(r *rand.Rand, b bias) (lru, newest []float64) {
	items := generate(r, history+requests, sizings[0])
	for i := range items {
		items[i].At = float64(i) / b.perDay
	}
	found, among, chosenAll := make([]int, len(cacheSizes)), make([]int, len(cacheSizes)), 0
	caches := make([]*cache, len(cacheSizes))
	for i, k := range cacheSizes {
		caches[i] = newCache(k)
	}
	for now := history; now < len(items); now++ {
		scored := b.w.Scored(items[:now], likenesses(r, now), items[now-1].At)
		chosen := selection.InTime(scored, selection.Greedy(scored, window, selection.EarlyStop))
		warm := now >= history+requests/4
		for _, id := range chosen {
			for i, c := range caches {
				if c.use(id) && warm {
					found[i]++
				}
				if warm && id >= now-cacheSizes[i] {
					among[i]++
				}
			}
		}
		if warm {
			chosenAll += len(chosen)
		}
	}
	for i := range cacheSizes {
		lru = append(lru, 100*float64(found[i])/float64(chosenAll))
		newest = append(newest, 100*float64(among[i])/float64(chosenAll))
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
		last := c.order.Back()
		delete(c.at, c.order.Remove(last).(int))
	}
	return false
}
