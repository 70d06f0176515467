// Package rllm is the strategy whose memory model writes programs: at each cycle a JavaScript function
// that takes facts out of the messages that leave the window.
package rllm

import (
	"context"
	"errors"
	"fmt"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/strategies/pipeline"
	"contextarena.internal/strategies/shelf"
)

// RLLM keeps an object of findings. At each cycle the memory model is shown its notes and the
// messages that leave, and writes a function that gets both as data; what the function returns is
// merged into the object (see findings). A program that can't be used is told so and written anew, up
// to Attempts times in all; after that the model lists the facts in plain words, which join the
// object. After the strategy of the same name of the original benchmark, whose object was lost on
// its way to the memory.
type RLLM struct {
	Attempts      int `yaml:"attempts" default:"2" min:"1" max:"5" help:"programs the memory model may write in a cycle before plain facts are asked for"`
	Steps         int `yaml:"steps" default:"1000000" min:"10000" max:"10000000" help:"steps a program may take: rounds of loops, calls, and steps of regular expressions, counted in whole ten thousands"`
	CompressEvery int `yaml:"compress_every" default:"8" min:"1" max:"1000" help:"messages since the last cycle that make the next one due"`
	RecentWindow  int `yaml:"recent_window" default:"4" min:"1" max:"1000" help:"newest messages that stay raw after a cycle"`
	KeepTokens    int `yaml:"keep_tokens" default:"4000" min:"64" max:"1000000" help:"tokens of the findings; beyond, those found longest ago go"`
	MaxTokens     int `yaml:"max_tokens" default:"1024" min:"16" max:"32768" help:"cap of each reply of the memory model"`
}

// Name is "rllm".
func (RLLM) Name() string { return "rllm" }

// Start begins a trial.
func (s RLLM) Start(env arena.Env) (arena.Memory, error) {
	if env.Client == nil {
		return nil, errors.New("rllm: a client is needed to write programs")
	}
	if env.Sandbox == nil {
		return nil, errors.New("rllm: a sandbox is needed to run programs")
	}
	return &memory{env: env, settings: s, notes: findings{tokens: env.Tokens, budget: s.KeepTokens}, families: map[string]int{}}, nil
}

type memory struct {
	env      arena.Env
	settings RLLM
	shelf    shelf.Shelf
	since    int // messages since the last cycle
	cycles   int
	notes    findings

	written, worked int            // programs
	families        map[string]int // of those that worked
}

// Observe adds m to the window and, when a cycle is due, moves the window's older part into the
// findings. Cycles happen on user messages only, just before a reply is needed. A tool result never
// parts from the call it answers.
func (r *memory) Observe(ctx context.Context, m arena.Message) error {
	if _, err := r.shelf.Add(ctx, m); err != nil {
		return err
	}
	r.since++
	if m.Role != llm.User || r.since < r.settings.CompressEvery {
		return nil
	}
	if leaving := r.shelf.Most(r.settings.RecentWindow); len(leaving) > 0 {
		return r.cycle(ctx, leaving)
	}
	return nil
}

// cycle takes findings from the oldest items of the window and lets them go. If it fails, window
// and findings are as before.
func (r *memory) cycle(ctx context.Context, leaving []*shelf.Item) error {
	w := writing{memory: r, Plan: pipeline.Plan{Segment: shelf.Messages(leaving...)}, notes: r.notes.next()}
	if err := w.write(ctx); err != nil {
		return fmt.Errorf("memory cycle %d: %w", r.cycles+1, err)
	}
	r.cycles++
	if dropped := w.notes.fit(); dropped > 0 {
		w.warn("%d findings made longest ago were dropped to keep the rest within keep_tokens", dropped)
	}
	for _, warning := range w.warnings {
		r.env.Trace.Warn(fmt.Sprintf("cycle %d: %s", r.cycles, warning))
	}
	r.notes, r.since = w.notes, 0
	r.env.Trace.Cycle(arena.Cycle{Left: r.shelf.Leave(leaving...), Text: r.notes.text(), Stop: w.stop, Delivery: w.Delivery})
	return nil
}

// Recall shows the findings behind the system prompt, and the window as it is.
func (r *memory) Recall(ctx context.Context, _ string) (arena.Context, error) {
	if err := ctx.Err(); err != nil {
		return arena.Context{}, err
	}
	system := r.env.System
	if notes := r.notes.text(); notes != "" {
		system = render(r.env, "recall.tmpl", text{System: system, Knowledge: notes})
	}
	return r.shelf.Context(system), nil
}

// Remarks implements arena.Remarker: how many of the programs could be used, and what kinds of code
// those were.
func (r *memory) Remarks() []string {
	if r.written == 0 {
		return nil
	}
	return []string{tally(r.worked, r.written, r.families)}
}
