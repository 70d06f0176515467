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
