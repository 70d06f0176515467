package pipeline

import (
	"context"
	"fmt"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/strategies/prompt"
	"contextarena.internal/strategies/shelf"
)

// DiscoveredRLM writes notes under eight headings from a segment shown in parts, and then has them
// audited against the segment: two calls a cycle, one after the other; the audited notes replace
// the old ones. After the strategy of the same name of the original benchmark.
type DiscoveredRLM struct {
	Parts     int `yaml:"parts" default:"6" min:"1" max:"100" help:"parts in which the segment is shown, of whole messages"`
	Cadence   `yaml:",inline"`
	MaxTokens int `yaml:"max_tokens" default:"1024" min:"16" max:"32768" help:"cap of the draft and of the audited notes, each"`
}

// Name is "discovered_rlm".
func (DiscoveredRLM) Name() string { return "discovered_rlm" }

// Version covers both prompts.
func (s DiscoveredRLM) Version() string { return s.Prompts().Version() }

// Prompts are its templates.
func (DiscoveredRLM) Prompts() prompt.Texts { return used(codeVersion, "draft.tmpl", "audit.tmpl") }

// Start begins a trial.
func (s DiscoveredRLM) Start(env arena.Env) (arena.Memory, error) {
	return start(env, modules{
		manage: s.manager(),
		encode: auditedExtraction{parts: s.Parts, maxTokens: s.MaxTokens},
		store:  &replace{},
	})
}

// auditedExtraction drafts notes and has the draft audited.
type auditedExtraction struct {
	parts     int
	maxTokens int
}

func (e auditedExtraction) encode(ctx context.Context, env arena.Env, p *Plan, notes noteStore) (written, error) {
	draft := render(env, "draft.tmpl", data{Knowledge: notes.narrative(), Transcript: inParts(p.Segment, e.parts)})
	rs, err := p.complete(ctx, env.Client, llm.Ask(env.MemoryModel, e.maxTokens, p.extended(draft)))
	if err != nil {
		return written{}, err
	}
	w := written{text: p.said(rs[0]), stop: worst(rs...)}
	if w.text == "" {
		w.warnings = append(w.warnings, "the memory model's draft was empty or a refusal: the notes before it were kept")
		return w, nil
	}
	audit := render(env, "audit.tmpl", data{Knowledge: w.text, Transcript: p.Transcript()})
	audited, err := p.complete(ctx, env.Client, llm.Ask(env.MemoryModel, e.maxTokens, p.extended(audit)))
	if err != nil {
		return written{}, err
	}
	w.stop = worst(rs[0], audited[0])
	if text := p.said(audited[0]); text != "" {
		w.text = text
	} else {
		w.warnings = append(w.warnings, "the memory model's audit was empty or a refusal: its draft was kept")
	}
	return w, nil
}

// inParts is a transcript in at most n parts of whole messages, whose numbers differ by one at
// most, each under its own heading.
func inParts(ms []arena.Message, n int) string {
	n = min(n, len(ms))
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "# part %d of %d\n", i+1, n)
		b.WriteString(shelf.Window(ms[i*len(ms)/n : (i+1)*len(ms)/n]).Transcript())
	}
	return b.String()
}
