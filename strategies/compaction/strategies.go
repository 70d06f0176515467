package compaction

import (
	"embed"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/strategies/prompt"
)

//go:embed prompts/*.tmpl
var promptFiles embed.FS

var prompts = prompt.Load(promptFiles, nil)

// data is what a prompt may quote.
type data struct {
	System, Knowledge, Transcript string
	Sentences, Words              int
}

// exchange is what was said from one message of the user to the next.
type exchange struct {
	messages []arena.Message
	size     int // what it takes of a budget
}

// entry is an exchange as package compaction has it.
func (x *exchange) entry() Entry {
	var said, calls, back []string
	for _, m := range x.messages {
		switch {
		case m.Role == llm.User:
			said = append(said, m.Text)
		case m.Text != "":
			back = append(back, m.Text)
		}
		for _, c := range m.ToolCalls {
			calls = append(calls, c.Name+" "+c.Arguments)
		}
	}
	return Entry{Reasoning: strings.Join(said, "\n"), Code: strings.Join(calls, "\n"), Output: strings.Join(back, "\n")}
}

// chat is what both strategies know of a conversation.
type chat struct {
	env    arena.Env
	shown  []*exchange     // as they were said, oldest first
	open   []arena.Message // of the exchange that isn't over
	notes  string          // shown behind the system prompt
	cycles int
}

// next adds a message, and returns the exchange that is over with it; nil if none is.
func (c *chat) next(m arena.Message) *exchange {
	var over *exchange
	if m.Role == llm.User && len(c.open) > 0 {
		over = &exchange{messages: c.open}
		for _, m := range c.open {
			over.size += c.env.SizeOf(m.Message)
		}
		c.shown, c.open = append(c.shown, over), nil
	}
	c.open = append(c.open, m)
	return over
}

// keep shows the newest exchanges alone, with notes, and reports the cycle if anything left or a model was asked.
func (c *chat) keep(newest int, notes string, cycle arena.Cycle) {
	out := c.shown[:len(c.shown)-newest]
	for _, x := range out {
		for _, m := range x.messages {
			cycle.Left = append(cycle.Left, m.Index)
		}
	}
	if len(cycle.Left) == 0 && cycle.Asked == 0 && notes == c.notes {
		return
	}
	c.shown, c.notes = append([]*exchange(nil), c.shown[len(out):]...), notes
	c.cycles++
	cycle.Text = notes
	c.env.Trace.Cycle(cycle)
}

// system is the system prompt with notes behind it.
func (c *chat) system(notes string) string {
	if notes == "" {
		return c.env.System
	}
	return prompts.Render(c.env, "recall.tmpl", data{System: c.env.System, Knowledge: prompt.Quote(notes)})
}

// context shows the notes, the exchanges that stay and the one that isn't over.
func (c *chat) context() arena.Context {
	out := arena.Context{System: c.system(c.notes)}
	show := func(ms []arena.Message) {
		for _, m := range ms {
			out.Messages, out.Shown = append(out.Messages, m.Message), append(out.Shown, m.Index)
		}
	}
	for _, x := range c.shown {
		show(x.messages)
	}
	show(c.open)
	return out
}

// size is what counts for a budget of notes and of the newest exchanges, but for the one that isn't over.
func (c *chat) size(notes string, newest int) int {
	n := 0
	if notes != "" {
		n = c.env.Tokens(strings.TrimPrefix(c.system(notes), c.env.System))
	}
	for _, x := range c.shown[len(c.shown)-newest:] {
		n += x.size
	}
	return n
}

// exceeds reports whether there is a budget and that is more.
func (c *chat) exceeds(notes string, newest int) bool {
	return c.env.Budget > 0 && c.size(notes, newest) > c.env.Budget
}

// room is how many tokens a summary may have: the setting, or what half of the budget leaves of it beside the words
// around it. The four are for counts that are more for a whole than for its parts.
func (c *chat) room(setting int) int {
	if c.env.Budget == 0 {
		return setting
	}
	return max(0, c.env.Budget/2-c.env.Tokens(prompts.Render(c.env, "recall.tmpl", data{}))-4)
}

// count is the size of a text as it is quoted.
func (c *chat) count(text string) int { return c.env.Tokens(prompt.Quote(text)) }

// fitting is how many of the newest exchanges, n at most, fit the half of a budget that isn't the summary's.
func (c *chat) fitting(n int) int {
	if c.env.Budget == 0 {
		return n
	}
	room, fit := c.env.Budget-c.env.Budget/2, 0
	for fit < min(n, len(c.shown)) {
		if room -= c.shown[len(c.shown)-1-fit].size; room < 0 {
			break
		}
		fit++
	}
	return fit
}
