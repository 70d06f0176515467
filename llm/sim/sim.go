// Package sim is a model that can be asked without a key: a reader with bounded attention.
//
// It sees nothing but the request, as any HTTP endpoint would, and replies in five steps:
//
//  1. What is asked, and what is given for it (request.go, material.go, instructions.go).
//  2. The given text is broken into clauses (package read), each text only once.
//  3. Some clauses are overlooked (attention.go): by their kind, their place, the load, and
//     whether they are talk or the reader's own notes.
//  4. The rest become beliefs: the newest value of each thing, running totals, groups (package
//     belief), with what goes wrong on the way (slips.go).
//  5. From these the reply is written (notes.go, reply.go), cut at its limit, and given a virtual
//     latency. For a reply that a program is going to read (JSON of a schema, triples, labels, lines in given forms)
//     see structured.go, forms.go and package shape; rules that it is to follow or revise are in guided.go.
//
// Every way to forget or to go wrong is a Mechanism with its parameters and an off switch; the
// file parameters.yaml lists them with the source of each value. What is drawn depends on the seed
// of the request, the occasion, and the shape of each clause with its values masked: the same
// request always gets the same reply, in whatever order requests come, renaming a value renames
// the reply and changes no draw, and a small change of a request changes little.
//
// Everything measured on it is simulated: it can show that a strategy does what it was built to
// do and what it costs, not that it helps a real model.
package sim

import (
	"context"
	"fmt"
	"strings"

	"contextarena.internal/llm"
)

// Client is every simulated model. It implements llm.Client.
type Client struct {
	tokens func(string) int
	texts  texts
	models configurations
}

// New returns a client that counts tokens with tokens.
func New(tokens func(string) int) *Client { return &Client{tokens: tokens} }

// Complete implements llm.Client. It fails only for an unknown model or option, a request without
// messages, or a context that ended.
func (c *Client) Complete(ctx context.Context, req llm.Request) (llm.Response, error) {
	if err := ctx.Err(); err != nil {
		return llm.Response{}, err
	}
	p, err := c.models.of(req.Model)
	if err != nil {
		return llm.Response{}, fmt.Errorf("sim: %w", err)
	}
	if len(req.Messages) == 0 {
		return llm.Response{}, fmt.Errorf("sim: a request needs at least one message")
	}
	r := reading{Parameters: p, texts: &c.texts}
	a := ask(req)
	text := ""
	for _, t := range tasks {
		if t.fits(a) {
			text = t.do(&r, a)
			break
		}
	}
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
		Latency: r.took(usage), LogProbs: r.logProbs(text, req.LogProbs),
	}, nil
}

// cap cuts a text that has more than limit tokens, at the end of a word. A tokenizer splits text
// into words before anything else, so the words' own counts add up to the text's.
func (c *Client) cap(text string, limit int) (string, llm.StopReason) {
	if limit <= 0 || len(text) <= limit || c.tokens(text) <= limit {
		return text, llm.StopEnd
	}
	end, n := 0, 0
	for end < len(text) {
		next := len(text)
		if i := strings.IndexByte(text[end+1:], ' '); i >= 0 {
			next = end + 1 + i
		}
		n += c.tokens(text[end:next])
		if n > limit {
			break
		}
		end = next
	}
	return strings.TrimSpace(text[:end]), llm.StopLength
}
