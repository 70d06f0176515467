package controls

import (
	"context"
	"embed"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/strategies/pipeline"
	"contextarena.internal/strategies/prompt"
)

//go:embed prompts/*.tmpl
var promptFiles embed.FS

var prompts = prompt.Load(promptFiles, nil)

// Placebo is a layer that costs what another costs and holds nothing: calls beside the encoding whose replies
// are thrown away, and a part of the memory that says nothing. What it gains isn't gained by what a layer says.
type Placebo struct {
	Calls       int `yaml:"calls" default:"1" min:"0" max:"16" help:"calls at each cycle whose replies are thrown away"`
	ReplyTokens int `yaml:"reply_tokens" default:"512" min:"16" max:"32768" help:"cap of each of these replies"`
	Filler      int `yaml:"filler" default:"200" min:"0" max:"32768" help:"tokens beside the notes that say nothing"`
}

// Name is "placebo".
func (Placebo) Name() string { return "placebo" }

// Prompts are its templates.
func (Placebo) Prompts() prompt.Texts { return prompts.Of(1, "placebo.tmpl", "filler.tmpl") }

// Attach begins a trial. Nothing of it is kept.
func (s Placebo) Attach(env arena.Env) (pipeline.Hooks, error) {
	line := prompts.Render(env, "filler.tmpl", nil)
	filler := strings.Repeat(line, s.Filler/env.Tokens(line))
	return pipeline.Hooks{
		Plan: func(_ context.Context, p *pipeline.Plan) error {
			for sample := range s.Calls {
				req := llm.Ask(env.MemoryModel, s.ReplyTokens, prompts.Render(env, "placebo.tmpl", p.Quoted("")))
				req.Sample = sample
				p.Ask(req)
			}
			return nil
		},
		Text: func() string { return filler },
	}, nil
}
