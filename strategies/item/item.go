// Package item makes of a conversation the pieces that are shown or left out as a whole, and tells of each,
// without a model, what it is and what it refers to.
package item

import (
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
)

// Item is a message, or a tool call with its results: providers refuse one without the other.
type Item struct {
	Messages []arena.Message
	Tokens   int  // of all its messages
	Calls    int  // of tools
	Decision bool // it settles something: see Decides
	Error    bool // something went wrong: see Fails
	// Refs are the first messages of the items it refers to, ascending, each once: those that the script names,
	// of what the assistant says or calls the user's message it answers, and what it quotes. A result's call is
	// part of the item itself.
	Refs []arena.MessageIndex
}

// ID is the index of its first message.
func (it *Item) ID() arena.MessageIndex { return it.Messages[0].Index }

// Text is what its messages say, a line each; of calls, the tools' names and arguments.
func (it *Item) Text() string {
	var lines []string
	for _, m := range it.Messages {
		if m.Text != "" {
			lines = append(lines, m.Text)
		}
		for _, c := range m.ToolCalls {
			lines = append(lines, c.Name+" "+c.Arguments)
		}
	}
	return strings.Join(lines, "\n")
}

// List is the items of a conversation so far, oldest first. Its zero value is one without any.
type List struct {
	Items  []*Item
	folded []string           // by item: its text as quotes are looked for in it
	asked  arena.MessageIndex // the user's newest message
	newest arena.MessageIndex
}

// Add puts the next message of the conversation, of a size in tokens, into an item, which it returns: one of its
// own or, of a tool's result, that of the call. A message whose index isn't above all before it is an error, and
// so is a size below 0.
func (l *List) Add(m arena.Message, size int) (*Item, error) {
	if size < 0 {
		return nil, fmt.Errorf("message %d: %d tokens: want 0 or more", m.Index, size)
	}
	if m.Index <= l.newest {
		return nil, fmt.Errorf("message %d comes after message %d: messages come once each, in order", m.Index, l.newest)
	}
	l.newest = m.Index
	last := len(l.Items) - 1
	if m.Role != llm.Tool || last < 0 || l.Items[last].Calls == 0 {
		l.Items, l.folded = append(l.Items, &Item{}), append(l.folded, "")
		last++
	}
	it := l.Items[last]
	l.refer(it, m)
	it.Messages = append(it.Messages, m)
	it.Tokens += size
	it.Calls += len(m.ToolCalls)
	it.Decision = it.Decision || m.Role != llm.Tool && Decides(m.Text)
	it.Error = it.Error || Fails(m.Text)
	l.folded[last] += fold(m.Text) + "\n"
	if m.Role == llm.User {
		l.asked = m.Index
	}
	return it, nil
}

// refer notes what the next message of an item refers to.
func (l *List) refer(it *Item, m arena.Message) {
	to := slices.Clone(it.Refs)
	for _, i := range m.Refs {
		to = append(to, l.id(i))
	}
	if m.Role == llm.Assistant && l.asked > 0 {
		to = append(to, l.asked)
	}
	for _, said := range Quotes(m.Text) {
		for k := len(l.Items) - 1; k >= 0; k-- {
			if l.Items[k] != it && strings.Contains(l.folded[k], said) {
				to = append(to, l.Items[k].ID())
				break
			}
		}
	}
	slices.Sort(to)
	it.Refs = slices.Compact(to)
}

// id is that of the item a message is in; of a message that isn't there, its own index.
func (l *List) id(m arena.MessageIndex) arena.MessageIndex {
	for _, it := range l.Items {
		if len(it.Messages) > 0 && it.ID() <= m && m <= it.Messages[len(it.Messages)-1].Index {
			return it.ID()
		}
	}
	return m
}
