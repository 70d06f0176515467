package llm

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
)

const (
	longPrompt = 1024 // tokens from which on a prompt may be cut: no model has a smaller window
	leastRead  = 0.7  // of the tokens that a server should tell of a prompt, if it read all: texts differ by less
	leastRatio = 0.45 // of told to counted tokens, where a server counts whole prompts
	rulerCap   = 16   // of the replies to the prompts that measure
	ruler      = "Please read this note and answer with one word. On 14 March the garden behind the old house (number 27) was quiet, " +
		"and nobody had watered Mrs. Alvarez's roses since the end of last summer. She opened the gate, put her bag on the bench and " +
		"looked for the key that Tom, her brother, kept under a stone: it was gone. At 9:30 the rain began, so both of them went back " +
		"into the kitchen, paid $12.50 for 3 boxes of tea and talked about the long way home. Was there any tea? "
)

// CutPrompt is the failure of a call whose prompt lost its beginning at the server, which read so many tokens of at least as many
// as it should have. Asked again it would be cut again, so it has the status and code of a prompt that doesn't fit. The
// remedy says what to set.
func CutPrompt(m Model, read, least int, remedy string) error {
	return &APIError{
		Provider: m.Provider, Model: m.Name, BaseURL: m.BaseURL, Status: http.StatusBadRequest, Code: codeTooLong, Next: remedy,
		Message: fmt.Sprintf("the server dropped the beginning of the prompt: it read %d tokens of %d or more", read, least),
	}
}

// Kept are the texts of a request that every server puts into its prompt: templates leave out thoughts and what tools said.
func Kept(req Request) []string {
	var out []string
	for _, m := range req.Messages {
		if m.Role != Tool && !strings.Contains(m.Text, "</think>") {
			out = append(out, m.Text)
		}
	}
	return out
}

// expected is how many tokens a server that may cut prompts tells of a long one, if it read all that it surely was to read; 0 where
// that can't be said.
func (c *Caller) expected(ctx context.Context, req Request) (int, error) {
	n := 0
	for _, text := range Kept(req) {
		n += c.Tokens(text)
	}
	if n < longPrompt {
		return 0, nil
	}
	ratio, err := c.ratio(ctx, req.Model)
	return int(ratio * float64(n)), err
}

// ratio is how many tokens the server of a model tells for one that we count: of two short prompts, the second of which
// holds the first twice, so that what it puts around them cancels out. It is 0 where it tells none, refuses them, or leaves out what
// it had in its cache. They are calls as any other: reserved, charged, in the ledger, in the store and on the tape, but of no
// trial, whose figures would otherwise tell which of them had the first long prompt.
func (c *Caller) ratio(ctx context.Context, m Model) (float64, error) {
	if known, ok := c.ratios.Load(m); ok {
		return known.(float64), nil
	}
	var told [2]Usage
	for i := range told {
		r, err := c.Complete(ctx, Ask(m, rulerCap, strings.Repeat(ruler, i+1)))
		var u *Unusable
		var refused *APIError
		switch {
		case errors.As(err, &u): // its usage is as good
			r = u.Reply
		case errors.As(err, &refused) && refused.Status != 0 && !Transient(err):
			r.Usage.Estimated = true
		case err != nil:
			return 0, err
		}
		told[i] = r.Usage
	}
	ratio := float64(told[1].Input-told[0].Input) / float64(c.Tokens(ruler))
	if told[0].Estimated || told[1].Estimated || ratio < leastRatio {
		ratio = 0
	}
	c.ratios.Store(m, ratio)
	return ratio, nil
}
