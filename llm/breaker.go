package llm

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// BreakerOptions say how long a Breaker waits for its provider.
type BreakerOptions struct {
	MaxWait     time.Duration // longest an outage is waited for; 0: its first call that fails ends the wait
	FirstWait   time.Duration // before the first probe; doubles from probe to probe; default 1 s
	LongestWait time.Duration // before any probe, unless the provider asks for more; default 30 s

	// Wait waits for d or until ctx is done, and then returns its error. Default: a timer.
	Wait func(ctx context.Context, d time.Duration) error
	// Now is the clock of MaxWait. Nil counts the time spent waiting between probes alone.
	Now func() time.Time
	// Tell, if set, is told of every wait, and of the end of an outage. Calls don't overlap; it mustn't
	// call the Breaker.
	Tell func(Outage)
}

// aloneFor is the part of MaxWait after which the only call that is asked is given up by itself.
const aloneFor = 6

// Breaker is a provider as a client, whose outages are waited for by all calls together. It belongs
// around Retry: a call that fails there with the failures of a server that is down (429, 408, 5xx, no
// connection, no reply in time) opens an outage, in which no call passes but one probe at a time, each
// tried once, after growing waits or as long as the provider asks to wait. The calls that wait probe in
// turn. A probe that is answered, even by an error of its own, ends the outage, and all go on.
//
// A call that fails like a server that is down while others are answered is returned as it failed: the
// fault is its own. So, once, is one that nobody else waits beside, after a sixth of MaxWait; if the next
// call fails too, it is the server.
//
// Where MaxWait has passed, or the provider asks to wait longer than is left of it, or answers that no
// call can succeed (401, 403, an account without money), the Breaker stops for good: every call, those
// that wait included, fails with an *OutageError.
type Breaker struct {
	provider string
	next     Client
	o        BreakerOptions

	mu       sync.Mutex
	outage   *outage // nil while the provider answers
	answered int     // calls that were answered
	lone     bool    // a call was given up alone, and none was answered since
	down     downtime
	stopped  *OutageError
}

// downtime is how long a provider hasn't answered.
type downtime struct {
	begun  bool
	since  time.Time
	waited time.Duration
}

// outage is the time in which no call but a probe passes.
type outage struct {
	err     error // of the call that failed last
	wait    time.Duration
	queue   []*attempt         // that wait for their turn to probe
	probing bool               // one waits for its time to probe, or probes
	hurry   context.CancelFunc // ends that wait
	changed chan struct{}      // closed and replaced when the queue's head or probing changes, or the outage ends
}

// attempt is a call on its way through the breaker.
type attempt struct {
	failed   bool // before, as calls fail in an outage
	answered int  // of others, when it was let through
	probes   int  // of its own, with nobody beside it
}

// NewBreaker is the breaker of a provider, by its name.
func NewBreaker(provider string, next Client, o BreakerOptions) *Breaker {
	o.FirstWait = cmp.Or(o.FirstWait, time.Second)
	o.LongestWait = cmp.Or(o.LongestWait, 30*time.Second)
	if o.Wait == nil {
		o.Wait = Wait
	}
	if o.Tell == nil {
		o.Tell = func(Outage) {}
	}
	return &Breaker{provider: provider, next: next, o: o}
}

// Stopped is why no call can succeed any more; nil while some can.
func (b *Breaker) Stopped() *OutageError {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.stopped
}

// Complete implements Client.
func (b *Breaker) Complete(ctx context.Context, req Request) (Response, error) {
	a := new(attempt)
	for {
		probe, err := b.enter(ctx, a)
		if err != nil {
			return Response{}, err
		}
		resp, err := b.ask(ctx, req, probe)
		again, err := b.leave(ctx, a, probe, err)
		if !again {
			if err != nil {
				return Response{}, err
			}
			return resp, nil
		}
	}
}

// ask asks. Should that panic, another may probe.
func (b *Breaker) ask(ctx context.Context, req Request, probe bool) (resp Response, err error) {
	if !probe {
		return b.next.Complete(ctx, req)
	}
	returned := false
	defer func() {
		if !returned {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.probed()
		}
	}()
	resp, err = b.next.Complete(triedOnce(ctx), req)
	returned = true
	return resp, err
}

