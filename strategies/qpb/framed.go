package qpb

import (
	"context"
	"embed"

	"contextarena.internal/arena"
	"contextarena.internal/strategies/pipeline"
	"contextarena.internal/strategies/prompt"
)

//go:embed prompts/*.tmpl
var promptFiles embed.FS

var prompts = prompt.Load(promptFiles, nil)

// Framed is Layer with a paragraph ahead of the system prompt that says what the conversation is:
// ordinary work, in which repeating what the user said is wanted. It was meant against refusals of
// lists of names, numbers and codes without context. After the strategy of the same name of the
// original benchmark.
type Framed struct {
	Layer `yaml:",inline"`
}

// Name is "qpb_frame".
func (Framed) Name() string { return "qpb_frame" }

// Prompts are its templates.
func (Framed) Prompts() prompt.Texts { return prompts.Of(2, "qpb_frame.tmpl") }

// Attach begins a trial.
func (l Framed) Attach(env arena.Env) (pipeline.Hooks, error) {
	h, err := l.Layer.Attach(env)
	h.Render = func(_ context.Context, _ string, c *arena.Context) error {
		c.System = prompts.Render(env, "qpb_frame.tmpl", nil) + "\n" + c.System
		return nil
	}
	return h, err
}
