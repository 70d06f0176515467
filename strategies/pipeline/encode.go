package pipeline

import (
	"context"
	"fmt"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
)

// written is what an encoder made of a segment.
type written struct {
	text     string    // running text, or with sections what stands under them
	facts    []string  // separate facts
	sections []section // facts under headings
	read     bool      // with sections: the reply could be read
	stop     llm.StopReason
	warnings []string
}

// lines are the separate facts that were written. A refusal has none.
func (w written) lines() []string {
	switch {
	case len(w.facts) > 0:
		return w.facts
	case len(w.sections) > 0:
		var out []string
		for _, s := range w.sections {
			out = append(out, s.lines...)
		}
		return out
	}
	return listed(w.text)
}

// encoder turns messages that leave the window into notes. It calls the memory model and
// doesn't change the notes.
type encoder interface {
	encode(ctx context.Context, env arena.Env, p *Plan, notes notebook) (written, error)
}

// ask is one call of the memory model.
func ask(env arena.Env, maxTokens int, prompt string) llm.Request {
	return llm.Request{
		Model:     env.MemoryModel,
		Messages:  []llm.Message{{Role: llm.User, Text: prompt}},
		MaxTokens: maxTokens,
	}
}

// worst is the stop reason of a cycle with several calls: a cut or refusal of any stands.
func worst(rs ...llm.Response) llm.StopReason {
	stop := llm.StopEnd
	for _, r := range rs {
		if r.Stop == llm.StopLength || r.Stop == llm.StopRefusal {
			stop = r.Stop
		}
	}
	return stop
}

// track is one text that a model writes of a segment and, in passes after the first, writes anew
// from the pass before.
type track interface {
	first(p *Plan, notes notebook) (prompt string)
	again(w written, p *Plan) (prompt string)
	// schema is the form of the reply, nil for free text.
	schema() *llm.Schema
	// read is what a reply says. If that is nothing, only its warning is set.
	read(p *Plan, r llm.Response) written
}

// passes has tracks written side by side, depth times each or as often as the plan wants: a further
// pass sees what the one before wrote, the plan's anchor if there is one, and nothing else. A track
// whose reply says nothing keeps the pass before and ends.
func passes(ctx context.Context, env arena.Env, p *Plan, notes notebook, depth, maxTokens int, tracks ...track) (written, error) {
	var w written
	var replies []llm.Response
	latest := make([]written, len(tracks))
	open := make([]int, len(tracks))
	for i := range open {
		open[i] = i
	}
	for pass := 1; pass <= p.passes(depth) && len(open) > 0; pass++ {
		reqs := make([]llm.Request, len(open))
		for i, t := range open {
			prompt := ""
			if pass == 1 {
				prompt = tracks[t].first(p, notes)
			} else {
				prompt = tracks[t].again(latest[t], p)
			}
			reqs[i] = ask(env, maxTokens, p.extended(prompt))
			reqs[i].Schema = tracks[t].schema()
		}
		rs, err := p.complete(ctx, env.Client, reqs...)
		if err != nil {
			return written{}, err
		}
		replies = append(replies, rs...)
		var more []int
		for i, t := range open {
			read := tracks[t].read(p, rs[i])
			switch {
			case read.text != "" || len(read.facts) > 0:
				latest[t] = read
				more = append(more, t)
			case pass == 1:
				w.warnings = append(w.warnings, read.warnings...)
			default:
				w.warnings = append(w.warnings, fmt.Sprintf("pass %d of the memory model said nothing: the pass before it was kept", pass))
			}
		}
		open = more
	}
	for _, l := range latest {
		w.facts = append(w.facts, l.facts...)
		if l.text != "" {
			w.text = l.text
		}
	}
	w.stop = worst(replies...)
	return w, nil
}