// enter returns when a call may ask, at once if there is no outage, and whether it then is the probe.
func (b *Breaker) enter(ctx context.Context, a *attempt) (probe bool, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for {
		o := b.outage
		switch {
		case b.stopped != nil:
			return false, b.stopped
		case ctx.Err() != nil:
			b.forget(a)
			return false, ctx.Err()
		case o == nil:
			a.answered = b.answered
			return false, nil
		}
		if !slices.Contains(o.queue, a) {
			o.queue = append(o.queue, a)
		}
		if o.queue[0] != a || o.probing {
			changed := o.changed
			b.mu.Unlock()
			select {
			case <-changed:
			case <-ctx.Done():
			}
			b.mu.Lock()
			continue
		}
		pause, ok := b.pause(o)
		if !ok {
			continue // stopped
		}
		b.o.Tell(Outage{Provider: b.provider, Err: o.err, Wait: pause, Waited: b.elapsed(), MaxWait: b.o.MaxWait})
		o.probing, o.queue = true, o.queue[1:] // it waits, then asks; the others wait for what comes of it
		waiting, cancel := context.WithCancel(ctx)
		o.hurry = cancel
		b.mu.Unlock()
		err := b.o.Wait(waiting, pause)
		cancel()
		b.mu.Lock()
		b.down.waited += pause
		if err == nil && b.stopped == nil {
			return true, nil
		}
		b.probed()
		if b.stopped == nil {
			return false, err
		}
	}
}

// probed lets another call probe.
func (b *Breaker) probed() {
	if b.outage != nil {
		b.outage.probing = false
		b.outage.wake()
	}
}

// pause is how long to wait before the next probe. If that is too long, the breaker stops.
func (b *Breaker) pause(o *outage) (time.Duration, bool) {
	left := b.o.MaxWait - b.elapsed()
	asked := asksToWait(o.err)
	if left <= 0 || asked > left {
		b.stop(&OutageError{Provider: b.provider, Waited: b.elapsed(), MaxWait: b.o.MaxWait, Asked: asked, Err: o.err})
		return 0, false
	}
	o.wait = min(cmp.Or(2*o.wait, b.o.FirstWait), b.o.LongestWait)
	return min(max(o.wait, asked), left), true
}

// leave judges how a call ended, and reports whether it has to ask again.
func (b *Breaker) leave(ctx context.Context, a *attempt, probe bool, err error) (again bool, _ error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if probe {
		b.probed()
	}
	switch {
	case err == nil, !isDown(err) && !isClosed(err) && ctx.Err() == nil:
		b.reply(probe)
		return false, err
	case b.stopped != nil:
		return false, b.stopped
	case ctx.Err() != nil:
		return false, err
	case isClosed(err):
		b.stop(&OutageError{Provider: b.provider, Closed: true, Err: err})
		return false, b.stopped
	case b.outage == nil && a.failed && maybeItsOwn(err) && b.answered > a.answered:
		return false, err
	}
	a.failed = true
	if b.outage == nil {
		b.outage = &outage{changed: make(chan struct{})}
		if !b.down.begun {
			b.down = downtime{begun: true}
			if b.o.Now != nil {
				b.down.since = b.o.Now()
			}
		}
	}
	b.outage.err = err
	if probe && len(b.outage.queue) == 0 {
		a.probes++
	} else {
		a.probes = 0
	}
	if a.probes > 1 && b.elapsed() >= b.o.MaxWait/aloneFor && maybeItsOwn(err) && !b.lone {
		b.lone = true
		b.end()
		return false, err
	}
	return true, nil
}

// reply notes that the provider answered. A call that was let through before an outage says nothing
// about it.
func (b *Breaker) reply(probe bool) {
	b.answered++
	if b.outage != nil && !probe {
		return
	}
	b.lone = false
	if b.outage != nil {
		b.o.Tell(Outage{Provider: b.provider, Waited: b.elapsed(), MaxWait: b.o.MaxWait, Over: true})
		b.end()
	}
	b.down = downtime{}
}

// forget takes a call that has left out of the queue.
func (b *Breaker) forget(a *attempt) {
	if o := b.outage; o != nil {
		o.queue = slices.DeleteFunc(o.queue, func(other *attempt) bool { return other == a })
		o.wake()
	}
}

func (b *Breaker) stop(why *OutageError) {
	b.stopped = why
	if b.outage != nil && b.outage.hurry != nil {
		b.outage.hurry()
	}
	b.end()
}

// end lets all calls go on, or find that the breaker has stopped.
func (b *Breaker) end() {
	if o := b.outage; o != nil {
		b.outage = nil
		o.wake()
	}
}

// wake has those who wait look again.
func (o *outage) wake() {
	close(o.changed)
	o.changed = make(chan struct{})
}

// elapsed is how long the provider hasn't answered.
func (b *Breaker) elapsed() time.Duration {
	switch {
	case !b.down.begun:
		return 0
	case b.o.Now != nil:
		return b.o.Now().Sub(b.down.since)
	}
	return b.down.waited
}

// asksToWait is how long the provider asks to wait.
func asksToWait(err error) time.Duration {
	var api *APIError
	if errors.As(err, &api) {
		return api.RetryAfter
	}
	return 0
}
