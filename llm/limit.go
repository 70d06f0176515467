package llm

import (
	"context"
	"fmt"
	"time"

	"golang.org/x/time/rate"
)

// limits are how fast a provider may be asked.
type limits struct {
	slots              chan struct{} // nil for any number
	requests, spending *rate.Limiter // nil for no limit
	perMinute          int           // tokens; more are never waited for
}

func limitsOf(o GateOptions) limits {
	l := limits{requests: perMinute(o.RequestsPerMinute), spending: perMinute(o.TokensPerMinute), perMinute: o.TokensPerMinute}
	if o.Concurrency > 0 {
		l.slots = make(chan struct{}, o.Concurrency)
	}
	return l
}

// ask asks once the limits allow it. The slot comes first: a call that has waited for its turn then goes at once, so
// turns don't pile up behind the slots and burst.
func (l limits) ask(ctx context.Context, tokens int, ask func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if l.slots != nil {
		select {
		case l.slots <- struct{}{}:
			defer func() { <-l.slots }()
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if err := let(ctx, l.requests, 1); err != nil {
		return err
	}
	if err := let(ctx, l.spending, min(tokens, l.perMinute)); err != nil {
		return err
	}
	return ask()
}

// perMinute allows n events a minute, or any number (nil) if n isn't positive.
func perMinute(n int) *rate.Limiter {
	if n <= 0 {
		return nil
	}
	return rate.NewLimiter(rate.Limit(float64(n)/60), max(1, n/60))
}

// let waits until r lets n events through. A limiter refuses more than its burst at once, so
// they pass in parts.
func let(ctx context.Context, r *rate.Limiter, n int) error {
	for r != nil && n > 0 {
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

// Wait returns after d, or as soon as ctx is done with its error.
func Wait(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
