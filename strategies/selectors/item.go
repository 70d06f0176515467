package selectors

import (
	"fmt"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/strategies/discourse"
	"contextarena.internal/strategies/pipeline"
	"contextarena.internal/strategies/selection"
)

// item is what is shown or left out as a whole: a message, or a tool call with its results, since providers refuse
// one without the other.
type item struct {
	selection.Item // its ID is the index of its first message
	messages       []arena.Message
}

// text is what its messages say, a line each; of calls, the tools' names and arguments.
func (it *item) text() string {
	return pipeline.Window(it.messages).Text()
}

// list is the items of a conversation so far, in the order of their first messages.
type list struct {
	items  []*item
	calls  map[string]int // by ID of a tool call: its item's place
	refs   *discourse.References
	newest arena.MessageIndex
}

func newList() list { return list{calls: map[string]int{}, refs: discourse.NewReferences()} }

// add puts the next message, of a size in tokens, into an item: one of its own or, of a tool's result, that of its
// call, if that has a place from open on. A message whose index isn't above all before it is an error, and so is
// a size below 0.
func (l *list) add(m arena.Message, size, open int, at float64) error {
	if size < 0 {
		return fmt.Errorf("message %d: %d tokens: want 0 or more", m.Index, size)
	}
	if m.Index <= l.newest {
		return fmt.Errorf("message %d comes after message %d: messages come once each, in order", m.Index, l.newest)
	}
	l.newest = m.Index
	place, known := l.calls[m.ToolCallID]
	if m.Role != llm.Tool || !known || place < open {
		place = len(l.items)
		l.items = append(l.items, &item{Item: selection.Item{ID: int(m.Index), At: at}})
	}
	it := l.items[place]
	it.messages = append(it.messages, m)
	it.Tokens += size
	it.ToolCalls += len(m.ToolCalls)
	for _, c := range m.ToolCalls {
		l.calls[c.ID] = place
	}
	if m.Role == llm.Tool {
		it.Error = it.Error || discourse.Fails(m.Text)
	} else {
		it.Decision = it.Decision || discourse.Decides(m.Text)
	}
	places, unknown := l.refs.Add(m, place)
	for _, p := range places {
		if ref := l.items[p].ID; p != place && !slices.Contains(it.Refs, ref) {
			it.Refs = append(it.Refs, ref)
		}
	}
	for _, u := range unknown {
		it.Refs = append(it.Refs, int(u))
	}
	return nil
}

// messagesOf are the messages of items, in the order of the conversation.
func messagesOf(items []*item) []arena.Message {
	var out []arena.Message
	for _, it := range items {
		out = append(out, it.messages...)
	}
	slices.SortStableFunc(out, func(a, b arena.Message) int { return int(a.Index - b.Index) })
	return out
}
