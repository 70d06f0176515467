// Package pipeline is the family of strategies that keep a raw window of recent messages and
// notes on everything older.
//
// A pipeline is four choices, made once each and combined by a preset such as rlm:
//
//  1. manage (manage.go): when a cycle is due, and which messages then leave the window;
//  2. encode (encode.go): what a model writes about the messages that leave;
//  3. store (store.go): how that joins the notes there already are;
//  4. retrieve (retrieve.go): how the notes and the window become a context.
package pipeline

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
)

// modules are the four choices of one pipeline.
type modules struct {
	manage manager
	encode encoder
	store  notebook
}

// memory is a pipeline during one trial.
type memory struct {
	modules
	env    arena.Env
	window []arena.Message
	cycles int
	system string // the system prompt with the notes, as Recall shows it
}

// start begins a trial with an empty window and empty notes.
func start(env arena.Env, m modules) (arena.Memory, error) {
	if env.Client == nil {
		return nil, errors.New("pipeline: a client is needed to write the memory")
	}
	return &memory{modules: m, env: env, system: env.System}, nil
}

// Observe adds m to the window and, when a cycle is due, moves the window's older part into the
// notes. Cycles happen on user messages only, just before a reply is needed.
func (p *memory) Observe(ctx context.Context, m arena.Message) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	p.window = append(p.window, m)
	p.manage.saw()
	if m.Role != llm.User {
		return nil
	}
	cut := wholeTools(p.window, p.manage.cut(len(p.window)))
	if cut == 0 {
		return nil
	}
	return p.cycle(ctx, cut)
}

// cycle writes the first cut messages of the window into the notes and lets them go. If it
// fails nothing has changed.
func (p *memory) cycle(ctx context.Context, cut int) error {
	segment := p.window[:cut]
	written, err := p.encode.encode(ctx, p.env, segment, p.store)
	if err != nil {
		return fmt.Errorf("memory cycle %d: %w", p.cycles+1, err)
	}
	p.cycles++
	for _, w := range written.warnings {
		p.env.Trace.Warn(fmt.Sprintf("cycle %d: %s", p.cycles, w))
	}
	p.store.add(written)
	p.system = systemPrompt(p.env.System, p.store.text())
	left := make([]arena.MessageIndex, len(segment))
	for i, m := range segment {
		left[i] = m.Index
	}
	p.window = append([]arena.Message(nil), p.window[cut:]...)
	p.manage.cycled()
	p.env.Trace.Cycle(arena.Cycle{Left: left, Text: p.store.text(), Stop: written.stop})
	return nil
}

// Recall shows the notes in the system prompt and the window as it is. It doesn't depend on
// the query.
func (p *memory) Recall(ctx context.Context, _ string) (arena.Context, error) {
	if err := ctx.Err(); err != nil {
		return arena.Context{}, err
	}
	return systemPrefix(p.system, p.window), nil
}

// wholeTools moves a cut back so that no tool result is parted from the call it answers: a
// window that begins with a tool result would be refused by providers.
func wholeTools(window []arena.Message, cut int) int {
	for cut > 0 && cut < len(window) && window[cut].Role == llm.Tool {
		cut--
	}
	return cut
}

// transcript writes messages as a model reads them.
func transcript(ms []arena.Message) string {
	var b strings.Builder
	for _, m := range ms {
		fmt.Fprintf(&b, "%s: %s\n", m.Role, m.Text)
		for _, c := range m.ToolCalls {
			fmt.Fprintf(&b, "%s calls %s %s\n", m.Role, c.Name, c.Arguments)
		}
	}
	return b.String()
}
