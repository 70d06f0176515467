// Package sim is a model that can be asked without a key: a plain extractive reader.
//
// It sees nothing but the request, as any HTTP endpoint would, and copies sentences out of it:
// into notes when it is asked for notes, into an answer when it is asked a question. It doesn't
// calculate, paraphrase or know anything. What it overlooks is drawn from the seed of the
// request and the shape of each sentence with its values masked, so the same request always
// gets the same reply, in whatever order requests come, and renaming a value changes no draw.
//
// Everything measured on it is simulated: it can show that a strategy does what it was built to
// do and what it costs, not that it helps a real model.
package sim

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strings"

	"contextarena.internal/llm"
)

// Reader says how well a simulated model reads. Its hash is part of the model's identity.
type Reader struct {
	Capacity int     // sentences it reads with full attention
	Overlook float64 // chance to overlook a sentence it has room for
	Strain   float64 // added chance when the text is endlessly longer than Capacity
	Notes    int     // sentences it keeps when it writes notes
	Summary  int     // sentences it keeps when it writes prose
}

// readers are the models. Their names and prices stand for the three sizes of a real family;
// their numbers are not fitted to it.
var readers = map[string]Reader{
	"nano":     {Capacity: 80, Overlook: 0.04, Strain: 0.15, Notes: 44, Summary: 16},
	"mini":     {Capacity: 160, Overlook: 0.02, Strain: 0.10, Notes: 60, Summary: 22},
	"standard": {Capacity: 320, Overlook: 0.01, Strain: 0.05, Notes: 80, Summary: 30},
}

// Names lists the models, smallest first.
func Names() []string { return []string{"nano", "mini", "standard"} }

// Resolve completes a model's identity with the hash of its parameters, so that replies of a
// reader that has since changed are never taken for its own. Options aren't known yet.
func Resolve(m llm.Model) (llm.Model, error) {
	r, ok := readers[m.Name]
	if !ok {
		return m, fmt.Errorf("unknown model %q (known: sim:%s)", m.String(), strings.Join(Names(), ", sim:"))
	}
	if m.Options != "" {
		return m, fmt.Errorf("model %q takes no options, have %q", m.String(), m.Options)
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "version 1 %+v", r))
	m.Options = fmt.Sprintf("parameters=%x", sum[:6])
	return m, nil
}

// Client is every simulated model. It implements llm.Client.
type Client struct {
	tokens func(string) int
	texts  texts
}

// New returns a client that counts tokens with tokens.
func New(tokens func(string) int) *Client { return &Client{tokens: tokens} }

// Complete implements llm.Client. It fails only for an unknown model or a context that ended.
func (c *Client) Complete(ctx context.Context, req llm.Request) (llm.Response, error) {
	if err := ctx.Err(); err != nil {
		return llm.Response{}, err
	}
	r, ok := readers[req.Model.Name]
	if !ok {
		return llm.Response{}, fmt.Errorf("sim: unknown model %q (known: sim:%s)", req.Model.String(), strings.Join(Names(), ", sim:"))
	}
	if len(req.Messages) == 0 {
		return llm.Response{}, fmt.Errorf("sim: a request needs at least one message")
	}
	reading := reading{reader: r, seed: req.Seed + int64(req.Sample)<<48, texts: &c.texts}
	text := reading.reply(req.Messages)
	text, stop := c.cap(text, req.MaxTokens)
	usage := llm.Usage{Input: 3, Output: c.tokens(text)}
	for _, m := range req.Messages {
		usage.Input += 3 + c.tokens(m.Text)
	}
	return llm.Response{Text: text, Stop: stop, Usage: usage, Model: "sim-" + req.Model.Name}, nil
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
