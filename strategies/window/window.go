// Package window is the strategy that keeps the newest messages and forgets the rest.
package window

import (
	"context"

	"contextarena.internal/arena"
	"contextarena.internal/strategies/shelf"
)

// Window shows the newest Size messages. What leaves is gone: it has no memory text.
type Window struct {
	Size int `yaml:"size" default:"0" min:"0" max:"100000" help:"newest messages that are kept (0: 10, or as many as fit where the run gives a budget)"`
}

// Name is "window".
func (Window) Name() string { return "window" }

// Version is an integer alone: there are no prompts.
func (Window) Version() string { return "1" }

// Start begins a trial.
func (s Window) Start(env arena.Env) (arena.Memory, error) {
	switch {
	case s.Size > 0:
	case env.Budget > 0:
		s.Size = 100_000
	default:
		s.Size = 10
	}
	return &memory{env: env, size: s.Size}, nil
}

type memory struct {
	shelf.Shelf
	env  arena.Env
	size int
}

// Observe adds m and lets the oldest items go that no longer fit.
func (w *memory) Observe(ctx context.Context, m arena.Message) error {
	_, err := w.Add(ctx, m)
	if over := w.Beyond(w.size, w.env.Budget, w.env); err == nil && len(over) > 0 {
		w.env.Trace.Cycle(arena.Cycle{Left: w.Leave(over...)})
	}
	return err
}

// Recall shows what is kept, whatever the query.
func (w *memory) Recall(ctx context.Context, _ string) (arena.Context, error) {
	return w.Context(w.env.System), ctx.Err()
}
