package routed

import (
	"context"
	"errors"
	"fmt"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/strategies/shelf"
)

// delegate is the memory of a strategy that hears a conversation begin, then chooses another strategy
// and leaves everything to it. Until it has heard as many messages of the user as it decides by, every
// message stays raw; then they are given to the chosen memory one by one, and everything after them too.
// The cycles that the chosen memory would have had before come then. It never decides again.
type delegate struct {
	name    string // of the strategy that chooses
	env     arena.Env
	options []option
	after   int // messages of the user
	// choose starts the chosen memory by what was heard.
	choose func(ctx context.Context, heard []arena.Message) (arena.Memory, error)

	heard  shelf.Window // until it has decided
	users  int          // of them, by the user
	chosen arena.Memory // nil until then
	remark string       // what was chosen
}

// offer makes the options of a policy. The error lists all that can't be played.
func (d *delegate) offer(candidates []Candidate, models map[string]llm.Model) error {
	var errs []error
	for _, c := range candidates {
		o, err := optionOf(c, d.env, models)
		errs, d.options = append(errs, err), append(d.options, o)
	}
	return errors.Join(errs...)
}

func (d *delegate) warn(format string, args ...any) {
	d.env.Trace.Warn(d.name + ": " + fmt.Sprintf(format, args...))
}

// measuredWith warns if another model answers than the policy was measured with.
func (d *delegate) measuredWith(model string) {
	if have := d.env.Model.String(); have != model {
		d.warn("the policy was measured with %s, and %s answers here", model, have)
	}
}

// play starts an option, and says why it was chosen.
func (d *delegate) play(o option, why string) (arena.Memory, error) {
	env := d.env
	env.MemoryModel, env.Policies, env.Strategy = o.memory, nil, nil
	m, err := o.strategy.Start(env)
	if err != nil {
		return nil, fmt.Errorf("%s: start %s: %w", d.name, o.label, err)
	}
	d.remark = fmt.Sprintf("%s: played %s, %s", d.name, o.label, why)
	return m, nil
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

// Remarks say what was chosen, and what the chosen memory has to say.
func (d *delegate) Remarks() []string {
	if d.chosen == nil {
		return []string{fmt.Sprintf("%s: never decided: it heard %d of %d messages of the user", d.name, d.users, d.after)}
	}
	out := []string{d.remark}
	if r, ok := d.chosen.(arena.Remarker); ok {
		out = append(out, r.Remarks()...)
	}
	return out
}
