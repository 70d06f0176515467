// Package controls holds the strategies no one would use: they bracket what the others can
// reach. full_context forgets nothing, none remembers nothing, and oracle is told which
// messages matter.
package controls

import (
	"cmp"
	"context"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/strategies/bm25"
	"contextarena.internal/strategies/correctionformat"
	"contextarena.internal/strategies/shelf"
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
	return "1," + correctionformat.Layer{}.Prompts().Version()
}

func (s FullContext) listless() bool { return s.CorrectionFormat == "" || s.CorrectionFormat == "none" }

// Start begins a trial.
func (s FullContext) Start(env arena.Env) (arena.Memory, error) {
	all := &whole{env: env}
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
	return &chosen{env: env}, nil
}

// Oracle shows the messages that state a probed fact, as the scenario lists them, and with the result
// of a tool its call: what a strategy could reach that kept all that matters and nothing else.
type Oracle struct{}

// Name is "oracle".
func (Oracle) Name() string { return "oracle" }

// Version is an integer alone: there are no prompts.
func (Oracle) Version() string { return "2" }

// ReadsEvidence marks the control.
func (Oracle) ReadsEvidence() {}

// Start begins a trial.
func (Oracle) Start(env arena.Env) (arena.Memory, error) {
	evidence := make(map[arena.MessageIndex]bool, len(env.Evidence))
	for _, i := range env.Evidence {
		evidence[i] = true
	}
	return &chosen{env: env, evidence: evidence}, nil
}

// whole keeps every message.
type whole struct {
	env   arena.Env
	kept  []llm.Message // never changed in place: what was recalled shares it
	shown []arena.MessageIndex
}

// Observe adds m.
func (c *whole) Observe(ctx context.Context, m arena.Message) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	c.kept, c.shown = append(c.kept, m.Message), append(c.shown, m.Index)
	return nil
}

// Recall shows what is kept, whatever the query. Contexts share their messages: a copy for every turn
// of a long conversation that stays whole would be quadratic in it.
func (c *whole) Recall(ctx context.Context, _ string) (arena.Context, error) {
	return arena.Context{System: c.env.System, Messages: slices.Clip(c.kept), Shown: slices.Clip(c.shown)}, ctx.Err()
}

// chosen keeps the items that have evidence and, of the others, only the newest and those of the turn being answered.
type chosen struct {
	shelf.Shelf
	env      arena.Env
	evidence map[arena.MessageIndex]bool
}

// Observe adds m; what isn't to stay leaves before it.
func (c *chosen) Observe(ctx context.Context, m arena.Message) error {
	newest, err := c.Add(ctx, m)
	if err != nil {
		return err
	}
	leaving := slices.DeleteFunc(slices.Clone(c.Past()), func(it *shelf.Item) bool {
		return it == newest || slices.ContainsFunc(it.Window, func(m arena.Message) bool { return c.evidence[m.Index] })
	})
	if len(leaving) > 0 {
		c.env.Trace.Cycle(arena.Cycle{Left: c.Leave(leaving...)})
	}
	return nil
}

// Recall shows the evidence, within a budget that which shares most words with query: were its oldest cut instead, it would
// fall behind strategies that choose.
func (c *chosen) Recall(ctx context.Context, query string) (arena.Context, error) {
	past := c.Past()
	if c.env.Budget == 0 || shelf.Messages(past...).Size(c.env) <= c.env.Budget {
		return c.Context(c.env.System), ctx.Err()
	}
	var found bm25.Index
	for _, it := range past {
		found.Add(it.Text())
	}
	scores := found.Scores(query)
	ranked := slices.Clone(past)
	slices.SortStableFunc(ranked, func(a, b *shelf.Item) int {
		return cmp.Compare(scores[slices.Index(past, b)], scores[slices.Index(past, a)])
	})
	room, shown := c.env.Budget, map[*shelf.Item]bool{}
	for _, it := range ranked {
		if size := it.Size(c.env); size <= room {
			room, shown[it] = room-size, true
		}
	}
	fits := shelf.Shelf{Raw: slices.Clone(c.Raw)}
	fits.Raw = append(slices.DeleteFunc(fits.Raw[:len(past)], func(it *shelf.Item) bool { return !shown[it] }), c.Raw[len(past):]...)
	return fits.Context(c.env.System), ctx.Err()
}
