package arena

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"

	"contextarena.internal/llm"
)

// charge says who pays for a call. It travels in the context, so that a strategy can neither
// see nor change it.
type charge struct {
	purpose Purpose
	turn    Turn
	probe   string
}

type chargeKey struct{}

// charged returns a context whose calls are charged to who.
func charged(ctx context.Context, who charge) context.Context {
	return context.WithValue(ctx, chargeKey{}, who)
}

// seeded stamps the trial's seed on every request, and the world that a simulated model is given.
type seeded struct {
	next  llm.Client
	seed  int64
	world string
}

// Complete implements llm.Client.
func (s seeded) Complete(ctx context.Context, req llm.Request) (llm.Response, error) {
	return s.next.Complete(ctx, s.stamp(req))
}

func (s seeded) stamp(req llm.Request) llm.Request {
	req.Seed = s.seed
	req.Model = req.Model.In(s.world)
	return req
}

// meter notes every call of a trial and whom it is charged to. It is the client a strategy
// gets.
type meter struct {
	next seeded

	mu      sync.Mutex
	calls   []Call
	refused *Call // by the memory's model; of several the one with the least key
	failed  error // the first error of a call of the memory
}

// Complete implements llm.Client.
func (m *meter) Complete(ctx context.Context, req llm.Request) (llm.Response, error) {
	r, err := m.next.Complete(ctx, req)
	who, _ := ctx.Value(chargeKey{}).(charge)
	if err != nil {
		m.missed(who, err)
		return r, err
	}
	key := m.note(who, m.next.stamp(req), r)
	if who.memory() && stopOf(r) == llm.StopRefusal {
		m.declined(Call{Key: key, Reply: r.Text})
	}
	return r, nil
}

// embedding is the embedder that a strategy gets. A call that fails is one of the memory, whoever goes on without it.
type embedding struct {
	next  llm.Embedder
	meter *meter
}

// Embed implements llm.Embedder.
func (e embedding) Embed(ctx context.Context, texts []string) ([]llm.Vector, error) {
	out, err := e.next.Embed(ctx, texts)
	if err != nil {
		who, _ := ctx.Value(chargeKey{}).(charge)
		e.meter.missed(who, err)
	}
	return out, err
}

// memory reports whether the memory asks, and not the conversation.
func (c charge) memory() bool { return c.purpose != Talk && c.purpose != FinalAsk }

// missed notes that a call of the memory got no reply.
func (m *meter) missed(who charge, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.failed == nil && who.memory() && !errors.Is(err, context.Canceled) {
		m.failed = err
	}
}

// declined notes that a call of the memory was refused.
func (m *meter) declined(c Call) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.refused == nil || bytes.Compare(c.Key[:], m.refused.Key[:]) < 0 {
		m.refused = &c
	}
}

// memoryError is how the memory's last step ended, where err is what it says itself: what a call of it
// failed with or that one was refused, also if the strategy goes on without the reply. What it would
// have kept with it is no forgetting.
func (m *meter) memoryError(err error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case m.failed != nil && err != nil:
		return err
	case m.failed != nil:
		return m.failed
	case m.refused != nil:
		return Ended{Refused, "the memory's model refused: " + firstWords(m.refused.Reply)}
	}
	return err
}

// note records a call that was answered, and returns its request's key.
func (m *meter) note(who charge, req llm.Request, r llm.Response) llm.Key {
	key := req.Key()
	m.add(Call{
		Purpose: who.purpose, Turn: who.turn, Probe: who.probe, Model: req.Model,
		Key: key, Prompt: req.Messages, Reply: r.Text, Stop: r.Stop, Usage: r.Usage,
	})
	return key
}

func (m *meter) add(c Call) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.calls = append(m.calls, c)
}

// sorted returns the calls in the order of Record.Calls, which doesn't depend on which of
// several parallel calls came back first.
func (m *meter) sorted(s *Scenario) []Call {
	m.mu.Lock()
	defer m.mu.Unlock()
	probe := make(map[string]int, len(s.Probes))
	for i, p := range s.Probes {
		probe[p.ID] = i
	}
	slices.SortStableFunc(m.calls, func(a, b Call) int {
		return cmp.Or(
			cmp.Compare(a.Turn, b.Turn),
			cmp.Compare(slices.Index(Purposes, a.Purpose), slices.Index(Purposes, b.Purpose)),
			cmp.Compare(probe[a.Probe], probe[b.Probe]),
			bytes.Compare(a.Key[:], b.Key[:]),
		)
	})
	return m.calls
}
