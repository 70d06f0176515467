package check

import (
	"context"
	"fmt"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/strategies/pipeline"
)

// departed are messages that have left the window.
type departed []arena.Message

// stating reports whether one of them states a fact.
func (d departed) stating(f labelled) bool { return slices.ContainsFunc(d, f.StatedBy) }

// tap is rlm with a layer over it whose hooks are noted.
type tap struct {
	pipeline.Layer
	hooks pipeline.Hooks
}

// Attach attaches the layer.
func (t *tap) Attach(env arena.Env) (h pipeline.Hooks, err error) {
	t.hooks, err = t.Layer.Attach(env)
	return t.hooks, err
}

// Name is "check".
func (*tap) Name() string { return "check" }

// Version is constant: what the checks play is never stored.
func (*tap) Version() string { return "1" }

// Start begins a trial.
func (t *tap) Start(env arena.Env) (arena.Memory, error) {
	return strictyaml.Default[pipeline.RLM]().Under(env, t)
}

// over plays a scripted conversation by rlm with a layer over it, without asking its probes, and returns the layer's
// own part of the memory at the end and the messages that have left the window.
func (s *study) over(ctx context.Context, sub *subject, layer pipeline.Layer) (text string, gone departed, err error) {
	unasked := *sub.Scenario
	unasked.Probes = nil
	t := &tap{Layer: layer}
	rec, err := s.session.Play(ctx, arena.Trial{
		Scenario: &unasked, Strategy: t, Spec: t.Name(), Model: s.model, MemoryModel: s.model,
		Repeat: 1, PlanSeed: 1, Dialogue: arena.Scripted, ReplyTokens: 2048, World: sub.world.Hash(),
	})
	if err != nil {
		return "", nil, err
	}
	if rec.Outcome == arena.Failed {
		return "", nil, fmt.Errorf("the trial failed: %s", arena.Brief(rec.Reason))
	}
	for _, c := range rec.Cycles {
		for _, i := range c.Left {
			gone = append(gone, rec.Messages[i-1])
		}
	}
	return t.hooks.Text(), gone, nil
}
