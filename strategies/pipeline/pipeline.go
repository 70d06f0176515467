// Package pipeline is the family of strategies that keep a raw window of recent messages and
// notes on everything older.
//
// A pipeline is four choices, made once each and combined by a preset such as rlm:
//
//  1. manage (manage.go): when a cycle is due, and which messages then leave the window;
//  2. encode (encode.go): what a model writes about the messages that leave;
//  3. store (store.go): how that joins the notes there already are;
//  4. retrieve (retrieve.go): how the notes and the window become a context.
//
// Layers (layer.go) add to any pipeline.
package pipeline

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/strategies/shelf"
)

// modules are the four choices of one pipeline. Without a retriever it is systemPrefix.
type modules struct {
	manage   manager
	encode   encoder
	store    noteStore
	retrieve retriever
}

// memory is a pipeline during one trial.
type memory struct {
	modules
	layers attached
	env    arena.Env
	shelf  shelf.Shelf
	cycles int
	putOff arena.Delivery // of calls made for cycles that were put off since the last one
}

// start begins a trial with an empty window and empty notes.
func start(env arena.Env, m modules, layers ...Layer) (arena.Memory, error) {
	if env.Client == nil {
		return nil, errors.New("pipeline: a client is needed to write the memory")
	}
	hooks, err := attach(env, layers)
	if err != nil {
		return nil, err
	}
	if m.retrieve == nil {
		m.retrieve = &systemPrefix{env, env.System}
	}
	return &memory{modules: m, layers: hooks, env: env}, nil
}

// Observe adds m to the window and, when a cycle is due, moves the window's older part into the
// notes. Cycles happen on user messages only, just before a reply is needed.
func (p *memory) Observe(ctx context.Context, m arena.Message) error {
	if _, err := p.shelf.Add(ctx, m); err != nil {
		return err
	}
	if err := call(ctx, p.layers, m, func(h Hooks) func(context.Context, arena.Message) error { return h.Observe }); err != nil {
		return err
	}
	p.manage.since++
	if m.Role != llm.User || !p.manage.due(shelf.Count(p.shelf.Raw)) {
		return nil
	}
	if leaving := p.shelf.Most(p.manage.recentWindow); len(leaving) > 0 {
		return p.cycle(ctx, leaving)
	}
	return nil
}

// cycle writes the oldest items of the window into the notes and lets them go. If it
// fails the window is as before, and so are the notes unless a layer failed to revise them.
func (p *memory) cycle(ctx context.Context, leaving []*shelf.Item) error {
	plan := Plan{Cycle: p.cycles + 1, Segment: shelf.Messages(leaving...), Notes: p.store.text(), Delivery: p.putOff, env: p.env}
	if err := call(ctx, p.layers, &plan, func(h Hooks) func(context.Context, *Plan) error { return h.Plan }); err != nil {
		return fmt.Errorf("memory cycle %d: %w", plan.Cycle, err)
	}
	if plan.PutOff {
		p.putOff = plan.Delivery
		p.manage.since = 0
		return nil
	}
	layers := arena.Layers{Asked: plan.Asked, Parsed: plan.Parsed}
	written, err := p.encode.encode(ctx, p.env, &plan, p.store)
	if err != nil {
		return fmt.Errorf("memory cycle %d: %w", plan.Cycle, err)
	}
	written.warnings = append(written.warnings, p.store.add(written)...)
	r := Revision{Plan: plan, Written: written.text, Stop: written.stop, notes: p.store}
	if len(written.facts) > 0 {
		r.Written = strings.TrimSpace(strings.Join(written.facts, "\n") + "\n\n" + written.text)
	}
	base := r.Delivery
	if err := call(ctx, p.layers, &r, func(h Hooks) func(context.Context, *Revision) error { return h.Revise }); err != nil {
		return fmt.Errorf("memory cycle %d: %w", plan.Cycle, err)
	}
	p.cycles++
	p.putOff = arena.Delivery{}
	for _, w := range written.warnings {
		p.env.Trace.Warn(fmt.Sprintf("cycle %d: %s", p.cycles, w))
	}
	beside, notes := p.layers.texts(), p.store.text()
	p.retrieve.remember(beside, notes)
	p.manage.since = 0
	layers.Bytes = len(joinedParts(beside, "")) // with what parts it from the notes
	layers.Asked, layers.Parsed = layers.Asked+r.Asked-base.Asked, layers.Parsed+r.Parsed-base.Parsed
	p.env.Trace.Cycle(arena.Cycle{Left: p.shelf.Leave(leaving...), Text: joinedParts(beside, notes), Stop: r.Stop, Delivery: r.Delivery, Layers: layers})
	return nil
}

// Recall shows the notes as the retriever does, and the window as it is.
func (p *memory) Recall(ctx context.Context, query string) (arena.Context, error) {
	if err := ctx.Err(); err != nil {
		return arena.Context{}, err
	}
	c := p.retrieve.show(query, shelf.Messages(p.shelf.Raw...))
	err := p.layers.render(ctx, query, &c)
	return c, err
}
