package lab

import (
	"context"
	"fmt"
	"slices"
	"time"

	"contextarena.internal/arena"
	"contextarena.internal/lab/world"
	"contextarena.internal/llm"
	"contextarena.internal/llm/sim"
	"contextarena.internal/reports"
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
	r, err := l.Resolve(p)
	if err != nil {
		return Estimate{}, err
	}
	s, err := newSimulation(l, r.Worlds, r.Played)
	if err != nil {
		return Estimate{}, err
	}
	once := r
	once.Repeats, once.Answering, once.Contestants = 1, []llm.Model{s.answering}, slices.Clone(r.Contestants)
	for i := range once.Contestants {
		once.Contestants[i].Memory = nil // the reader writes it
	}
	trials := once.Trials()
	usage, err := s.play(ctx, trials, func(i int) bool { return r.Contestants[i%len(r.Contestants)].Memory != nil })
	if err != nil {
		return Estimate{}, err
	}
	var answer asked
	memory := map[llm.Model]asked{}
	var writers []llm.Model // in the order of the points
	write := func(m llm.Model, a asked) {
		if _, known := memory[m]; !known {
			writers = append(writers, m)
		}
		memory[m] = memory[m].plus(a)
	}
	for i, u := range usage {
		answer = answer.plus(u.answer)
		p := r.Contestants[i%len(r.Contestants)]
		if p.Memory != nil {
			write(*p.Memory, u.memory)
		}
		for _, m := range policyModels(p.Policies) { // in the order of the files
			if a, ok := u.named[m]; ok {
				write(m, a)
				delete(u.named, m)
			}
		}
	}
	out := Estimate{Trials: len(trials) * r.Repeats * len(r.Answering), Scenarios: len(r.Played)}
	for _, m := range r.Answering {
		out.ByModel = append(out.ByModel, answer.by(m, r.Repeats, l.Prices, p.PricesAsOf))
	}
	for _, m := range writers {
		out.ByModel = append(out.ByModel, memory[m].by(m, r.Repeats*len(r.Answering), l.Prices, p.PricesAsOf))
	}
	return out, nil
}

// Scaled is the estimate of so many trials, or points, from one that played others.
func (e Estimate) Scaled(all, played int) Estimate {
	scale := func(n int) int { return n * all / played }
	e.Trials, e.ByModel = scale(e.Trials), slices.Clone(e.ByModel)
	for i, m := range e.ByModel {
		m.Calls, m.Input, m.Output = scale(m.Calls), scale(m.Input), scale(m.Output)
		m.USD = m.USD * float64(all) / float64(played)
		e.ByModel[i] = m
	}
	return e
}

// Document says what a plan would do.
func (e Estimate) Document() reports.Document {
	return reports.Document{
		Sections: []reports.Section{{Title: fmt.Sprintf("%d trials of %s", e.Trials, reports.Plural(e.Scenarios, "scenario"))}, ByModel(e.ByModel...)},
		Notes:    []string{"Estimated by playing each strategy once with the simulated model. Equal requests are asked only once, and a real model may write more. Nothing was asked."},
	}
}

// ByModel lists what models would be asked.
func ByModel(models ...ModelEstimate) reports.Section {
	out := reports.Section{Layout: reports.List, Head: []string{"model", "calls", "input tokens", "output tokens", "USD"}}
	for _, m := range models {
		usd := "unknown"
		if m.Priced {
			usd = fmt.Sprintf("%.4f", m.USD)
		}
		out.Rows = append(out.Rows, reports.Row{m.Model, m.Calls, m.Input, m.Output, usd})
	}
	return out
}

