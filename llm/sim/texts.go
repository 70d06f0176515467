package sim

import (
	"strings"
	"sync"

	"contextarena.internal/llm/sim/read"
)

// texts remembers the clauses of texts read before: a conversation is sent again with every
// request. It forgets everything when it is full, which changes no reply.
type texts struct {
	mu   sync.RWMutex
	read map[said][]*read.Clause
	size int
}

// said is a text in somebody's mouth.
type said struct{ speaker, text string }

// textsSize bounds the bytes of text remembered. Clauses take several times as much.
const textsSize = 8 << 20

// of reads a text. A clause without a speaker of its own gets the given one.
func (t *texts) of(speaker, text string) []*read.Clause {
	text = strings.TrimLeft(strings.TrimSpace(text), ":]* ") // what may be left of a speaker's mark
	key := said{speaker, text}
	t.mu.RLock()
	clauses, ok := t.read[key]
	t.mu.RUnlock()
	if ok {
		return clauses
	}
	values := read.Clauses(text)
	clauses = make([]*read.Clause, len(values))
	for i := range values {
		if values[i].Speaker == "" {
			values[i].Speaker = speaker
		}
		if values[i].Kind == read.Plain && !values[i].Asks {
			values[i].Kind = plainKind(values[i].Text)
		}
		clauses[i] = &values[i]
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.read == nil || t.size > textsSize {
		t.read, t.size = map[said][]*read.Clause{}, 0
	}
	t.read[key] = clauses
	t.size += len(text) + 64
	return clauses
}
