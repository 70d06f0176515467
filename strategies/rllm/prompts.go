package rllm

import (
	"embed"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/strategies/pipeline"
	"contextarena.internal/strategies/prompt"
)

//go:embed prompts/*.tmpl
var promptFiles embed.FS

var prompts = prompt.Load(promptFiles, map[string]*llm.Schema{"facts.tmpl": pipeline.FactForm.Schema()})

// Version covers all prompts and the schema of plain facts. The integer is raised when the same prompts
// and settings would remember differently: by another rule here, or another limit or way to count in
// package sandbox, whose tests pin both.
func (s RLLM) Version() string { return s.Prompts().Version() }

// Prompts are its templates.
func (RLLM) Prompts() prompt.Texts {
	return append(prompts.Of(4, "program.tmpl", "facts.tmpl"), pipeline.Recalled()...)
}

// text is what a prompt may quote. Each part but the fault, which is one line of our own, stands in a
// tagged block.
type text struct{ Knowledge, Transcript, Program, Fault string }

// render fills a template.
func render(env arena.Env, name string, t text) string {
	for _, quoted := range []*string{&t.Knowledge, &t.Transcript, &t.Program, &t.Fault} {
		*quoted = prompt.Quote(*quoted)
	}
	return prompts.Render(env, name, t)
}