// Estimate is Lab.Estimate for a study that plays trials so many times each. Of the models of c the first
// answers and the second, if there is one, writes the memories; made gives the trials as the simulated
// model plays them in the place of both.
func (c Cast) Estimate(ctx context.Context, l *Lab, made func(model llm.Model) (trials []arena.Trial, times []int)) (Estimate, error) {
	s, err := newSimulation(l, c.Worlds, c.Scenarios)
	if err != nil {
		return Estimate{}, err
	}
	trials, times := made(s.answering)
	usage, err := s.play(ctx, trials, func(int) bool { return len(c.Models) > 1 })
	if err != nil {
		return Estimate{}, err
	}
	out := Estimate{Scenarios: len(trials)}
	all := make([]asked, 2)
	for i, u := range usage {
		out.Trials += times[i]
		all[0], all[1] = all[0].plus(u.answer.times(times[i])), all[1].plus(u.memory.times(times[i]))
	}
	for i, m := range c.Models {
		out.ByModel = append(out.ByModel, all[i].by(m, 1, l.Prices, c.PricesAsOf))
	}
	return out, nil
}

// simulation plays trials with the simulated model in the place of all others.
type simulation struct {
	lab       *Lab
	client    llm.Client
	reader    llm.Model // who answers
	answering llm.Model // as whom: told from the models of policies
}

func newSimulation(l *Lab, worlds *world.Known, scenarios []*arena.Scenario) (simulation, error) {
	reader, err := standInModel()
	return simulation{
		lab: l, client: sim.New(l.Tokens, worlds.All(scenarios...)...), reader: reader,
		answering: llm.Model{Provider: reader.Provider, Name: reader.Name, BaseURL: "estimate"},
	}, err
}

// play plays trials and counts what each asked. What writes the memory of those that are separate is
// counted apart from what answers.
func (s simulation) play(ctx context.Context, trials []arena.Trial, separate func(trial int) bool) ([]usageOf, error) {
	usage := make([]usageOf, len(trials))
	err := s.lab.Session(nil).Each(ctx, len(trials), func(ctx context.Context, i int) error {
		session := s.lab.Session(standIn{s.client, s.reader.In(trials[i].World)})
		rec, err := session.Play(ctx, trials[i])
		if err != nil {
			return err
		}
		for _, c := range rec.Calls {
			if !c.Nominal {
				usage[i].add(c, s.answering.In(trials[i].World), separate(i))
			}
		}
		return nil
	})
	return usage, err
}

// asked counts calls and their tokens.
type asked struct {
	calls int
	llm.Usage
}

func (a asked) plus(b asked) asked { return asked{a.calls + b.calls, a.Usage.Plus(b.Usage)} }

// times is what is asked n times over.
func (a asked) times(n int) asked {
	u := a.Usage
	return asked{a.calls * n, llm.Usage{Input: u.Input * n, CachedInput: u.CachedInput * n, Output: u.Output * n, Reasoning: u.Reasoning * n, Estimated: u.Estimated}}
}

// by is what a model is asked so many times over.
func (a asked) by(m llm.Model, times int, prices *llm.Prices, asOf time.Time) ModelEstimate {
	price, ok := prices.Of(m, asOf)
	return ModelEstimate{
		Model: m.String(), Calls: a.calls * times, Input: a.Input * times, Output: a.Output * times,
		USD: price.USD(a.Usage) * float64(times), Priced: ok,
	}
}

// usageOf is what the answering model and the memory model are asked; where they are one, all
// counts as answering. Named are the models that a policy chose.
type usageOf struct {
	answer, memory asked
	named          map[llm.Model]asked
}

func (u *usageOf) add(c arena.Call, answering llm.Model, separate bool) {
	one := asked{1, c.Usage}
	switch {
	case c.Model != answering:
		if u.named == nil {
			u.named = map[llm.Model]asked{}
		}
		u.named[c.Model] = u.named[c.Model].plus(one)
	case separate && c.Purpose == arena.Write:
		u.memory = u.memory.plus(one)
	default:
		u.answer = u.answer.plus(one)
	}
}

// standInModel is the simulated model that estimates are made with.
func standInModel() (llm.Model, error) { return sim.Resolve(llm.Model{Provider: "sim", Name: "nano"}) }

// standIn answers for every model as one simulated model does.
type standIn struct {
	next llm.Client
	as   llm.Model
}

// Complete implements llm.Client.
func (s standIn) Complete(ctx context.Context, req llm.Request) (llm.Response, error) {
	req.Model = s.as
	return s.next.Complete(ctx, req)
}
