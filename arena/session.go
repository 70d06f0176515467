package arena

import (
	"context"
	"errors"
	"fmt"

	"golang.org/x/sync/errgroup"

	"contextarena.internal/llm"
)

// Session is the one way to play trials: what they are played with, put together once. It is safe
// for concurrent use. What differs from trial to trial (models, policies, experience, evidence)
// comes with the Trial.
type Session struct {
	Client   llm.Client            // answers every request; decorated by whoever made it
	Embedder llm.Embedder          // for strategies that embed; nil for none
	Tokens   func(text string) int // counts tokens of a text
	Sandbox  Sandbox               // for strategies that run programs; nil for none
	Environ  []string              // for strategies that are programs
	// Strategy makes a strategy from a spec, for strategies that choose among others; nil for none.
	Strategy func(spec string) (Strategy, error)
	Parallel int // trials in flight at most; below 1 means 1
}

// Play plays one trial:
//
//	each turn:   Observe(user), tool uses → Recall → reply → Observe(reply)
//	final task:  Observe(question) → Recall → reply
//	each probe:  Recall(question) → answer, as often as the trial says
//
// A provider error, a refused or cut reply and an empty purse are outcomes of the record, with
// the reason; so is a panic, whose reason has the stack on the lines below the first. Play returns an error only if ctx ended, when nothing can be said of the trial,
// or if the strategy can't start.
func (s *Session) Play(ctx context.Context, t Trial) (Record, error) {
	p := &play{session: *s, trial: t, tokens: s.Tokens}
	p.meter = &meter{next: seeded{next: s.Client, seed: t.Seed(), world: t.World}}
	env := Env{
		System:      t.Scenario.System,
		Model:       t.Model,
		MemoryModel: t.MemoryModel,
		Client:      p.meter,
		Tokens:      s.Tokens,
		Budget:      t.Budget,
		Trace:       p,
		Sandbox:     s.Sandbox,
		Environ:     s.Environ,
		Policies:    t.Policies,
		Strategy:    s.Strategy,
	}
	if s.Embedder != nil {
		env.Embedder = embedding{s.Embedder, p.meter}
	}
	if t.Bank != nil {
		env.Bank = t.Bank
		env.Learned = func(e Experience) { p.rec.Experience = &e }
	}
	if _, ok := t.Strategy.(EvidenceReader); ok {
		env.Evidence = t.Scenario.Evidence()
	}
	p.rec.Outcome = Completed
	err := p.whole(ctx, env)
	var unstarted unstartable
	switch {
	case errors.As(err, &unstarted):
		return Record{}, fmt.Errorf("start %s: %w", t.Spec, unstarted.error)
	case err != nil && ctx.Err() != nil:
		return Record{}, ctx.Err()
	case err != nil:
		p.fail(err)
	}
	p.rec.Calls = p.meter.sorted(t.Scenario)
	return p.rec, nil
}

// All plays trials in parallel and hands each record to done with the place of its trial. Calls of
// done may overlap. The first error, of a trial or of done, ends it.
func (s *Session) All(ctx context.Context, trials []Trial, done func(i int, rec Record) error) error {
	return s.Each(ctx, len(trials), func(ctx context.Context, i int) error {
		rec, err := s.Play(ctx, trials[i])
		if err != nil {
			return fmt.Errorf("%s on %s: %w", trials[i].Spec, trials[i].Scenario.ID, err)
		}
		return done(i, rec)
	})
}

// Each does n things that play trials, as many at a time as Parallel says. The first error ends it.
func (s *Session) Each(ctx context.Context, n int, do func(ctx context.Context, i int) error) error {
	g, gctx := errgroup.WithContext(ctx)
	g.SetLimit(max(1, s.Parallel))
	for i := range n {
		g.Go(func() error {
			if err := gctx.Err(); err != nil {
				return err
			}
			return do(gctx, i)
		})
	}
	return g.Wait()
}
