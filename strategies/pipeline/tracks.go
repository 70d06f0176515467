package pipeline

import (
	"context"
	"fmt"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
)

// track is one text that a model writes of a segment and, in passes after the first, writes anew
// from the pass before.
type track struct {
	first  func(p *Plan, notes noteStore) (prompt string)
	again  func(w written, p *Plan) (prompt string)
	schema *llm.Schema // the form of the reply, nil for free text
	// read is what a reply says. If that is nothing, only its warning is set.
	read func(p *Plan, r llm.Response) written
}

// delegation has one or five questions about the last notes and the segment answered; the reply is the new
// notes. Passes after the first extract anew from the pass before.
func delegation(questions int) track {
	name := "delegate_five.tmpl"
	if questions == 1 {
		name = "delegate_one.tmpl"
	}
	return track{
		first: func(p *Plan, notes noteStore) string {
			return render(p.env, name, data{Knowledge: notes.narrative(), Transcript: p.Transcript()})
		},
		again: func(w written, p *Plan) string {
			if p.Anchor != "" {
				return render(p.env, "delegate_anchored.tmpl", data{Knowledge: w.text, Transcript: p.Anchor})
			}
			return render(p.env, "delegate_again.tmpl", data{Knowledge: w.text})
		},
		read: prose("the memory model's reply was empty or a refusal: the notes before it were kept"),
	}
}

// summary merges the summary so far with the segment; passes after the first rewrite the summary of the
// pass before.
var summary = track{
	first: func(p *Plan, notes noteStore) string {
		return render(p.env, "summarize.tmpl", data{Knowledge: notes.narrative(), Transcript: p.Transcript()})
	},
	again: func(w written, p *Plan) string {
		return render(p.env, "summarize_again.tmpl", data{Knowledge: w.text, Transcript: p.Anchor})
	},
	read: prose("the memory model's summary was empty or a refusal: the one before it was kept"),
}

// factList lists separate facts of the segment; passes after the first list anew those of the pass before.
var factList = track{
	first: func(p *Plan, _ noteStore) string {
		return render(p.env, "facts.tmpl", data{Transcript: p.Transcript()})
	},
	again: func(w written, p *Plan) string {
		return render(p.env, "facts_again.tmpl", data{Knowledge: numberedList(w.facts), Transcript: p.Anchor})
	},
	schema: FactForm.Schema(),
	read: func(p *Plan, r llm.Response) written {
		facts, _ := p.facts(r)
		if len(facts) == 0 {
			return written{warnings: []string{"the memory model listed no facts that can be read: none were added"}}
		}
		return written{facts: facts}
	},
}

// prose reads a reply in free text, with a warning for one that says nothing.
func prose(warning string) func(p *Plan, r llm.Response) written {
	return func(p *Plan, r llm.Response) written {
		if text := p.said(r); text != "" {
			return written{text: text}
		}
		return written{warnings: []string{warning}}
	}
}

// passes has tracks written side by side, depth times each or as often as the plan wants: a further
// pass sees what the one before wrote, the plan's anchor if there is one, and nothing else. A track
// whose reply says nothing keeps the pass before and ends.
type passes struct {
	depth, maxTokens int
	tracks           []track
}

// inPasses is an encoder of tracks.
func inPasses(depth, maxTokens int, tracks ...track) passes { return passes{depth, maxTokens, tracks} }

func (e passes) encode(ctx context.Context, env arena.Env, p *Plan, notes noteStore) (written, error) {
	var w written
	var replies []llm.Response
	latest := make([]written, len(e.tracks))
	open := make([]int, len(e.tracks))
	for i := range open {
		open[i] = i
	}
	for pass := 1; pass <= p.passes(e.depth) && len(open) > 0; pass++ {
		reqs := make([]llm.Request, len(open))
		for i, t := range open {
			prompt := ""
			if pass == 1 {
				prompt = e.tracks[t].first(p, notes)
			} else {
				prompt = e.tracks[t].again(latest[t], p)
			}
			reqs[i] = llm.Ask(env.MemoryModel, e.maxTokens, p.extended(prompt))
			reqs[i].Schema = e.tracks[t].schema
		}
		rs, err := p.complete(ctx, env.Client, reqs...)
		if err != nil {
			return written{}, err
		}
		replies = append(replies, rs...)
		var more []int
		for i, t := range open {
			read := e.tracks[t].read(p, rs[i])
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
