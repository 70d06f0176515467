package llm

import (
	"context"
	"fmt"

	"golang.org/x/time/rate"
)

// LimitOptions are the limits of a provider. Zero means no limit.
type LimitOptions struct {
	RequestsPerMinute int
	TokensPerMinute   int // of prompts and the caps of their replies, as providers count them
	Concurrency       int // requests in flight

	// Tokens counts the tokens of a text; TokensPerMinute needs it.
	Tokens func(text string) int
}

// Limit lets requests through to next no faster than o allows; the others wait, or leave with
// the error of their context. At most one second's share may go at once. A request that needs
// more tokens than a minute has counts as a whole minute's.
func Limit(next Client, o LimitOptions) Client {
	var slots chan struct{} // nil for any number
	if o.Concurrency > 0 {
		slots = make(chan struct{}, o.Concurrency)
	}
	requests, spending := perMinute(o.RequestsPerMinute), perMinute(o.TokensPerMinute)
	if spending != nil && o.Tokens == nil {
		panic("llm: Limit: TokensPerMinute without Tokens")
	}
	return ClientFunc(func(ctx context.Context, req Request) (Response, error) {
		if err := ctx.Err(); err != nil {
			return Response{}, err
		}
		// The slot comes first: a request that has waited for its turn then goes at once, so turns
		// don't pile up behind the slots and burst.
		if slots != nil {
			select {
			case slots <- struct{}{}:
				defer func() { <-slots }()
			case <-ctx.Done():
				return Response{}, ctx.Err()
			}
		}
		if err := pass(ctx, requests, 1); err != nil {
			return Response{}, err
		}
		if spending != nil {
			if err := pass(ctx, spending, min(promptTokens(req, o.Tokens)+req.MaxTokens, o.TokensPerMinute)); err != nil {
				return Response{}, err
			}
		}
		return next.Complete(ctx, req)
	})
}

// perMinute allows n events a minute, or any number (nil) if n isn't positive.
func perMinute(n int) *rate.Limiter {
	if n <= 0 {
		return nil
	}
	return rate.NewLimiter(rate.Limit(float64(n)/60), max(1, n/60))
}

// pass waits until r lets n events through. A limiter refuses more than its burst at once, so
// they pass in parts.
func pass(ctx context.Context, r *rate.Limiter, n int) error {
	if r == nil {
		return nil
	}
	for n > 0 {
		part := min(n, r.Burst())
		if err := r.WaitN(ctx, part); err != nil {
			if done := ctx.Err(); done != nil {
				return done
			}
			// WaitN doesn't wait for a turn that comes too late.
			return fmt.Errorf("llm: rate limit: no turn before the deadline: %w", context.DeadlineExceeded)
		}
		n -= part
	}
	return nil
}
