// Package rllm is the strategy whose memory model writes programs: at each cycle a JavaScript function
// that takes facts out of the messages that leave the window.
package rllm

import (
	"context"
	"errors"

	"contextarena.internal/arena"
	"contextarena.internal/strategies/pipeline"
)

// RLLM keeps an object of findings. At each cycle the memory model is shown its notes and the
// messages that leave, and writes a function that gets both as data; what the function returns is
// merged into the object (see findings). A program that can't be used is told so and written anew, up
// to Attempts times in all; after that the model lists the facts in plain words, which join the
// object. After the strategy of the same name of the original benchmark, whose object was lost on
// its way to the memory.
type RLLM struct {
	Attempts         int `yaml:"attempts" default:"2" min:"1" max:"5" help:"programs the memory model may write in a cycle before plain facts are asked for"`
	Steps            int `yaml:"steps" default:"1000000" min:"10000" max:"10000000" help:"steps a program may take: rounds of loops, calls, and steps of regular expressions, counted in whole ten thousands"`
	pipeline.Cadence `yaml:",inline"`
	KeepTokens       int `yaml:"keep_tokens" default:"4000" min:"64" max:"1000000" help:"tokens of the findings; beyond, those found longest ago go"`
	MaxTokens        int `yaml:"max_tokens" default:"1024" min:"16" max:"32768" help:"cap of each reply of the memory model"`
}

// Name is "rllm".
func (RLLM) Name() string { return "rllm" }

// Start begins a trial.
func (s RLLM) Start(env arena.Env) (arena.Memory, error) {
	if env.Sandbox == nil {
		return nil, errors.New("rllm: a sandbox is needed to run programs")
	}
	a := &author{env: env, settings: s, notes: findings{tokens: env.Tokens, budget: s.KeepTokens}, families: map[string]int{}}
	notes, err := pipeline.Start(env, s.Cadence, a.write)
	if err != nil {
		return nil, err
	}
	return memory{notes, a}, nil
}

// memory is a pipeline whose notes are an author's findings.
type memory struct {
	arena.Memory
	*author
}

// author is who writes the findings of one trial.
type author struct {
	env      arena.Env
	settings RLLM
	notes    findings

	written, worked int            // programs
	families        map[string]int // of those that worked
}

// write takes findings from the messages of a cycle. If it fails, the findings are as before.
func (a *author) write(ctx context.Context, p *pipeline.Plan) (pipeline.Note, error) {
	w := writing{author: a, Plan: p, notes: a.notes.next()}
	if err := w.write(ctx); err != nil {
		return pipeline.Note{}, err
	}
	if dropped := w.notes.fit(); dropped > 0 {
		w.warn("%d findings made longest ago were dropped to keep the rest within keep_tokens", dropped)
	}
	a.notes = w.notes
	return pipeline.Note{Text: a.notes.text(), Stop: w.stop, Warnings: w.warnings}, nil
}

// Remarks implements arena.Remarker: how many of the programs could be used, and what kinds of code
// those were.
func (a *author) Remarks() []string {
	if a.written == 0 {
		return nil
	}
	return []string{tally(a.worked, a.written, a.families)}
}
