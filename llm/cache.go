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
	return &cache{next: next, store: store, flights: map[Key]*flight{}}
}

type cache struct {
	next  Client
	store CacheStore

	mu      sync.Mutex
	flights map[Key]*flight
}

// flight is a request being asked. Its fields are set before landed is closed.
type flight struct {
	landed  chan struct{}
	resp    Response
	err     error
	aborted bool // the asker gave up; the error is its own affair
}

func (c *cache) Complete(ctx context.Context, req Request) (Response, error) {
	key := req.Key()
	for {
		if err := ctx.Err(); err != nil {
			return Response{}, err
		}
		c.mu.Lock()
		f, flying := c.flights[key]
		if !flying {
			f = &flight{landed: make(chan struct{}), aborted: true}
			c.flights[key] = f
		}
		c.mu.Unlock()
		if !flying {
			return c.ask(ctx, key, req, f)
		}
		select {
		case <-ctx.Done():
			return Response{}, ctx.Err()
		case <-f.landed:
			if !f.aborted {
				return f.resp, f.err
			}
		}
	}
}

// ask finds or fetches the reply on behalf of all who wait for f. Should next panic, f lands
// aborted and the next in line asks.
func (c *cache) ask(ctx context.Context, key Key, req Request, f *flight) (Response, error) {
	defer func() {
		c.mu.Lock()
		delete(c.flights, key)
		c.mu.Unlock()
		close(f.landed)
	}()
	f.resp, f.err = c.fetch(ctx, key, req)
	f.aborted = f.err != nil && ctx.Err() != nil
	return f.resp, f.err
}

func (c *cache) fetch(ctx context.Context, key Key, req Request) (Response, error) {
	resp, ok, err := c.store.Lookup(ctx, key)
	if err != nil {
		return Response{}, fmt.Errorf("llm: looking up a cached reply: %w", err)
	}
	if ok {
		return resp, nil
	}
	resp, err = c.next.Complete(ctx, req)
	if err != nil {
		return Response{}, err
	}
	// The reply is paid for: keep it even if the asker has left meanwhile.
	if err := c.store.Store(context.WithoutCancel(ctx), key, req, resp); err != nil {
		return Response{}, fmt.Errorf("llm: keeping a reply in the cache: %w", err)
	}
	return resp, nil
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
