package pruners

import (
	"fmt"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/strategies/pipeline"
)

// item is what is shown or left out as a whole: a message, or a tool call with its results, since providers refuse one
// without the other.
type item struct {
	messages pipeline.Window
	tokens   int
	calls    bool // tools
}

// add puts the next message of the conversation into an item: one of its own or, of a tool's result, that of the call
// before it, unless that is of an earlier turn. A message whose index isn't above all before it is an error.
func (s *memory) add(m arena.Message) error {
	if m.Index <= s.newest {
		return fmt.Errorf("message %d comes after message %d: messages come once each, in order", m.Index, s.newest)
	}
	s.newest = m.Index
	last := len(s.items) - 1
	if m.Role != llm.Tool || last < s.past || !s.items[last].calls {
		s.items = append(s.items, &item{})
		last++
	}
	it := s.items[last]
	it.messages = append(it.messages, m)
	it.tokens += arena.SizeOf(m.Message, s.env.Tokens)
	it.calls = it.calls || len(m.ToolCalls) > 0
	return nil
}
