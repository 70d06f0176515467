package pipeline

import (
	"contextarena.internal/arena"
	"contextarena.internal/llm"
)

// systemPrompt puts the notes, if there are any, behind the scenario's system prompt.
func systemPrompt(system, notes string) string {
	if notes == "" {
		return system
	}
	return render("recall.tmpl", data{System: system, Knowledge: notes})
}

// systemPrefix shows the window raw under a system prompt.
func systemPrefix(system string, window []arena.Message) arena.Context {
	c := arena.Context{
		System:   system,
		Messages: make([]llm.Message, len(window)),
		Shown:    make([]arena.MessageIndex, len(window)),
	}
	for i, m := range window {
		c.Messages[i], c.Shown[i] = m.Message, m.Index
	}
	return c
}
