package pipeline

import (
	"context"

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
	encode(ctx context.Context, env arena.Env, p *Plan, notes noteStore) (written, error)
}

// Note is what a strategy of another package wrote of a segment.
type Note struct {
	Text     string // all that it remembers
	Stop     llm.StopReason
	Warnings []string
}

// author is an encoder whose notes are somebody else's.
type author func(ctx context.Context, p *Plan) (Note, error)

func (write author) encode(ctx context.Context, _ arena.Env, p *Plan, _ noteStore) (written, error) {
	n, err := write(ctx, p)
	return written{text: n.Text, stop: n.Stop, warnings: n.Warnings}, err
}

// Start begins a trial of a pipeline whose notes are what write says after each cycle. If it fails, the window stays as it was.
func Start(env arena.Env, c Cadence, write func(ctx context.Context, p *Plan) (Note, error)) (arena.Memory, error) {
	return start(env, modules{manage: c.manager(), encode: author(write), store: &replace{}})
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
