// Package shadowgraph is the layer that keeps a graph of who and what there is beside the notes.
package shadowgraph

import (
	"context"
	"embed"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/strategies/pipeline"
	"contextarena.internal/strategies/prompt"
)

//go:embed prompts/*.tmpl
var promptFiles embed.FS

var prompts = prompt.Load(promptFiles, map[string]*llm.Schema{"shadow_graph.tmpl": graphForm.Schema()})

// Layer keeps a graph beside the notes: who and what there is and what is told of each, where it
// is, how it is connected, what was decided and what each value superseded. A call beside the encoding
// lists what each segment says of that; code joins it to the graph, which is never rewritten by a model,
// only grown, corrected and, over its budget, cut.
//
// Source: "Structural Shadow Graphs", proposal 3 of the proposals on long-context agent memory. There
// the graph only grows; here the least recently supported goes once it is over GraphTokens.
type Layer struct {
	GraphTokens   int `yaml:"graph_tokens" default:"1500" min:"32" max:"32768" help:"budget of the graph's text; beyond it the least recently supported goes"`
	ExtractTokens int `yaml:"extract_tokens" default:"1024" min:"16" max:"32768" help:"cap of the reply that lists what goes into the graph"`
}

// Name is "shadow_graph".
func (Layer) Name() string { return "shadow_graph" }

// Prompts are its templates.
func (Layer) Prompts() prompt.Texts { return prompts.Of(2, "shadow_graph.tmpl") }

// Attach begins a trial with an empty graph.
func (s Layer) Attach(env arena.Env) (pipeline.Hooks, error) {
	t := &trial{Layer: s, Trial: pipeline.NewTrial(env, s)}
	return pipeline.Hooks{Plan: t.plan, Revise: t.revise, Text: func() string { return t.text }}, nil
}

// trial is a shadow graph during one trial.
type trial struct {
	Layer
	pipeline.Trial
	graph graph
	asked *pipeline.Question
	text  string
}

func (t *trial) plan(_ context.Context, p *pipeline.Plan) error {
	t.asked = nil
	if !p.PutOff {
		t.asked = p.Ask(graphForm.Ask(t.Env.MemoryModel, t.ExtractTokens, prompts.Render(t.Env, "shadow_graph.tmpl", p.Quoted(t.graph.names()))))
	}
	return nil
}

func (t *trial) revise(_ context.Context, r *pipeline.Revision) error {
	const what = "graph's extraction"
	answer, _ := pipeline.ReadReply(t.Trial, &r.Plan, graphForm, t.asked.Reply, what)
	t.Unsaid(&r.Plan, t.graph.take(answer, r.Transcript(), r.Cycle), what)
	if n := t.graph.fit(t.GraphTokens, t.Env.Tokens); n > 0 {
		t.Warn(r.Cycle, "the graph was over its budget of %d tokens: the %d least recently supported parts were dropped", t.GraphTokens, n)
	}
	t.text = t.graph.text()
	return nil
}
