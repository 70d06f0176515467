package routed

import (
	"context"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/strategies/pipeline"
)

// delegate is the memory of a strategy that hears a conversation begin, then chooses another strategy
// and leaves everything to it. Until it has heard as many messages of the user as it decides by, every
// message stays raw; then they are given to the chosen memory one by one, and everything after them too.
// The cycles that the chosen memory would have had before come then. It never decides again.
type delegate struct {
	env   arena.Env
	after int // messages of the user
	// choose starts the chosen memory by what was heard.
	choose func(ctx context.Context, heard []arena.Message) (arena.Memory, error)

	heard  pipeline.Window // until it has decided
	users  int             // of them, by the user
	chosen arena.Memory    // nil until then
}

// Observe adds m, and decides once enough was heard.
func (d *delegate) Observe(ctx context.Context, m arena.Message) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if d.chosen != nil {
		return d.chosen.Observe(ctx, m)
	}
	d.heard = append(d.heard, m)
	if m.Role == llm.User {
		d.users++
	}
	if d.users < d.after {
		return nil
	}
	chosen, err := d.choose(ctx, d.heard)
	if err != nil {
		return err
	}
	d.chosen = chosen
	for _, m := range d.heard {
		if err := d.chosen.Observe(ctx, m); err != nil {
			return err
		}
	}
	d.heard = nil
	return nil
}

// Recall shows every message until it has decided, and then what the chosen memory shows.
func (d *delegate) Recall(ctx context.Context, query string) (arena.Context, error) {
	if d.chosen != nil {
		return d.chosen.Recall(ctx, query)
	}
	if err := ctx.Err(); err != nil {
		return arena.Context{}, err
	}
	return d.heard.Context(d.env.System), nil
}

// remarks are those of the chosen memory.
func (d *delegate) remarks() []string {
	if r, ok := d.chosen.(arena.Remarker); ok {
		return r.Remarks()
	}
	return nil
}
