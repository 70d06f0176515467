package serve

import (
	"encoding/binary"
	"sync"

	"contextarena.internal/llm"
)

// mostSeen is how many requests a generation of seen holds: some 10 MB.
const mostSeen = 1 << 18

// seen knows how often each request came before. Its memory is bounded: when the young
// generation is full it becomes the old one, and what wasn't asked again meanwhile is forgotten.
type seen struct {
	mu         sync.Mutex
	young, old map[uint64]uint32 // by the first 8 bytes of the key
}

// again counts a request and returns how often it came before.
func (s *seen) again(key llm.Key) uint32 {
	k := binary.LittleEndian.Uint64(key[:8])
	s.mu.Lock()
	defer s.mu.Unlock()
	n, ok := s.young[k]
	if !ok {
		n = s.old[k]
	}
	if len(s.young) >= mostSeen && !ok {
		s.young, s.old = nil, s.young
	}
	if s.young == nil {
		s.young = map[uint64]uint32{}
	}
	s.young[k] = n + 1
	return n
}
