package evictors

import (
	"fmt"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/strategies/evict"
)

// item is what is kept or evicted as a whole: a message, or a tool call with its results.
type item struct {
	chunk    evict.Chunk
	traits   traits
	messages []arena.Message
	settled  bool // its turn is over
	out      bool // evicted; messages are in the archive
	gone     bool // and have left that too
}

// text is all that is said in the item.
func (it *item) text() string {
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

// size is what a message takes of the budget: its text, and the names and arguments of its calls.
func size(m llm.Message, tokens func(string) int) int {
	n := tokens(m.Text)
	for _, c := range m.ToolCalls {
		n += tokens(c.Name) + tokens(c.Arguments)
	}
	return n
}

// transcript is the item as a model reads it.
func (it *item) transcript() string {
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
