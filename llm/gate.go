package llm

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"syscall"
	"time"
)

// How often and how long a call is tried, and an outage waited for.
const (
	mostTries    = 5
	firstPause   = 500 * time.Millisecond // most before the second try; doubles from try to try
	longestPause = time.Minute            // most before any try, also if the provider asks for more
	firstProbe   = time.Second            // before the first probe of an outage; doubles from probe to probe
	longestProbe = 30 * time.Second       // before any, unless the provider asks for more
	aloneFor     = 6                      // the part of MaxWait after which the only call that is asked is given up by itself
)

// GateOptions are the limits of a provider and how long it is waited for. Zero means no limit.
type GateOptions struct {
	Provider          string
	RequestsPerMinute int
	TokensPerMinute   int // of prompts and the caps of their replies, as providers count them
	Concurrency       int // requests in flight

	// MaxWait is how long an outage is waited for; with 0 its first call that fails ends the wait. Nil for no outages:
	// each call that fails fails alone.
	MaxWait *time.Duration
	// Wait waits for d or until ctx is done, and then returns its error. Default: a timer.
	Wait func(ctx context.Context, d time.Duration) error
	// Rand draws from [0, 1): each wait between tries is a random part of its greatest length, so that clients
	// that failed together don't come back together. It is never called concurrently. Nil waits the greatest length.
	Rand func() float64
	// Now is the clock of MaxWait. Nil counts the time spent waiting between probes alone.
	Now func() time.Time
	// Tell, if set, is told of every wait in an outage, and of its end. Calls don't overlap; it mustn't use the Gate.
	Tell func(Outage)
}

// Gate is what all calls to a provider pass. It lets them through no faster than the provider allows, at most one second's
// share at once; a call that needs more tokens than a minute has counts as a whole minute's. A call that fails with a Transient
// error is tried again, five times in all, after waits that double, and at least as long as the provider asks for, unless
// that is more than a minute. It gives up at once where nobody listens: that is an outage, and a few seconds don't mend it.
//
// Outages are waited for by all calls together: a call that still fails with the failures of a server that is down (429, 408,
// 5xx, no connection, no reply in time) opens one, in which no call passes but one probe at a time, each tried once,
// after growing waits or as long as the provider asks to wait. The calls that wait probe in
// turn. A probe that is answered, even by an error of its own, ends the outage, and all go on.
//
// A call that fails like a server that is down while others are answered is returned as it failed: the
// fault is its own. So, once, is one that nobody else waits beside, after a sixth of MaxWait; if the next
// call fails too, it is the server.
//
// A server that isn't found any more (its name, or what listens there) is an outage, too; one that never was is none.
//
// Where MaxWait has passed, or the provider asks to wait longer than is left of it, or answers that no
// call can succeed (401, 403, an account without money), or never was found, the Gate closes for good: every call, those
// that wait included, fails with an *OutageError. It is safe for concurrent use.
type Gate struct {
	o GateOptions
	limits

	mu       sync.Mutex // guards the rest
	outage   *outage    // nil while the provider answers
	answered int        // calls that were answered
	lone     bool       // a call was given up alone, and none was answered since
	down     bool       // the provider hasn't answered since
	since    time.Time
	waited   time.Duration
	stopped  *OutageError
}

// outage is the time in which no call but a probe passes.
type outage struct {
	err     error // of the call that failed last
	wait    time.Duration
	turn    chan struct{}      // holds the one that probes; the others wait to
	waiting int                // how many
	hurry   context.CancelFunc // ends the wait of the one that probes
	over    chan struct{}      // closed when calls go on, or find the gate closed
}

// passing is a call on its way through the gate.
type passing struct {
	failed   bool // before, as calls fail in an outage
	answered int  // of others, when it was let through
	probes   int  // of its own, with nobody beside it
}

// NewGate is the gate of a provider.
func NewGate(o GateOptions) *Gate {
	if o.Wait == nil {
		o.Wait = Wait
	}
	if o.Rand == nil {
		o.Rand = func() float64 { return 1 }
	}
	if o.Tell == nil {
		o.Tell = func(Outage) {}
	}
	return &Gate{o: o, limits: limitsOf(o)}
}

// Stopped is why no call can succeed any more; nil while some can.
func (g *Gate) Stopped() *OutageError {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.stopped
}

// pass asks, as often and as late as it takes. Tokens are the most the call can use.
func (g *Gate) pass(ctx context.Context, tokens int, ask func() error) (err error) {
	if g.o.MaxWait == nil {
		return g.try(ctx, tokens, mostTries, ask)
	}
	var p passing
	probe := false
	defer func() {
		if probe { // ask has panicked: another may probe
			g.mu.Lock()
			defer g.mu.Unlock()
			g.probed()
		}
	}()
	for again := true; again; {
		if probe, err = g.enter(ctx, &p); err != nil {
			return err
		}
		most := mostTries
		if probe {
			most = 1
		}
		err = g.try(ctx, tokens, most, ask)
		again, err = g.leave(ctx, &p, probe, err)
		probe = false
	}
	return err
}

