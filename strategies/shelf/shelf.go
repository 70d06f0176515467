// Package shelf keeps a conversation for strategies that show, drop and bring back whole messages: they say what goes and
// what comes, and it knows what belongs together and what is in the window.
package shelf

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
)

// Item is what is shown or left out as a whole: a message, or a tool call with its results, since providers refuse one
// without the other.
type Item struct {
	Window
	Place int  // among all items
	Away  bool // it has left the window
}

// Shelf is a conversation so far. The zero value is one in which nothing was said.
type Shelf struct {
	Items []*Item // all there ever were, in the order of their first messages
	Raw   []*Item // those in the window, in that order

	open   int // where the turn that is being answered begins
	calls  map[string]*Item
	newest arena.MessageIndex
}

// Add puts the next message into an item, which it returns: one of its own or, of a tool's result, that of its call, if
// that is of this turn. A message of the user begins a turn, and a reply ends it. A message whose index isn't above all
// before it is an error.
func (s *Shelf) Add(ctx context.Context, m arena.Message) (*Item, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if m.Index <= s.newest {
		return nil, fmt.Errorf("message %d comes after message %d: messages come once each, in order", m.Index, s.newest)
	}
	s.newest = m.Index
	if m.Role == llm.User {
		s.open = len(s.Items)
	}
	it := s.calls[m.ToolCallID]
	if m.Role != llm.Tool || it == nil || it.Place < s.open {
		it = &Item{Place: len(s.Items)}
		s.Items, s.Raw = append(s.Items, it), append(s.Raw, it)
	}
	it.Window = append(it.Window, m)
	for _, c := range m.ToolCalls {
		if s.calls == nil {
			s.calls = map[string]*Item{}
		}
		s.calls[c.ID] = it
	}
	if m.Role == llm.Assistant && len(m.ToolCalls) == 0 {
		s.open = len(s.Items)
	}
	return it, nil
}

// Leave lets items go that are in the window, and returns which messages those are.
func (s *Shelf) Leave(items ...*Item) []arena.MessageIndex {
	for _, it := range items {
		it.Away = true
	}
	s.Raw = slices.DeleteFunc(slices.Clone(s.Raw), func(it *Item) bool { return it.Away })
	return Messages(items...).Indexes()
}

// Return takes items back that have left, and returns which messages those are.
func (s *Shelf) Return(items ...*Item) []arena.MessageIndex {
	for _, it := range items {
		it.Away = false
	}
	s.Raw = append(slices.Clone(s.Raw), items...)
	slices.SortFunc(s.Raw, func(a, b *Item) int { return a.Place - b.Place })
	return Messages(items...).Indexes()
}

// Past are the items of the window that are of turns that are over: the one being answered takes nothing of a budget, and
// stays (arena.Env).
func (s *Shelf) Past() []*Item { return s.Raw[:len(s.Raw)-(len(s.Items)-s.open)] }

// Context shows items that are away, which are fetched, and the window, behind a system prompt.
func (s *Shelf) Context(system string, fetched ...*Item) arena.Context {
	before := Messages(fetched...)
	c := append(before, Messages(s.Raw...)...).Context(system)
	if len(before) > 0 {
		c.Fetched = slices.Clone(c.Shown[:len(before)])
	}
	return c
}

// Messages are those of items, in the order of the conversation.
func Messages(items ...*Item) Window {
	out := slices.Grow(Window(nil), Count(items))
	for _, it := range items {
		out = append(out, it.Window...)
	}
	slices.SortFunc(out, func(a, b arena.Message) int { return cmp.Compare(a.Index, b.Index) })
	return out
}

// Count is how many messages items have.
func Count(items []*Item) (n int) {
	for _, it := range items {
		n += len(it.Window)
	}
	return n
}

// Most are the oldest items of turns that are over, so that no fewer messages than so many stay in the window.
func (s *Shelf) Most(stay int) []*Item {
	n, messages := 0, Count(s.Raw)
	for past := s.Past(); n < len(past) && messages-len(past[n].Window) >= stay; n++ {
		messages -= len(past[n].Window)
	}
	return s.Raw[:n]
}

// Over are the oldest items of turns that are over, as many as have to go so that no more messages than so many stay.
func (s *Shelf) Over(stay int) []*Item {
	n, messages := 0, Count(s.Raw)
	for past := s.Past(); n < len(past) && messages > stay; n++ {
		messages -= len(past[n].Window)
	}
	return s.Raw[:n]
}

// Beyond are the oldest items of turns that are over that a window has no room for: what stays has no more than so many messages,
// nor more tokens than there is room for (0 for any number).
func (s *Shelf) Beyond(stay, room int, env arena.Env) []*Item {
	past, n := s.Past(), len(s.Over(stay))
	for room > 0 && n < len(past) && Messages(past[n:]...).Size(env) > room {
		n++
	}
	return past[:n]
}
