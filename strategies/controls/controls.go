// Package controls holds the strategies no one would use: they bracket what the others can
// reach. full_context forgets nothing, none remembers nothing, and oracle is told which
// messages matter.
package controls

import (
	"context"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/strategies/correctionformat"
)

// FullContext shows every message and, if it is asked to, a list of what was corrected in them.
type FullContext struct {
	CorrectionFormat string `yaml:"correction_format" default:"none" oneof:"none explicit_negation contrastive_pair temporal_supersession authoritative_override re_derivation structured_diff socratic_elicitation" help:"shows corrections in the system prompt in this format of layer correction_format"`
}

// Name is "full_context".
func (FullContext) Name() string { return "full_context" }

// Version is an integer alone: there are no prompts but those of the list of corrections.
func (s FullContext) Version() string {
	if s.listless() {
		return "1"
	}
	return "1," + correctionformat.Layer{}.Version()
}

func (s FullContext) listless() bool { return s.CorrectionFormat == "" || s.CorrectionFormat == "none" }

// Start begins a trial.
func (s FullContext) Start(env arena.Env) (arena.Memory, error) {
	all := &memory{env: env, stays: func(arena.Message) bool { return true }}
	if s.listless() {
		return all, nil
	}
	return listCorrections(env, all, s.CorrectionFormat)
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

// Oracle shows the messages that state a probed fact, as the scenario lists them, and with the result
// of a tool its call: what a strategy could reach that kept all that matters and nothing else.
type Oracle struct{}

// Name is "oracle".
func (Oracle) Name() string { return "oracle" }

// Version is an integer alone: there are no prompts.
func (Oracle) Version() string { return "1" }

// ReadsEvidence marks the control.
func (Oracle) ReadsEvidence() {}

// Start begins a trial.
func (Oracle) Start(env arena.Env) (arena.Memory, error) {
	evidence := make(map[arena.MessageIndex]bool, len(env.Evidence))
	for _, i := range env.Evidence {
		evidence[i] = true
	}
	return &memory{env: env, stays: func(m arena.Message) bool { return evidence[m.Index] }}, nil
}

// memory keeps the messages that stay and, of the others, only the newest: a message, or a tool
// call with its results, which providers refuse to see apart. They all stay if one of them does.
type memory struct {
	env    arena.Env
	stays  func(arena.Message) bool
	kept   []llm.Message        // never changed in place: what was recalled shares it
	shown  []arena.MessageIndex // of kept
	newest int                  // how many at the end of kept don't stay
}

// Observe adds m; what isn't to stay leaves before it.
func (c *memory) Observe(ctx context.Context, m arena.Message) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if c.newest > 0 && m.Role != llm.Tool {
		from := len(c.kept) - c.newest
		left := slices.Clone(c.shown[from:])
		c.kept, c.shown, c.newest = slices.Clip(c.kept[:from]), slices.Clip(c.shown[:from]), 0
		c.env.Trace.Cycle(arena.Cycle{Left: left})
	}
	c.kept, c.shown = append(c.kept, m.Message), append(c.shown, m.Index)
	switch {
	case m.Role == llm.Tool && (c.newest == 0 || c.stays(m)):
		c.newest = 0
	case !c.stays(m):
		c.newest++
	}
	return nil
}

// Recall shows what is kept, whatever the query. Contexts share their messages: a copy for every turn
// of a long conversation that stays whole would be quadratic in it.
func (c *memory) Recall(ctx context.Context, _ string) (arena.Context, error) {
	if err := ctx.Err(); err != nil {
		return arena.Context{}, err
	}
	return arena.Context{System: c.env.System, Messages: slices.Clip(c.kept), Shown: slices.Clip(c.shown)}, nil
}
