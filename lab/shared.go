package lab

import (
	"context"
	"sync"

	"contextarena.internal/llm"
)

// shared keeps the replies of late in memory, for a run in which many trials on the same scenario ask
// the same. The zero value is ready.
type shared struct {
	mu      sync.Mutex
	replies map[llm.Key]llm.Response
}

// mostShared bounds the replies that are kept. Trials of one scenario follow each other, and those of
// other scenarios ask other things, so all go when there are too many.
const mostShared = 1 << 14

// Lookup finds a reply.
func (s *shared) Lookup(_ context.Context, key llm.Key) (llm.Response, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r, ok := s.replies[key]
	return r, ok, nil
}

// Store keeps a reply.
func (s *shared) Store(_ context.Context, key llm.Key, _ llm.Request, r llm.Response) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.replies == nil || len(s.replies) >= mostShared {
		s.replies = map[llm.Key]llm.Response{}
	}
	s.replies[key] = r
	return nil
}
