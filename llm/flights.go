package llm

import (
	"context"
	"maps"
	"sync"
)

// Flights coalesce what is asked: of those who want the same at the same time one asks, and all get
// what came. The zero value is ready; it is safe for concurrent use.
type Flights[K comparable, V any] struct {
	mu   sync.Mutex
	open map[K]*flight[V]
}

// flight is a key being asked for. Its fields are set before landed is closed.
type flight[V any] struct {
	landed chan struct{}
	value  V
	found  bool
	err    error // nil also if those who wait shall ask anew
}

// Get finds the values of keys, of which no two are equal. Ask finds those that nobody else is asking
// for, at most so many at once as batch says; it may return some of them with an error. An error that
// came to a key asked for alone is shared by all who wait for it; if ask fails for several, panics, or
// its ctx ends, those who wait ask anew, since the fault may not be theirs.
func (f *Flights[K, V]) Get(ctx context.Context, keys []K, batch int, ask func(context.Context, []K) (map[K]V, error)) (map[K]V, error) {
	out := make(map[K]V, len(keys))
	for len(keys) > 0 {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		now := keys[:min(batch, len(keys))]
		mine, others := f.board(now)
		if len(mine) > 0 {
			got, err := f.ask(ctx, mine, ask)
			if err != nil {
				return nil, err
			}
			maps.Copy(out, got)
		}
		var again []K
		for _, k := range now {
			other := others[k]
			if other == nil {
				continue
			}
			select {
			case <-ctx.Done():
				return nil, ctx.Err()
			case <-other.landed:
			}
			switch {
			case other.err != nil:
				return nil, other.err
			case other.found:
				out[k] = other.value
			default:
				again = append(again, k)
			}
		}
		keys = append(again, keys[len(now):]...)
	}
	return out, nil
}

// board parts keys into those that nobody asks for yet, which the caller has to, and the flights of the others.
func (f *Flights[K, V]) board(keys []K) (mine []K, others map[K]*flight[V]) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.open == nil {
		f.open = map[K]*flight[V]{}
	}
	for _, k := range keys {
		if other := f.open[k]; other != nil {
			if others == nil {
				others = map[K]*flight[V]{}
			}
			others[k] = other
			continue
		}
		f.open[k] = &flight[V]{landed: make(chan struct{})}
		mine = append(mine, k)
	}
	return mine, others
}

// ask asks for keys and lands their flights. Should ask panic, they land without a value.
func (f *Flights[K, V]) ask(ctx context.Context, keys []K, ask func(context.Context, []K) (map[K]V, error)) (got map[K]V, err error) {
	defer func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		for _, k := range keys {
			own := f.open[k]
			delete(f.open, k)
			own.value, own.found = got[k]
			if !own.found && len(keys) == 1 && ctx.Err() == nil {
				own.err = err
			}
			close(own.landed)
		}
	}()
	return ask(ctx, keys)
}
