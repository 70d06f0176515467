package evictors

import (
	"fmt"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/strategies/evict"
)

// piece is what is kept or evicted as a whole: a message, or a tool call with its results.
type piece struct {
	chunk    evict.Chunk
	traits   traits
	messages []arena.Message
	settled  bool // its turn is over
	out      bool // evicted; messages are in the archive
	gone     bool // and have left that too
}

// text is all that is said in the item.
func (it *piece) text() string {
	var b strings.Builder
	for _, m := range it.messages {
		b.WriteString(m.Text)
		for _, c := range m.ToolCalls {
			fmt.Fprintf(&b, " %s %s", c.Name, c.Arguments)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// transcript is the item as a model reads it.
func (it *piece) transcript() string {
	var b strings.Builder
	for _, m := range it.messages {
		for _, c := range m.ToolCalls {
			fmt.Fprintf(&b, "%s calls %s %s\n", m.Role, c.Name, c.Arguments)
		}
		if m.Text != "" {
			fmt.Fprintf(&b, "%s: %s\n", m.Role, m.Text)
		}
	}
	return b.String()
}
