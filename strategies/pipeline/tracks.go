package pipeline

import (
	"context"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
)

// targetedDelegation asks the model one or five questions about its last notes and the segment;
// the reply is the new notes. With depth d, passes 2 to d extract anew from the pass before and
// see nothing else.
type targetedDelegation struct {
	questions int
	depth     int
	maxTokens int
}

func (e targetedDelegation) encode(ctx context.Context, env arena.Env, p *Plan, notes notebook) (written, error) {
	return passes(ctx, env, p, notes, e.depth, e.maxTokens, e)
}

func (e targetedDelegation) first(p *Plan, notes notebook) string {
	name := "delegate_five.tmpl"
	if e.questions == 1 {
		name = "delegate_one.tmpl"
	}
	return render(name, data{Knowledge: notes.narrative(), Transcript: p.Transcript()})
}

func (targetedDelegation) again(w written, p *Plan) string {
	if p.Anchor != "" {
		return render("delegate_anchored.tmpl", data{Knowledge: w.text, Transcript: p.Anchor})
	}
	return render("delegate_again.tmpl", data{Knowledge: w.text})
}

func (targetedDelegation) schema() *llm.Schema { return nil }

func (targetedDelegation) read(p *Plan, r llm.Response) written {
	w := written{text: p.said(r)}
	if w.text == "" {
		w.warnings = append(w.warnings, "the memory model's reply was empty or a refusal: the notes before it were kept")
	}
	return w
}

// narrativeSummary merges the summary so far with the segment; passes after the first rewrite the
// summary of the pass before.
type narrativeSummary struct{ depth, maxTokens int }

func (e narrativeSummary) encode(ctx context.Context, env arena.Env, p *Plan, notes notebook) (written, error) {
	return passes(ctx, env, p, notes, e.depth, e.maxTokens, e)
}

func (narrativeSummary) first(p *Plan, notes notebook) string {
	return render("summarize.tmpl", data{Knowledge: notes.narrative(), Transcript: p.Transcript()})
}

func (narrativeSummary) again(w written, p *Plan) string {
	return render("summarize_again.tmpl", data{Knowledge: w.text, Transcript: p.Anchor})
}

func (narrativeSummary) schema() *llm.Schema { return nil }

func (narrativeSummary) read(p *Plan, r llm.Response) written {
	w := written{text: p.said(r)}
	if w.text == "" {
		w.warnings = append(w.warnings, "the memory model's summary was empty or a refusal: the one before it was kept")
	}
	return w
}

// factExtraction lists separate facts of the segment; passes after the first list anew those of the
// pass before.
type factExtraction struct{ depth, maxTokens int }

func (e factExtraction) encode(ctx context.Context, env arena.Env, p *Plan, notes notebook) (written, error) {
	return passes(ctx, env, p, notes, e.depth, e.maxTokens, e)
}

func (factExtraction) first(p *Plan, _ notebook) string {
	return render("facts.tmpl", data{Transcript: p.Transcript()})
}

func (factExtraction) again(w written, p *Plan) string {
	return render("facts_again.tmpl", data{Knowledge: numberedList(w.facts), Transcript: p.Anchor})
}

func (factExtraction) schema() *llm.Schema { return FactForm.Schema() }

func (factExtraction) read(p *Plan, r llm.Response) written {
	facts, _ := p.facts(r)
	if len(facts) == 0 {
		return written{warnings: []string{"the memory model listed no facts that can be read: none were added"}}
	}
	return written{facts: facts}
}

// dualTrack lists facts and rewrites the summary in two parallel calls a pass.
type dualTrack struct{ depth, maxTokens int }

func (e dualTrack) encode(ctx context.Context, env arena.Env, p *Plan, notes notebook) (written, error) {
	return passes(ctx, env, p, notes, e.depth, e.maxTokens, factExtraction{}, narrativeSummary{})
}
