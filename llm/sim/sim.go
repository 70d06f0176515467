// Package sim is a model that can be asked without a key: a test double, small and exact.
//
// It is given closed worlds, which say what can be said: facts with what finds them in a text, what
// they replace and what they follow from. It sees nothing else but the request:
//
//  1. What of the request is material and what says what to do is told by structure (material.go).
//  2. Which facts the material states is what the world finds in it (look.go), which of rival values
//     holds is what the material says (belief.go). Telling sentences that belong to no fact are facts
//     of their own.
//  3. A question is answered with the fact whose words it has (question.go, answer.go); everything else
//     is writing: notes (write.go), an object of a schema (schema.go, fill.go), a program (program.go).
//
// A request for JSON without a schema, or with one that names no field, is answered in the shape of the largest
// example that it shows (example.go). It tells no log-probabilities, and a schema of anything but objects, lists, texts and choices is an error.
//
// By itself it forgets nothing. What it does wrong are a few mechanisms, each with a switch and its
// numbers in parameters.yaml; what is drawn depends on the seed, the facts and the occasion, never on
// a value or on the order of requests. sim:exact has all of them off.
//
// Everything measured on it is simulated: it can show that a strategy does what it was built to do and
// what it costs, not that it helps a real model.
package sim

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"sync"

	"contextarena.internal/llm"
)

// Provider is the simulator.
var Provider = llm.Provider{Name: "sim", Example: "sim:nano", Resolve: Resolve}

// Client is every simulated model. It implements llm.Client.
type Client struct {
	tokens func(string) int
	worlds []*World
	looks  memo[*look]
	models sync.Map // of an llm.Model: its *Parameters
}

// New returns a client that counts tokens with tokens and knows these worlds. A request is about the
// one that its model's identity names or else, among all, the one that its text shows.
func New(tokens func(string) int, worlds ...*World) *Client {
	return &Client{tokens: tokens, worlds: worlds}
}

// Complete implements llm.Client. It fails only for an unknown model, option or world, a request
// without messages, a schema that it can't fill, or a context that ended.
func (c *Client) Complete(ctx context.Context, req llm.Request) (llm.Response, error) {
	if err := ctx.Err(); err != nil {
		return llm.Response{}, err
	}
	p, err := c.parameters(req.Model)
	if err != nil {
		return llm.Response{}, fmt.Errorf("sim: %w", err)
	}
	if len(req.Messages) == 0 {
		return llm.Response{}, fmt.Errorf("sim: a request needs at least one message")
	}
	r := &reading{Parameters: p, request: understand(req), looks: &c.looks, tokens: c.tokens}
	if r.world, err = c.world(p.world, r.request); err != nil {
		return llm.Response{}, err
	}
	r.dice = newDice(req.Seed, req.Sample, r.world.salt)
	if req.Schema != nil {
		if r.form, err = readSchema(req.Schema); err != nil {
			return llm.Response{}, fmt.Errorf("sim: %w", err)
		}
	}
	if r.form == nil || r.form.Type == "object" && len(r.form.fields) == 0 {
		r.form = cmp.Or(r.exampled(), r.form)
	}
	text := r.respond()
	stop := llm.StopEnd
	if p.Strength[capping] > 0 {
		text, stop = c.cap(text, req.MaxTokens)
	}
	usage := llm.Usage{Input: 3, Output: c.tokens(text)}
	for _, m := range req.Messages {
		usage.Input += 3 + c.tokens(m.Text)
	}
	return llm.Response{
		Text: text, Stop: stop, Usage: usage, Model: "sim-" + req.Model.Name,
		Latency: took(req.Model.Name, usage),
	}, nil
}

// parameters are those of a model. Its options are read once, not with every request.
func (c *Client) parameters(m llm.Model) (*Parameters, error) {
	if p, ok := c.models.Load(m); ok {
		return p.(*Parameters), nil //nolint:forcetypeassert // nothing else is stored
	}
	p, _, err := configure(m)
	if err == nil {
		c.models.Store(m, &p)
	}
	return &p, err
}

// respond is the reply to a request.
func (r *reading) respond() string {
	switch {
	case r.form != nil:
		return r.fill()
	case wantsProgram(r.instruction):
		return r.program()
	case !r.brought:
		return r.reply()
	}
	if qs := questions(r.instruction); len(qs) == 1 && len(r.headings) == 0 && len(r.world.candidates(qs[0])) > 0 {
		return r.answer(qs[0])
	}
	return cmp.Or(r.notes(), "none")
}

// world is the one that a request is about: the one named; without a name the one of which the request
// states most facts, the first of equal ones, or none.
func (c *Client) world(named string, r *request) (*World, error) {
	best, most := nowhere, 0
	for _, w := range c.worlds {
		if named != "" {
			if w.Hash() == named {
				return w, nil
			}
			continue
		}
		stated := map[int]bool{}
		for _, p := range append(r.parts[:len(r.parts):len(r.parts)], part{text: r.instruction}) {
			for _, s := range c.looks.of(w, p.text, newLook).sightings {
				stated[s.Fact] = true
			}
		}
		if len(stated) > most {
			best, most = w, len(stated)
		}
	}
	if named != "" {
		return nil, fmt.Errorf("sim: the request is about world %s, which this client wasn't given", named)
	}
	return best, nil
}

// cap cuts a text that has more than limit tokens, at the end of a word. A tokenizer splits text
// into words before anything else, so the words' own counts add up to the text's.
func (c *Client) cap(text string, limit int) (string, llm.StopReason) {
	if limit <= 0 || len(text) <= limit || c.tokens(text) <= limit {
		return text, llm.StopEnd
	}
	end := 0
	for end < len(text) {
		next := len(text)
		if i := strings.IndexByte(text[end+1:], ' '); i >= 0 {
			next = end + 1 + i
		}
		if limit -= c.tokens(text[end:next]); limit < 0 {
			break
		}
		end = next
	}
	return strings.TrimSpace(text[:end]), llm.StopLength
}
