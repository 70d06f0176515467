package sim

import "sync"

// memo remembers what was worked out of texts in worlds, so that a text that comes again isn't read again. Its zero value
// is empty, and it is safe for concurrent use.
type memo[V any] struct {
	mu    sync.Mutex
	known map[textIn]V
	size  int
}

type textIn struct {
	world *World
	text  string
}

// mostRemembered bounds what is remembered, in bytes: beyond it everything is forgotten.
const mostRemembered = 8 << 20

// of is what work makes of a text, which also says how many bytes that takes. It depends on nothing else, since two who ask at once may both work it out.
func (m *memo[V]) of(w *World, text string, work func(*World, string) (V, int)) V {
	key := textIn{w, text}
	m.mu.Lock()
	found, ok := m.known[key]
	m.mu.Unlock()
	if ok {
		return found
	}
	found, size := work(w, text)
	size += len(text) + 64
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.size += size; m.known == nil || m.size > mostRemembered {
		m.known, m.size = map[textIn]V{}, size
	}
	m.known[key] = found
	return found
}
