// Package window is the strategy that keeps the newest messages and forgets the rest.
package window

import (
	"context"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/strategies/pipeline"
)

// Window shows the newest Size messages. What leaves is gone: it has no memory text.
type Window struct {
	Size int `yaml:"size" default:"10" min:"1" max:"100000" help:"newest messages that are kept"`
}

// Name is "window".
func (Window) Name() string { return "window" }

// Version is an integer alone: there are no prompts.
func (Window) Version() string { return "1" }

// Start begins a trial.
func (s Window) Start(env arena.Env) (arena.Memory, error) {
	return &memory{env: env, size: s.Size}, nil
}

type memory struct {
	env  arena.Env
	size int
	kept pipeline.Window
}

// Observe adds m and lets the oldest messages go that no longer fit. A tool result goes with the
// call it answers, because providers refuse one without the other.
func (w *memory) Observe(ctx context.Context, m arena.Message) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	w.kept = append(w.kept, m)
	over := len(w.kept) - w.size
	if over <= 0 {
		return nil
	}
	for over < len(w.kept) && w.kept[over].Role == llm.Tool {
		over++
	}
	w.env.Trace.Cycle(arena.Cycle{Left: w.kept.Leave(over)})
	return nil
}

// Recall shows what is kept, whatever the query.
func (w *memory) Recall(ctx context.Context, _ string) (arena.Context, error) {
	if err := ctx.Err(); err != nil {
		return arena.Context{}, err
	}
	return w.kept.Context(w.env.System), nil
}
