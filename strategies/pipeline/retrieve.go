package pipeline

import (
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/strategies/shelf"
)

// retriever makes a context of what is remembered and the raw window.
type retriever interface {
	// remember takes the memory after a cycle: the layers' own parts, which are shown whole, and the
	// notes.
	remember(beside []string, notes string)
	// show is the context for a query. It changes nothing and is safe for concurrent use.
	show(query string, window shelf.Window) arena.Context
}

// joinedParts is a memory as one text.
func joinedParts(beside []string, notes string) string {
	return strings.Join(append(beside[:len(beside):len(beside)], notes), "\n\n")
}

// shown are those parts as a model sees them: layers keep what is said and the newest of it, so their parts win over the notes.
func shown(env arena.Env, beside []string, notes string) string {
	if len(beside) > 0 && notes != "" {
		beside = append(beside[:len(beside):len(beside)], strings.TrimSpace(render(env, "beside.tmpl", data{})))
	}
	return joinedParts(beside, notes)
}

// systemPrefix shows all notes behind the system prompt.
type systemPrefix struct {
	env    arena.Env
	prompt string
}

func (r *systemPrefix) remember(beside []string, notes string) {
	r.prompt = systemPrompt(r.env, shown(r.env, beside, notes))
}

func (r *systemPrefix) show(_ string, window shelf.Window) arena.Context {
	return window.Context(r.prompt)
}

// systemPrompt puts the notes, if there are any, behind the scenario's system prompt.
func systemPrompt(env arena.Env, notes string) string {
	if notes == "" {
		return env.System
	}
	return render(env, "recall.tmpl", data{System: env.System, Knowledge: notes})
}

// interleaved shows all notes as a message of the user in the place of the messages that left, before
// the window. The system prompt never changes, so a provider's cache of the beginning of a
// conversation holds it. Where the window begins with a user's message the assistant acknowledges the
// notes, since providers want the two to alternate.
type interleaved struct {
	env   arena.Env
	notes string
}

func (r *interleaved) remember(beside []string, notes string) {
	r.notes = ""
	if all := shown(r.env, beside, notes); all != "" {
		r.notes = strings.TrimSpace(render(r.env, "recall_message.tmpl", data{Knowledge: all}))
	}
}

func (r *interleaved) show(_ string, window shelf.Window) arena.Context {
	c := window.Context(r.env.System)
	if r.notes == "" {
		return c
	}
	before := []llm.Message{{Role: llm.User, Text: r.notes}}
	if len(window) > 0 && window[0].Role == llm.User {
		before = append(before, llm.Message{Role: llm.Assistant, Text: "Understood."})
	}
	c.Messages = append(before, c.Messages...)
	return c
}
