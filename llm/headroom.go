package llm

import (
	"context"
	"errors"
	"fmt"
)

// ErrNoText is what a request fails with whose reply held nothing, twice, because its tokens went into
// reasoning: that is not an answer, and nothing was forgotten.
var ErrNoText = errors.New("the model wrote nothing")

// A reply that is asked for again gets headroom times the tokens, and at least leastHeadroom more: what
// models reason before they write has little to do with how short a reply they were asked for.
const (
	headroom      = 4
	leastHeadroom = 2048
	mostThought   = 0.9 // of the output of a reply without text: there was nothing else
)

// Headroom asks once more, with a larger cap, where a reply holds no text because
// its cap or its tokens went into reasoning. The usage and latency of the second reply then include
// those of the first. If that is empty too, it is an error that says what to change (ErrNoText). Both
// are requests of their own to next, so it belongs outside of a cache: each is charged, kept and
// recorded, and asking for the same again asks no one.
func Headroom(next Client) Client {
	return ClientFunc(func(ctx context.Context, req Request) (Response, error) {
		first, err := next.Complete(ctx, req)
		if err != nil || !reasonedAway(first) {
			return first, err
		}
		more := req
		had := req.MaxTokens
		if had <= 0 {
			had = first.Usage.Output
		}
		more.MaxTokens = max(headroom*had, had+leastHeadroom)
		second, err := next.Complete(ctx, more)
		if err != nil {
			return Response{}, fmt.Errorf("llm: asking %s again with max_tokens %d, as %d were used up without a word: %w", req.Model, more.MaxTokens, had, err)
		}
		if reasonedAway(second) {
			return Response{}, fmt.Errorf("llm: %s used %d tokens, then %d, and %w: raise max_tokens (of the strategy) or reply_tokens (of the plan), or let it reason less (%s)",
				req.Model, had, more.MaxTokens, ErrNoText, reasonLess(req.Model))
		}
		second.Usage = first.Usage.Plus(second.Usage)
		second.Latency += first.Latency
		return second, nil
	})
}

// reasonedAway reports whether a reply holds nothing because there was no room left for it.
func reasonedAway(r Response) bool {
	if visible(r.Text) || r.Stop == StopRefusal {
		return false
	}
	return r.Stop == StopLength || r.Usage.Reasoning > 0 && float64(r.Usage.Reasoning) >= mostThought*float64(r.Usage.Output)
}

// reasonLess is the option that makes a model reason less.
func reasonLess(m Model) string {
	if m.Provider == "ollama" {
		return "?think=false or ?think=low behind its name"
	}
	return "?reasoning_effort=low behind its name"
}