// try asks at most so often. The error of a final failure is returned as it is; that of the last of several tries says how
// many there were.
func (g *Gate) try(ctx context.Context, tokens, most int, ask func() error) error {
	for try := 1; ; try++ {
		err := g.limits.ask(ctx, tokens, ask)
		switch cause := ctx.Err(); {
		case err == nil:
			return nil
		case cause != nil && !errors.Is(err, cause):
			return fmt.Errorf("llm: %w: %w", err, cause)
		case cause != nil, !Transient(err), errors.Is(err, syscall.ECONNREFUSED):
			return err
		}
		tries := fmt.Sprintf("%d tries", try)
		if try == 1 {
			tries = "1 try"
		}
		asked := asksToWait(err)
		switch {
		case try >= most:
			return fmt.Errorf("llm: gave up after %s: %w", tries, err)
		case asked > longestPause:
			return fmt.Errorf("llm: gave up after %s: the provider asks to wait %s, and at most %s is allowed: %w", tries, asked, longestPause, err)
		}
		g.mu.Lock()
		part := g.o.Rand()
		g.mu.Unlock()
		pause := max(asked, time.Duration(part*float64(min(firstPause<<(try-1), longestPause))))
		if stop := g.o.Wait(ctx, pause); stop != nil {
			return fmt.Errorf("llm: stopped waiting to try again after %s (%w): %w", tries, err, stop)
		}
	}
}

// enter returns when a call may ask, at once if there is no outage, and whether it then is the probe.
func (g *Gate) enter(ctx context.Context, p *passing) (probe bool, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for {
		o := g.outage
		switch {
		case g.stopped != nil:
			return false, g.stopped
		case ctx.Err() != nil:
			return false, ctx.Err()
		case o == nil:
			p.answered = g.answered
			return false, nil
		case !g.wait(ctx, o):
			continue
		}
		pause, ok := g.pause(o)
		if !ok {
			continue // stopped
		}
		g.o.Tell(Outage{Provider: g.o.Provider, Err: o.err, Wait: pause, Waited: g.elapsed(), MaxWait: *g.o.MaxWait})
		waiting, cancel := context.WithCancel(ctx)
		o.hurry = cancel
		g.mu.Unlock()
		err := g.o.Wait(waiting, pause)
		cancel()
		g.mu.Lock()
		g.waited += pause
		switch {
		case g.stopped != nil:
			return false, g.stopped
		case err == nil:
			return true, nil
		}
		g.probed()
		return false, err
	}
}

// wait waits for the turn to probe in an outage; false if it ended, or ctx did.
func (g *Gate) wait(ctx context.Context, o *outage) bool {
	o.waiting++
	g.mu.Unlock()
	mine := false
	select {
	case o.turn <- struct{}{}:
		mine = true
	case <-o.over:
	case <-ctx.Done():
	}
	g.mu.Lock()
	o.waiting--
	if mine && g.outage == o && ctx.Err() != nil {
		g.probed()
		return false
	}
	return mine && g.outage == o
}

// probed lets another call probe.
func (g *Gate) probed() {
	if g.outage != nil {
		<-g.outage.turn
	}
}

// pause is how long to wait before the next probe. If that is too long, the gate closes.
func (g *Gate) pause(o *outage) (time.Duration, bool) {
	left := *g.o.MaxWait - g.elapsed()
	asked := asksToWait(o.err)
	if left <= 0 || asked > left {
		g.stop(&OutageError{Provider: g.o.Provider, Waited: g.elapsed(), MaxWait: *g.o.MaxWait, Asked: asked, Err: o.err})
		return 0, false
	}
	o.wait = min(max(2*o.wait, firstProbe), longestProbe)
	return min(max(o.wait, asked), left), true
}

// leave judges how a call ended, and reports whether it has to ask again.
func (g *Gate) leave(ctx context.Context, p *passing, probe bool, err error) (again bool, _ error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if probe {
		g.probed()
	}
	switch {
	case err == nil, !isDown(err) && !isClosed(err) && !isAstray(err) && ctx.Err() == nil:
		g.reply(probe)
		return false, err
	case g.stopped != nil:
		return false, g.stopped
	case ctx.Err() != nil:
		return false, err
	case isClosed(err), isAstray(err) && g.answered == 0:
		g.stop(&OutageError{Provider: g.o.Provider, Closed: true, Err: err})
		return false, g.stopped
	case g.outage == nil && p.failed && maybeItsOwn(err) && g.answered > p.answered:
		return false, err
	}
	p.failed = true
	if g.outage == nil {
		g.outage = &outage{turn: make(chan struct{}, 1), over: make(chan struct{})}
		if !g.down {
			g.down, g.waited = true, 0
			if g.o.Now != nil {
				g.since = g.o.Now()
			}
		}
	}
	g.outage.err = err
	if probe && g.outage.waiting == 0 {
		p.probes++
	} else {
		p.probes = 0
	}
	if p.probes > 1 && g.elapsed() >= *g.o.MaxWait/aloneFor && maybeItsOwn(err) && !g.lone {
		g.lone = true
		g.end()
		return false, err
	}
	return true, nil
}

// reply notes that the provider answered. A call that was let through before an outage says nothing
// about it.
func (g *Gate) reply(probe bool) {
	g.answered++
	if g.outage != nil && !probe {
		return
	}
	g.lone = false
	if g.outage != nil {
		g.o.Tell(Outage{Provider: g.o.Provider, Waited: g.elapsed(), MaxWait: *g.o.MaxWait, Over: true})
		g.end()
	}
	g.down = false
}

func (g *Gate) stop(why *OutageError) {
	g.stopped = why
	if g.outage != nil && g.outage.hurry != nil {
		g.outage.hurry()
	}
	g.end()
}

// end lets all calls go on, or find that the gate has closed.
func (g *Gate) end() {
	if g.outage != nil {
		close(g.outage.over)
		g.outage = nil
	}
}

// elapsed is how long the provider hasn't answered.
func (g *Gate) elapsed() time.Duration {
	switch {
	case !g.down:
		return 0
	case g.o.Now != nil:
		return g.o.Now().Sub(g.since)
	}
	return g.waited
}

// asksToWait is how long the provider asks to wait.
func asksToWait(err error) time.Duration {
	var api *APIError
	if errors.As(err, &api) {
		return api.RetryAfter
	}
	return 0
}
