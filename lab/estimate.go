package lab

import (
	"context"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/llm/sim"
)

// Check reports every name in a plan that doesn't exist. It asks no one.
func Check(p Plan, m Models) error {
	_, err := resolve(p, m)
	return err
}

// Estimate is what a plan would do.
type Estimate struct {
	Trials    int
	Scenarios int
	ByModel   []ModelEstimate
	// Finished trials in a database are not looked for: an estimate is of a run from nothing.
}

// ModelEstimate is what one model would be asked.
type ModelEstimate struct {
	Model  string
	Calls  int
	Input  int // tokens
	Output int
	USD    float64
	Priced bool
}

// Estimate plays every strategy once on every scenario of a plan with the simulated model and
// charges what was asked at the prices of the plan's models. A real model writes longer or
// shorter than the simulated one, so this is a size, not a promise.
func (l *Lab) Estimate(ctx context.Context, p Plan) (Estimate, error) {
	r, err := l.resolve(p)
	if err != nil {
		return Estimate{}, err
	}
	reader, err := sim.Resolve(llm.Model{Provider: "sim", Name: "nano"})
	if err != nil {
		return Estimate{}, err
	}
	once := r
	once.Repeats, once.models, once.points = 1, []llm.Model{reader}, slices.Clone(r.points)
	for i := range once.points {
		once.points[i].memory = nil // the reader writes it
	}
	trials := once.trials()
	usage := make([]usageOf, len(trials))
	runner := &arena.Runner{Client: sim.New(l.Tokens), Tokens: l.Tokens, Sandbox: l.Sandbox}
	g, gctx := errgroup.WithContext(ctx)
	g.SetLimit(max(1, l.Parallel))
	for i, t := range trials {
		g.Go(func() error {
			rec, err := runner.Play(gctx, t)
			if err != nil {
				return err
			}
			separate := r.points[i%len(r.points)].memory != nil
			for _, c := range rec.Calls {
				if !c.Nominal {
					usage[i].add(c, separate)
				}
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return Estimate{}, err
	}
	var answer asked
	memory := map[llm.Model]asked{}
	var writers []llm.Model // in the order of the points
	for i, u := range usage {
		answer = answer.plus(u.answer)
		m := r.points[i%len(r.points)].memory
		if m == nil {
			continue
		}
		if _, known := memory[*m]; !known {
			writers = append(writers, *m)
		}
		memory[*m] = memory[*m].plus(u.memory)
	}
	out := Estimate{Trials: len(trials) * r.Repeats * len(r.models), Scenarios: len(r.scenarios)}
	for _, m := range r.models {
		out.ByModel = append(out.ByModel, l.estimate(m, answer, r.Repeats, p.PricesAsOf))
	}
	for _, m := range writers {
		out.ByModel = append(out.ByModel, l.estimate(m, memory[m], r.Repeats*len(r.models), p.PricesAsOf))
	}
	return out, nil
}

// asked counts calls and their tokens.
type asked struct {
	calls int
	llm.Usage
}

func (a asked) plus(b asked) asked { return asked{a.calls + b.calls, a.Usage.Plus(b.Usage)} }

// usageOf is what the answering model and the memory model are asked; where they are one, all
// counts as answering.
type usageOf struct{ answer, memory asked }

func (u *usageOf) add(c arena.Call, separate bool) {
	to := &u.answer
	if separate && c.Purpose == arena.Write {
		to = &u.memory
	}
	*to = to.plus(asked{1, c.Usage})
}

func (l *Lab) estimate(m llm.Model, a asked, times int, asOf time.Time) ModelEstimate {
	price, ok := l.Prices.Of(m, asOf)
	return ModelEstimate{
		Model: m.String(), Calls: a.calls * times, Input: a.Input * times, Output: a.Output * times,
		USD: price.USD(a.Usage) * float64(times), Priced: ok,
	}
}
