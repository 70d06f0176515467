package pipeline

import (
	"context"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/llm/form"
	"contextarena.internal/strategies/prompt"
	"contextarena.internal/strategies/shelf"
)

// Layer is something a pipeline does besides its four choices, such as keeping identifiers
// verbatim beside the notes. Layers compose: a pipeline calls the hooks of all of them in the order
// in which they are listed, and reports one cycle for all. A layer's exported fields are its
// settings.
type Layer interface {
	Name() string                        // its word in a spec, and the name of the strategy it makes alone, over rlm
	Prompts() prompt.Texts               // its code version and its templates: its version
	Attach(env arena.Env) (Hooks, error) // begins a trial
}

// Hooks are what a layer does during one trial. A nil hook does nothing. What a model gets wrong
// (an empty, malformed or foreign reply) is a warning by env.Trace and leaves the base as it would
// be without the layer; an error is for calls that failed, and ends the cycle without a change.
type Hooks struct {
	// Observe sees every message when it comes, before a cycle may be due.
	Observe func(ctx context.Context, m arena.Message) error
	// Plan is called before the segment is encoded and may ask for more than the base does.
	Plan func(ctx context.Context, p *Plan) error
	// Revise is called after the base has stored what was written, before the cycle is reported.
	Revise func(ctx context.Context, r *Revision) error
	// Text is the layer's own part of the memory, empty for none. It is asked for after Revise and
	// stays the same until the next cycle.
	Text func() string
	// Render changes what the model sees for a query. It must be pure and safe for concurrent use;
	// a call it makes of env.Client is charged to the reading side.
	Render func(ctx context.Context, query string, c *arena.Context) error
}

// Plan is a cycle before it is encoded.
type Plan struct {
	Cycle   int             // from 1
	Segment []arena.Message // the messages that leave the window
	Notes   string          // the base's notes so far

	Directives []string  // sentences added to the instructions of every call that encodes
	Sections   []Section // further headings to be answered, with the question under each
	Depth      int       // passes of the encoder; 0 leaves the base's
	Anchor     string    // excerpt of the transcript that passes after the first see too
	PutOff     bool      // the segment stays raw until the next cycle is due

	arena.Delivery // of the cycle so far

	beside []*Question
	env    arena.Env
}

// Section is a heading that the notes are to have and the question answered under it.
type Section struct{ Heading, Question string }

// Question is a call that a layer wants made beside the encoding, in parallel with it.
type Question struct {
	Request llm.Request
	Reply   llm.Response // there when Revise is called
}

// Ask has a question put to the memory model beside the encoding; its reply is there in Revise.
func (p *Plan) Ask(req llm.Request) *Question {
	q := &Question{Request: req}
	p.beside = append(p.beside, q)
	return q
}

// Read is what a reply to a form answers. The cycle counts the reply, and the items that were left out.
func Read[T any](p *Plan, f *form.Form[T], r llm.Response) (T, form.Count) {
	answer, c := f.Read(r)
	p.Count(c)
	return answer, c
}

// unread reports whether a reply to a form had nothing, not even that there is nothing.
func unread(c form.Count, r llm.Response) bool {
	return !c.Parsed && (!c.Empty || strings.TrimSpace(r.Text) == "")
}

// Count adds what became of a reply to the cycle's delivery.
func (p *Plan) Count(c form.Count) {
	d := arena.Delivery{Asked: 1, Dropped: c.Dropped}
	if c.Parsed {
		d.Parsed = 1
	} else if c.Empty {
		d.Empty = 1
	}
	p.Delivery = p.Plus(d)
}

// said is what a reply in free text says, empty if the model refused: a refusal is nothing to remember.
// The cycle counts it.
func (p *Plan) said(r llm.Response) string {
	text := r.Said()
	p.Count(form.Count{Parsed: text != "", Empty: strings.TrimSpace(r.Text) == ""})
	return text
}

// complete makes the encoder's calls, and with the first of them those the layers asked for.
func (p *Plan) complete(ctx context.Context, client llm.Client, reqs ...llm.Request) ([]llm.Response, error) {
	n := len(reqs)
	beside := p.beside
	p.beside = nil
	for _, q := range beside {
		reqs = append(reqs, q.Request)
	}
	rs, err := llm.All(ctx, client, reqs...)
	if err != nil {
		return nil, err
	}
	for i, q := range beside {
		q.Reply = rs[n+i]
	}
	return rs[:n], nil
}

// Answer makes the calls that the layers asked for, for a memory that encodes nothing itself.
func (p *Plan) Answer(ctx context.Context, client llm.Client) error {
	_, err := p.complete(ctx, client)
	return err
}

// passes is how many an encoder makes, whose own depth is that.
func (p *Plan) passes(depth int) int {
	if p.Depth > 0 {
		return p.Depth
	}
	return max(1, depth)
}

// Transcript is the segment as a model reads it.
func (p *Plan) Transcript() string { return shelf.Window(p.Segment).Transcript() }

// extended is a prompt with the layers' directives and sections behind it.
func (p *Plan) extended(prompt string) string {
	if len(p.Sections) == 0 {
		return p.directed(prompt)
	}
	var b strings.Builder
	b.WriteString(strings.TrimRight(prompt, "\n"))
	b.WriteByte('\n')
	for _, s := range p.Sections {
		b.WriteString("## " + s.Heading + "\n" + s.Question + "\n")
	}
	return p.directed(b.String())
}

// directed is a prompt with the layers' directives behind it, for a call whose reply has no
// headings.
func (p *Plan) directed(prompt string) string {
	if len(p.Directives) == 0 {
		return prompt
	}
	var b strings.Builder
	b.WriteString(strings.TrimRight(prompt, "\n"))
	b.WriteByte('\n')
	for _, d := range p.Directives {
		b.WriteString("\n" + d + "\n")
	}
	return b.String()
}

// Revision is a cycle after its base has stored what was written.
type Revision struct {
	Plan
	Written string         // the encoder's replies
	Stop    llm.StopReason // of the worst of them
	notes   noteStore
}

// Lines are the notes as they stand, line by line.
func (r *Revision) Lines() []string { return strings.Split(r.notes.text(), "\n") }

// Edit replaces each line of the notes by what edit makes of it; an empty one is dropped.
func (r *Revision) Edit(edit func(line string) string) { r.notes.edit(edit) }

// attached are the layers of one trial.
type attached []Hooks

func attach(env arena.Env, layers []Layer) (attached, error) {
	var out attached
	for _, l := range layers {
		h, err := l.Attach(env)
		if err != nil {
			return nil, err
		}
		out = append(out, h)
	}
	return out, nil
}

// call calls one hook of each layer that has it, in their order, until one fails.
func call[A any](ctx context.Context, a attached, arg A, hook func(Hooks) func(context.Context, A) error) error {
	for _, h := range a {
		if f := hook(h); f != nil {
			if err := f(ctx, arg); err != nil {
				return err
			}
		}
	}
	return nil
}

// texts are the layers' own parts of the memory.
func (a attached) texts() []string {
	var out []string
	for _, h := range a {
		if h.Text == nil {
			continue
		}
		if t := strings.TrimSpace(h.Text()); t != "" {
			out = append(out, t)
		}
	}
	return out
}

func (a attached) render(ctx context.Context, query string, c *arena.Context) error {
	for _, h := range a {
		if h.Render != nil {
			if err := h.Render(ctx, query, c); err != nil {
				return err
			}
		}
	}
	return nil
}
