package llm

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"syscall"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// RetryOptions say how often and how long Retry tries. The zero value means the defaults.
type RetryOptions struct {
	MaxTries   int           // tries in all, the first included; default 5
	MaxElapsed time.Duration // no try begins later than this after the first; 0 for no limit
	FirstWait  time.Duration // most before the second try; doubles from try to try; default 500 ms
	MaxWait    time.Duration // most before any try, also if the provider asks for more; default 60 s

	// Wait waits for d or until ctx is done, and then returns its error. Default: a timer.
	Wait func(ctx context.Context, d time.Duration) error
	// Rand draws from [0, 1): each wait is a random part of its greatest length, so that clients
	// that failed together don't come back together. It is never called concurrently. Nil
	// waits the greatest length.
	Rand func() float64
	// Now is the clock of MaxElapsed. Nil counts the time spent waiting between tries alone.
	Now func() time.Time
}

// Retry asks again when next fails with a Transient error, unless nobody listens there: that is an outage, which a
// breaker waits for, and a few seconds don't mend. It waits at least as long as the
// provider asks for, and gives up at once if that is more than MaxWait. The error of a final
// failure is returned as it is; that of the last of several tries says how many there were.
func Retry(next Client, o RetryOptions) Client {
	if o.MaxTries <= 0 {
		o.MaxTries = 5
	}
	if o.FirstWait <= 0 {
		o.FirstWait = 500 * time.Millisecond
	}
	if o.MaxWait <= 0 {
		o.MaxWait = time.Minute
	}
	if o.Wait == nil {
		o.Wait = Wait
	}
	draw, mu := o.Rand, new(sync.Mutex)
	o.Rand = func() float64 {
		if draw == nil {
			return 1
		}
		mu.Lock()
		defer mu.Unlock()
		return draw()
	}
	return ClientFunc(func(ctx context.Context, req Request) (Response, error) { return o.complete(ctx, next, req) })
}

func (o RetryOptions) complete(ctx context.Context, next Client, req Request) (Response, error) {
	ceiling := backoff.ExponentialBackOff{InitialInterval: o.FirstWait, Multiplier: 2, MaxInterval: o.MaxWait}
	ceiling.Reset()
	var start time.Time
	if o.Now != nil {
		start = o.Now()
	}
	var waited time.Duration
	for try := 1; ; try++ {
		resp, err := next.Complete(ctx, req)
		if err == nil {
			return resp, nil
		}
		if cause := ctx.Err(); cause != nil {
			if errors.Is(err, cause) {
				return Response{}, err
			}
			return Response{}, fmt.Errorf("llm: %w: %w", err, cause)
		}
		if !Transient(err) {
			return Response{}, err
		}
		if errors.Is(err, syscall.ECONNREFUSED) {
			return Response{}, err
		}
		if try >= o.MaxTries || onlyOnce(ctx) {
			return Response{}, fmt.Errorf("llm: gave up after %s: %w", tries(try), err)
		}
		pause := time.Duration(o.Rand() * float64(min(ceiling.NextBackOff(), o.MaxWait)))
		var api *APIError
		if errors.As(err, &api) && api.RetryAfter > 0 {
			if api.RetryAfter > o.MaxWait {
				return Response{}, fmt.Errorf("llm: gave up after %s: the provider asks to wait %s, and at most %s is allowed: %w",
					tries(try), api.RetryAfter, o.MaxWait, err)
			}
			pause = max(pause, api.RetryAfter)
		}
		elapsed := waited
		if o.Now != nil {
			elapsed = o.Now().Sub(start)
		}
		if o.MaxElapsed > 0 && elapsed+pause > o.MaxElapsed {
			return Response{}, fmt.Errorf("llm: gave up after %s, as another would begin later than %s after the first: %w",
				tries(try), o.MaxElapsed, err)
		}
		if stop := o.Wait(ctx, pause); stop != nil {
			return Response{}, fmt.Errorf("llm: stopped waiting to try again after %s (%w): %w", tries(try), err, stop)
		}
		waited += pause
	}
}

type once struct{}

// triedOnce is ctx for a call that Retry doesn't ask again.
func triedOnce(ctx context.Context) context.Context { return context.WithValue(ctx, once{}, true) }

func onlyOnce(ctx context.Context) bool { return ctx.Value(once{}) != nil }

func tries(n int) string {
	if n == 1 {
		return "1 try"
	}
	return fmt.Sprintf("%d tries", n)
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
