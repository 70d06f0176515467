package pipeline

import (
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
)

// Window is the messages that a strategy shows as they are, oldest first.
type Window []arena.Message

// Context shows the window behind a system prompt.
func (w Window) Context(system string) arena.Context {
	c := arena.Context{
		System:   system,
		Messages: make([]llm.Message, len(w)),
		Shown:    make([]arena.MessageIndex, len(w)),
	}
	for i, m := range w {
		c.Messages[i], c.Shown[i] = m.Message, m.Index
	}
	return c
}

// Text is what messages say, a line each; of calls, the tools' names and arguments.
func (w Window) Text() string {
	var lines []string
	for _, m := range w {
		if m.Text != "" {
			lines = append(lines, m.Text)
		}
		for _, c := range m.ToolCalls {
			lines = append(lines, c.Name+" "+c.Arguments)
		}
	}
	return strings.Join(lines, "\n")
}

// Leave lets the first n messages go and returns which those are. What was cut off before stays as it is.
func (w *Window) Leave(n int) []arena.MessageIndex {
	left := make([]arena.MessageIndex, n)
	for i, m := range (*w)[:n] {
		left[i] = m.Index
	}
	*w = append(Window(nil), (*w)[n:]...)
	return left
}

// Open is where the turn that is being answered begins: the user's newest message and the tool uses behind
// it. It is the length of the window once the assistant has replied. The model is given that turn whole,
// whatever the window shows of it, and it takes nothing of a budget (arena.Env).
func (w Window) Open() int {
	at := len(w)
	if at == 0 || w[at-1].Role == llm.Assistant && len(w[at-1].ToolCalls) == 0 {
		return at
	}
	for at > 0 && w[at-1].Turn == w[len(w)-1].Turn {
		at--
	}
	return at
}

// WholeTools moves a cut back so that no tool result is parted from the call it answers: a window that
// begins with a tool result would be refused by providers.
func (w Window) WholeTools(cut int) int {
	for cut > 0 && cut < len(w) && w[cut].Role == llm.Tool {
		cut--
	}
	return cut
}
