package pipeline

import (
	"fmt"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/llm/form"
	"contextarena.internal/strategies/prompt"
)

// Trial is what a layer needs during one trial: the environment, and its name to speak of what went wrong.
type Trial struct {
	Env   arena.Env
	layer string
}

// NewTrial is a layer's trial.
func NewTrial(env arena.Env, l Layer) Trial { return Trial{env, l.Name()} }

// Warn says what went wrong in a cycle.
func (t Trial) Warn(cycle int, format string, args ...any) {
	t.Env.Trace.Warn(fmt.Sprintf("cycle %d: %s: ", cycle, t.layer) + fmt.Sprintf(format, args...))
}

// Unsaid counts items of a reply that were left out because nobody said them.
func (t Trial) Unsaid(p *Plan, n int, what string) {
	if n > 0 {
		p.Dropped += n
		t.Warn(p.Cycle, "%d items of the %s that nobody said were left out", n, what)
	}
}

// ReadReply is what a reply to a form answers. The cycle counts it, and what is wrong with it is a
// warning. Ok is false for a reply that can't be read.
func ReadReply[T any](t Trial, p *Plan, f *form.Form[T], r llm.Response, what string) (answer T, ok bool) {
	answer, c := Read(p, f, r)
	switch {
	case strings.TrimSpace(r.Text) == "":
		t.Warn(p.Cycle, "the %s was empty", what)
	case !c.Parsed && !c.Empty:
		t.Warn(p.Cycle, "the %s can't be read or was refused", what)
	case r.Stop == llm.StopLength:
		t.Warn(p.Cycle, "the %s was cut at its cap", what)
	}
	if c.Dropped > 0 {
		t.Warn(p.Cycle, "%d items of the %s were left out: cut, of a wrong kind, or placeholders", c.Dropped, what)
	}
	return answer, c.Parsed || c.Empty
}

// Quoted is what a layer's prompt about a segment quotes: what is known already, and the transcript.
type Quoted struct{ Known, Transcript string }

// Quoted quotes the segment and what is known before it.
func (p *Plan) Quoted(known string) Quoted {
	return Quoted{prompt.Quote(known), prompt.Quote(p.Transcript())}
}

// Headed is texts in pairs of a heading and what stands under it, without those of which nothing does.
func Headed(pairs ...string) string {
	var parts []string
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			parts = append(parts, pairs[i]+"\n"+pairs[i+1])
		}
	}
	return strings.Join(parts, "\n\n")
}
