package llm

import (
	"context"
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
