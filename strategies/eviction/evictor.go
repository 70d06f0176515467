package eviction

import (
	"cmp"
	"fmt"
	"slices"
)

// Eviction is an entry of the log: what went, when, at what value, and why.
type Eviction struct {
	Chunk  string
	Turn   int
	Value  float64 // the key it was ordered by: the EFV under RWOE
	Reason Reason
}

// Reason is why a chunk was evicted.
type Reason string

// The reasons.
const (
	BudgetExceeded Reason = "budget_exceeded"
	TooLarge       Reason = "larger_than_budget" // it would not have fitted alone
	SameID         Reason = "same_id"            // another chunk of its id was evicted
)

// Evictor cuts pools by one policy. It keeps its scratch space and what the policy remembers from one cut
// to the next, so it serves one conversation at a time.
type Evictor struct {
	Policy Policy
	Log    func(e Eviction) // told of each eviction, in order; nil for nobody
	All    bool             // permanent chunks may go too, by their keys

	keys  []float64
	order []ranked
	gone  map[string]bool
}

type ranked struct {
	key float64
	at  int
}

// Cut drops chunks of the lowest keys until the rest fits the budget, and returns what is kept and what
// went, in the order in which it went. A permanent chunk is never dropped, so the rest may still be over
// budget, with nothing else in it. The last to go may be larger than what was lacking; nothing is put
// back for it. A pool that fits is returned as it is. The slices are the caller's.
//
// As in the author's code, an evicted chunk takes others of its id along. A negative budget, and a chunk
// that can't be (Chunk.check), is an error.
func (e *Evictor) Cut(pool []*Chunk, budget int, now Now) (kept, gone []*Chunk, err error) {
	if budget < 0 {
		return nil, nil, fmt.Errorf("evict: a budget of %d tokens: want 0 or more", budget)
	}
	tokens := 0
	for _, c := range pool {
		if err := c.check(); err != nil {
			return nil, nil, err
		}
		tokens += c.Size
	}
	if tokens <= budget {
		return pool, nil, nil
	}
	e.keys = slices.Grow(e.keys[:0], len(pool))[:len(pool)]
	e.Policy.Keys(pool, now, e.keys)
	e.order = e.order[:0]
	for i, key := range e.keys {
		e.order = append(e.order, ranked{key, i})
	}
	// The place breaks ties, so the order is that of a stable sort.
	slices.SortFunc(e.order, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(a.key, b.key), a.at-b.at)
	})
	if e.gone == nil {
		e.gone = map[string]bool{}
	}
	clear(e.gone)
	noticing, _ := e.Policy.(Noticing)
	for _, r := range e.order {
		if tokens <= budget {
			break
		}
		c := pool[r.at]
		if c.Class == Permanent && !e.All {
			continue
		}
		tokens -= c.Size
		gone = append(gone, c)
		reason := BudgetExceeded
		if c.Size > budget {
			reason = TooLarge
		}
		if e.gone[c.ID] {
			reason = SameID
		}
		e.gone[c.ID] = true
		if noticing != nil {
			noticing.Evicted(c, r.key)
		}
		if e.Log != nil {
			e.Log(Eviction{c.ID, now.Turn, r.key, reason})
		}
	}
	kept = make([]*Chunk, 0, len(pool)-len(gone))
	for i, r := range e.order {
		at := i
		if _, sorted := e.Policy.(Sorted); sorted {
			at = r.at
		}
		if !e.gone[pool[at].ID] {
			kept = append(kept, pool[at])
		}
	}
	return kept, gone, nil
}
