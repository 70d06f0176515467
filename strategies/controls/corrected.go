package controls

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/llm"
	"contextarena.internal/strategies/correctionformat"
	"contextarena.internal/strategies/pipeline"
)

// corrected shows, besides what the memory below it shows, the corrections of the messages until the
// last time they were listed: every listEvery messages, as often as a pipeline has its cycles.
type corrected struct {
	arena.Memory
	env    arena.Env
	hooks  pipeline.Hooks
	since  []arena.Message
	lists  int
	system string // what stands behind the system prompt
}

const listEvery = 8

func listCorrections(env arena.Env, below arena.Memory, format string) (arena.Memory, error) {
	if env.Client == nil {
		return nil, errors.New("full_context: a client is needed to list corrections")
	}
	list := strictyaml.Default[correctionformat.Layer]()
	list.Format = format
	hooks, err := list.Attach(env)
	if err != nil {
		return nil, err
	}
	return &corrected{Memory: below, env: env, hooks: hooks}, nil
}

// Observe adds m and, when a list is due, has it made.
func (c *corrected) Observe(ctx context.Context, m arena.Message) error {
	if err := c.Memory.Observe(ctx, m); err != nil {
		return err
	}
	if c.since = append(c.since, m); m.Role != llm.User || len(c.since) < listEvery {
		return nil
	}
	c.lists++
	r := pipeline.Revision{Plan: pipeline.Plan{Cycle: c.lists, Segment: c.since}}
	err := c.hooks.Plan(ctx, &r.Plan)
	if err == nil {
		err = r.Answer(ctx, c.env.Client)
	}
	if err == nil {
		err = c.hooks.Revise(ctx, &r)
	}
	if err != nil {
		return fmt.Errorf("list of corrections %d: %w", c.lists, err)
	}
	c.since = nil
	if text := c.hooks.Text(); text != "" {
		c.system = "\n\nWhat was corrected in this conversation:\n\n<corrections>\n" + strings.ReplaceAll(text, "</", "< /") + "\n</corrections>"
	}
	return nil
}

// Recall shows the messages and the list.
func (c *corrected) Recall(ctx context.Context, query string) (arena.Context, error) {
	all, err := c.Memory.Recall(ctx, query)
	if err != nil {
		return arena.Context{}, err
	}
	all.System += c.system
	if c.hooks.Render != nil {
		err = c.hooks.Render(ctx, query, &all)
	}
	return all, err
}
