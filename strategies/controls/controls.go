// Package controls holds the strategies no one would use: they bracket what the others can
// reach. full_context forgets nothing, none remembers nothing, and oracle is told which
// messages matter.
package controls

import (
	"context"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
)

// FullContext shows every message.
type FullContext struct{}

// Name is "full_context".
func (FullContext) Name() string { return "full_context" }

// Version is an integer alone: there are no prompts.
func (FullContext) Version() string { return "1" }

// Start begins a trial.
func (FullContext) Start(env arena.Env) (arena.Memory, error) {
	return &memory{env: env, stays: func(arena.Message) bool { return true }}, nil
}

// None shows the newest message and nothing before it. What it answers is known without the
// conversation.
type None struct{}

// Name is "none".
func (None) Name() string { return "none" }

// Version is an integer alone: there are no prompts.
func (None) Version() string { return "1" }

// Start begins a trial.
func (None) Start(env arena.Env) (arena.Memory, error) {
	return &memory{env: env, stays: func(arena.Message) bool { return false }}, nil
}

// Oracle shows the user messages that state a probed fact, as the scenario lists them: what a
// strategy could reach that kept all that matters and nothing else.
type Oracle struct{}

// Name is "oracle".
func (Oracle) Name() string { return "oracle" }

// Version is an integer alone: there are no prompts.
func (Oracle) Version() string { return "1" }

// ReadsEvidence marks the control.
func (Oracle) ReadsEvidence() {}

// Start begins a trial.
func (Oracle) Start(env arena.Env) (arena.Memory, error) {
	evidence := make(map[arena.Turn]bool, len(env.Evidence))
	for _, t := range env.Evidence {
		evidence[t] = true
	}
	return &memory{env: env, stays: func(m arena.Message) bool {
		return m.Role == llm.User && evidence[m.Turn]
	}}, nil
}

// memory keeps the messages that stay and, of the others, only the newest: a message, or a tool
// call with its results, which providers refuse to see apart.
type memory struct {
	env    arena.Env
	stays  func(arena.Message) bool
	kept   []arena.Message
	newest int // how many at the end of kept don't stay
}

// Observe adds m; what isn't to stay leaves before it.
func (c *memory) Observe(ctx context.Context, m arena.Message) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if c.newest > 0 && m.Role != llm.Tool {
		from := len(c.kept) - c.newest
		left := make([]arena.MessageIndex, 0, c.newest)
		for _, old := range c.kept[from:] {
			left = append(left, old.Index)
		}
		c.kept, c.newest = c.kept[:from], 0
		c.env.Trace.Cycle(arena.Cycle{Left: left})
	}
	c.kept = append(c.kept, m)
	if !c.stays(m) {
		c.newest++
	}
	return nil
}

// Recall shows what is kept, whatever the query.
func (c *memory) Recall(ctx context.Context, _ string) (arena.Context, error) {
	if err := ctx.Err(); err != nil {
		return arena.Context{}, err
	}
	out := arena.Context{System: c.env.System}
	for _, m := range c.kept {
		out.Messages, out.Shown = append(out.Messages, m.Message), append(out.Shown, m.Index)
	}
	return out, nil
}
