package eviction

import (
	"cmp"
	"slices"
)

// Evictor cuts the pools of one conversation by a policy.
type Evictor struct {
	Policy Policy
	All    bool // permanent chunks may go too, by their keys

	out map[string]bool // the ids that a cut evicts; made once
}

// Cut drops chunks of the lowest keys until the rest fits the budget, and returns what is kept and what
// went, in the order in which it went. A permanent chunk is never dropped, so the rest may still be over
// budget, with nothing else in it. The last to go may be larger than what was lacking; nothing is put
// back for it. A pool that fits is returned as it is. The slices are the caller's.
//
// As in the author's code, an evicted chunk takes others of its id along.
func (e *Evictor) Cut(pool []*Chunk, budget int, now Now) (kept, gone []*Chunk) {
	tokens := 0
	for _, c := range pool {
		tokens += c.Size
	}
	if tokens <= budget {
		return pool, nil
	}
	keys, order := make([]float64, len(pool)), make([]int, len(pool))
	e.Policy.Keys(pool, now, keys)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Or(cmp.Compare(keys[i], keys[j]), i-j) })
	if e.out == nil {
		e.out = map[string]bool{}
	}
	clear(e.out)
	noticing, _ := e.Policy.(Noticing)
	for _, i := range order {
		if tokens <= budget {
			break
		}
		c := pool[i]
		if c.Class == Permanent && !e.All {
			continue
		}
		tokens -= c.Size
		gone = append(gone, c)
		e.out[c.ID] = true
		if noticing != nil {
			noticing.Evicted(c, keys[i])
		}
	}
	if _, sorted := e.Policy.(Sorted); !sorted {
		slices.Sort(order)
	}
	kept = make([]*Chunk, 0, len(pool))
	for _, i := range order {
		if !e.out[pool[i].ID] {
			kept = append(kept, pool[i])
		}
	}
	return kept, gone
}
