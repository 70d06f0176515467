package shelf

import (
	"fmt"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
)

// Window is messages as they were said, oldest first.
type Window []arena.Message

// Context shows the messages behind a system prompt.
func (w Window) Context(system string) arena.Context {
	c := arena.Context{System: system, Messages: make([]llm.Message, len(w)), Shown: make([]arena.MessageIndex, len(w))}
	for i, m := range w {
		c.Messages[i], c.Shown[i] = m.Message, m.Index
	}
	return c
}

// Indexes are those of the messages.
func (w Window) Indexes() (out []arena.MessageIndex) {
	for _, m := range w {
		out = append(out, m.Index)
	}
	return out
}

// Size is what the messages take of a budget.
func (w Window) Size(env arena.Env) (n int) {
	for _, m := range w {
		n += env.SizeOf(m.Message)
	}
	return n
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

// Transcript is the messages as a model reads them.
func (w Window) Transcript() string {
	var b strings.Builder
	for _, m := range w {
		fmt.Fprintf(&b, "%s: %s\n", m.Role, m.Text)
		for _, c := range m.ToolCalls {
			fmt.Fprintf(&b, "%s calls %s %s\n", m.Role, c.Name, c.Arguments)
		}
	}
	return b.String()
}
