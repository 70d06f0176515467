//go:build faults

package faults

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"contextarena.internal/lab"
	"contextarena.internal/lab/nightly"
	"contextarena.internal/store"
)

// broken is a point among replies.
type broken struct {
	kind kind
	n    int // the request, from 1
}

func (b broken) String() string { return fmt.Sprintf("%s at request %d", b.kind.name, b.n) }

// TestReplies breaks every reply of a model in every way.
func TestReplies(t *testing.T) {
	require.Greater(t, len(kinds), 40)
	e, nights := open(t), t.TempDir()
	for _, w := range workloads(t, nights) {
		if !w.asks {
			continue
		}
		t.Run(w.name, func(t *testing.T) {
			ref := refer(t, e, w, 1)
			var all []broken
			for n := range ref.requests {
				for _, k := range kinds {
					all = append(all, broken{k, n + 1})
				}
			}
			each(t, w.name+", replies", all, func(b broken) error {
				return ref.reply(t, e, w, b, func(p *point) { p.till.breaks, p.till.at = b.kind.does, b.n })
			})
		})
	}
}

// TestSlowReplies is of replies that don't come in time, and of servers that aren't there. They are few, since each is waited for.
func TestSlowReplies(t *testing.T) {
	w := workloads(t, t.TempDir())[0]
	e := open(t)
	ref := refer(t, e, w, 1)
	var all []broken
	for n := range ref.requests {
		all = append(all, broken{kind{"no reply in time", passing, func(x *exchange) { <-x.r.Context().Done() }}, n + 1})
		all = append(all, broken{kind{"half a reply in time", passing, func(x *exchange) {
			x.w.Header().Set("Content-Length", "100000")
			_, _ = x.w.Write([]byte(x.reply()))
			_ = http.NewResponseController(x.w).Flush()
			<-x.r.Context().Done()
		}}, n + 1})
	}
	each(t, "run, slow replies", all[:min(len(all), 24)], func(b broken) error {
		return ref.reply(t, e, w, b, func(p *point) {
			p.till.breaks, p.till.at, p.models.Timeout = b.kind.does, b.n, 400*time.Millisecond
		})
	})
	t.Cleanup(func() { e.door.Close() })
	t.Logf("run, server gone: %d points", min(ref.requests, 12))
	for n := range min(ref.requests, 12) {
		b := broken{kind{"connection refused", passing, nil}, n + 1}
		require.NoError(t, ref.reply(t, e, w, b, func(p *point) { gone(t, e, p, b.n) }), b.String())
	}
}

// gone has nobody listen from before request n until somebody waits.
func gone(t *testing.T, e *endpoint, p *point, n int) {
	address := e.Listener.Addr().String()
	shut, door := false, e.door
	leave := func() { shut = true; require.NoError(t, door.Close()) }
	p.till.seen = func(now int64, w http.ResponseWriter) {
		if int(now) == n-1 && !shut {
			w.Header().Set("Connection", "close")
			leave()
		}
	}
	wait := p.models.Wait
	p.models.Wait = func(ctx context.Context, d time.Duration) error {
		if shut && door == e.door {
			var err error
			e.door, err = net.Listen("tcp", address)
			require.NoError(t, err)
			go http.Serve(e.door, e) // until it is closed
		}
		return wait(ctx, d)
	}
	if n == 1 {
		leave()
	}
}

// reply plays a workload of which a reply is broken, and then until it is complete.
func (ref reference) reply(t *testing.T, e *endpoint, w workload, b broken, arm func(*point)) error {
	ctx := t.Context()
	p, err := begin(e, w, ref.template, 1)
	if err != nil {
		return err
	}
	defer p.close()
	arm(p)
	check := func(l *lab.Lab, done played) error {
		have, err := verdicts(ctx, l, done.ran)
		if err != nil {
			return err
		}
		return forgotten(ref.scores, have, b.kind.ends == lasting)
	}
	exact := b.kind.ends == passing
	first, failed := p.play(ctx, check)
	if b.kind.ends == counted { // no two count alike
		p.till.own = p.till.bills[b.n-1] / 2
	}
	if err := p.billed(ctx, exact, nothing); err != nil {
		return fmt.Errorf("at first: %w", err)
	}
	again, err := p.again(ctx, check)
	if err != nil && !(b.kind.ends == lasting && errors.Is(err, nightly.ErrGate)) {
		return fmt.Errorf("again, after %s (%s): %w", first.ran.Experiment.Status, first.ran.Experiment.Note, errors.Join(err, failed))
	}
	if err := p.billed(ctx, exact, nothing); err != nil {
		return fmt.Errorf("again: %w", err)
	}
	switch status := again.ran.Experiment.Status; {
	case b.kind.ends == lasting:
		return nil
	case status != store.Complete:
		return fmt.Errorf("again: %s: %s", status, again.ran.Experiment.Note)
	case b.kind.ends == passing && !bytes.Equal(again.out, ref.out):
		return fmt.Errorf("after %s (%s) the output is another: %s", first.ran.Experiment.Status, first.ran.Experiment.Note, difference(ref.out, again.out))
	}
	return nil
}

// again gives the command again.
func (p *point) again(ctx context.Context, check func(*lab.Lab, played) error) (played, error) {
	p.till.mu.Lock()
	p.till.at = 0
	p.till.mu.Unlock()
	return p.play(ctx, check)
}
