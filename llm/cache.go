package llm

import (
	"context"
	"fmt"
	"sync"
)

// CacheStore keeps replies by key. It is safe for concurrent use.
type CacheStore interface {
	// Lookup finds a reply; false if there is none.
	Lookup(ctx context.Context, key Key) (Response, bool, error)
	// Store keeps a reply. It may return before the reply is durable, but a Lookup after it
	// finds it.
	Store(ctx context.Context, key Key, req Request, resp Response) error
}

// Cache answers from store what was asked before and asks next for the rest. Equal requests in
// flight are coalesced: one is asked and all get its reply, or its error. If the context of the
// one that asks is cancelled, another of those who wait asks anew. Errors are not kept;
// truncated and refused replies are. A reply that can't be stored is an error, because a reply
// that was paid for would be lost. Slices of a reply are shared: nobody may change them.
func Cache(next Client, store CacheStore) Client {
	var flights Flights[Key, Response]
	return ClientFunc(func(ctx context.Context, req Request) (Response, error) {
		key := req.Key()
		got, err := flights.Get(ctx, []Key{key}, 1, func(ctx context.Context, _ []Key) (map[Key]Response, error) {
			resp, ok, err := store.Lookup(ctx, key)
			if err != nil {
				return nil, fmt.Errorf("llm: looking up a cached reply: %w", err)
			}
			if ok {
				return map[Key]Response{key: resp}, nil
			}
			if resp, err = next.Complete(ctx, req); err != nil {
				return nil, err
			}
			// The reply is paid for: keep it even if the asker has left meanwhile.
			if err := store.Store(context.WithoutCancel(ctx), key, req, resp); err != nil {
				return nil, fmt.Errorf("llm: keeping a reply in the cache: %w", err)
			}
			return map[Key]Response{key: resp}, nil
		})
		return got[key], err
	})
}

// MemoryCache is an empty CacheStore that lives as long as the program: for tests and for runs
// without a database.
func MemoryCache() CacheStore { return &memoryCache{replies: map[Key]Response{}} }

type memoryCache struct {
	mu      sync.RWMutex
	replies map[Key]Response
}

func (m *memoryCache) Lookup(_ context.Context, key Key) (Response, bool, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	resp, ok := m.replies[key]
	return resp, ok, nil
}

func (m *memoryCache) Store(_ context.Context, key Key, _ Request, resp Response) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.replies[key] = resp
	return nil
}
