package check

import (
	"context"
	"fmt"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/strategies/pipeline"
)

// played is what a layer left behind.
type played struct {
	arena.Record
	text string // the layer's own part of the memory at the end
	gone departed
}

// departed are messages that have left the window.
type departed []arena.Message

// stating reports whether one of them states a fact.
func (d departed) stating(f labelled) bool { return slices.ContainsFunc(d, f.StatedBy) }

// departedIn are the messages that left in some cycles of a record.
func departedIn(rec arena.Record, cycles []arena.CycleRecord) departed {
	var out departed
	for _, c := range cycles {
		for _, i := range c.Left {
			out = append(out, rec.Messages[i-1])
		}
	}
	return out
}

// tap rides in the place of a layer, and looks on.
type tap struct {
	pipeline.Layer
	before func(p *pipeline.Plan) // a cycle is planned
	after  func(p *pipeline.Plan) // and the layer has had its say
	hooks  pipeline.Hooks
}

// Attach attaches the layer.
func (t *tap) Attach(env arena.Env) (pipeline.Hooks, error) {
	h, err := t.Layer.Attach(env)
	if err != nil {
		return h, err
	}
	plan := h.Plan
	h.Plan = func(ctx context.Context, p *pipeline.Plan) error {
		if t.before != nil {
			t.before(p)
		}
		if plan != nil {
			if err := plan(ctx, p); err != nil {
				return err
			}
		}
		if t.after != nil {
			t.after(p)
		}
		return nil
	}
	t.hooks = h
	return h, nil
}

// started is a strategy of which only the beginning is known.
type started func(env arena.Env) (arena.Memory, error)

// Name is "check".
func (started) Name() string { return "check" }

// Version is constant: what the checks play is never stored.
func (started) Version() string { return "1" }

// Start begins a trial.
func (s started) Start(env arena.Env) (arena.Memory, error) { return s(env) }

// play plays a scripted conversation without asking its probes.
func (s *study) play(ctx context.Context, sub *subject, strategy arena.Strategy) (played, error) {
	unasked := *sub.Scenario
	unasked.Probes = nil
	rec, err := s.session.Play(ctx, arena.Trial{
		Scenario: &unasked, Strategy: strategy, Spec: strategy.Name(), Model: s.model, MemoryModel: s.model,
		Repeat: 1, PlanSeed: 1, Dialogue: arena.Scripted, ReplyTokens: 2048, World: sub.world.Hash(),
	})
	if err != nil {
		return played{}, err
	}
	if rec.Outcome == arena.Failed {
		return played{}, fmt.Errorf("the trial failed: %s", arena.Brief(rec.Reason))
	}
	return played{Record: rec, gone: departedIn(rec, rec.Cycles)}, nil
}

// over plays rlm with a layer over it.
func (s *study) over(ctx context.Context, sub *subject, t *tap) (played, error) {
	base := strictyaml.Default[pipeline.RLM]()
	p, err := s.play(ctx, sub, started(func(env arena.Env) (arena.Memory, error) { return base.Under(env, t) }))
	if err == nil && t.hooks.Text != nil {
		p.text = t.hooks.Text()
	}
	return p, err
}
