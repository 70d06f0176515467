package layers

import (
	"context"

	"contextarena.internal/arena"
	"contextarena.internal/strategies/pipeline"
)

// QPBFrame is QPB with a paragraph ahead of the system prompt that says what the conversation is:
// ordinary work, in which repeating what the user said is wanted. It was meant against refusals of
// lists of names, numbers and codes without context. After the strategy of the same name of the
// original benchmark.
type QPBFrame struct {
	QPB `yaml:",inline"`
}

// Name is "qpb_frame".
func (QPBFrame) Name() string { return "qpb_frame" }

// Version covers the paragraph.
func (QPBFrame) Version() string { return version(2, "qpb_frame.tmpl") }

// Attach begins a trial.
func (l QPBFrame) Attach(env arena.Env) (pipeline.Hooks, error) {
	h, err := l.QPB.Attach(env)
	h.Render = func(_ context.Context, _ string, c *arena.Context) error {
		c.System = render("qpb_frame.tmpl", nil) + "\n" + c.System
		return nil
	}
	return h, err
}
