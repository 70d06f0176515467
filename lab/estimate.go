package lab

import (
	"context"
	"fmt"
	"math/rand/v2"
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

// Workload is what a plan would do.
type Workload struct {
	Trials    int
	Scenarios int
	ByModel   []ModelEstimate
	Limits    Limits
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

// Plus is both together. Limits are those of e.
func (e Workload) Plus(o Workload) Workload {
	e.Trials, e.Scenarios = e.Trials+o.Trials, max(e.Scenarios, o.Scenarios)
	e.ByModel = slices.Clone(e.ByModel)
	for _, m := range o.ByModel {
		e.add(m)
	}
	return e
}

// times is what is asked so many times over.
func (m ModelEstimate) times(n float64) ModelEstimate {
	m.Calls, m.Input, m.Output, m.USD = int(n*float64(m.Calls)), int(n*float64(m.Input)), int(n*float64(m.Output)), n*m.USD
	return m
}

// Estimate plays every strategy once on every scenario of a plan with the simulated model and
// charges what was asked at the prices of the plan's models. Equal requests are counted once where a
// run asks them once. A real model writes longer or shorter than the simulated one, so this is a size,
// not a promise.
func (l *Lab) Estimate(ctx context.Context, p Plan) (Workload, error) {
	r, err := l.rehearse(ctx, p)
	if err != nil {
		return Workload{}, err
	}
	return r.estimate(r.resolved.Repeats, func(int) bool { return true }), nil
}

// Stage is so many points of a plan, played on so many scenarios; a scenario counts once for each repeat.
type Stage struct{ Points, Blocks int }

// rehearsedTrials is about how many trials an estimate of stages plays.
const rehearsedTrials = 480

// EstimateStages is Estimate for a plan whose points aren't all played on everything, or are too many to play.
// Points share requests on a scenario, the more the more of them there are, and each kind of them asks other models. So all points are
// played, on some of the scenarios, which stand for the others by their turns; of the points of a stage the first of an order drawn at random
// are counted. More points than an estimate plays are taken to ask as much as those, each.
func (l *Lab) EstimateStages(ctx context.Context, p Plan, stages ...Stage) (Workload, error) {
	all, err := l.Resolve(p)
	if err != nil {
		return Workload{}, err
	}
	p.Repeats, p.Points = 1, spread(all.Points, rehearsedTrials)
	played := len(p.Points)
	some := spread(all.Played, max(1, rehearsedTrials/played))
	p.Scenarios = nil
	for _, s := range some {
		p.Scenarios = append(p.Scenarios, s.ID)
	}
	r, err := l.rehearse(ctx, p)
	if err != nil {
		return Workload{}, err
	}
	order := rand.New(rand.NewPCG(1, 0)).Perm(played)
	out := Workload{Scenarios: len(all.Played), Limits: l.limits()}
	each := turns(all.Played) / turns(some) / float64(len(all.Played)) // of a block, by those rehearsed
	for _, stage := range stages {
		out.Trials += stage.Points * stage.Blocks
		n := min(stage.Points, played)
		now := r.estimate(1, func(trial int) bool { return slices.Contains(order[:n], trial%played) })
		for _, m := range now.ByModel {
			out.add(m.times(float64(stage.Blocks) * each * float64(stage.Points) / float64(n)))
		}
	}
	return out, nil
}

// turns is how many turns scenarios have.
func turns(ss []*arena.Scenario) (n float64) {
	for _, s := range ss {
		n += float64(len(s.Turns))
	}
	return n
}

// spread are n of all at most, evenly.
func spread[T any](all []T, n int) []T {
	if len(all) <= n {
		return all
	}
	var out []T
	for i := range n {
		out = append(out, all[i*len(all)/n])
	}
	return out
}

// rehearsal is a plan played once with the simulated model.
type rehearsal struct {
	lab      *Lab
	resolved Resolved
	usage    []usageOf // by trial
}

// rehearse plays a plan once.
func (l *Lab) rehearse(ctx context.Context, p Plan) (rehearsal, error) {
	out := rehearsal{lab: l}
	r, err := l.Resolve(p)
	if err != nil {
		return out, err
	}
	s, err := newSimulation(l, r.Worlds, r.Played)
	if err != nil {
		return out, err
	}
	once := r
	once.Repeats, once.Answering, once.Contestants = 1, []llm.Model{s.answering}, slices.Clone(r.Contestants)
	for i, c := range r.Contestants {
		if c.Memory != nil && c.Memory.Provider != sim.Provider.Name {
			once.Contestants[i].Memory = nil // the reader writes it
		}
	}
	out.resolved = r
	out.usage, err = s.play(ctx, once.Trials(), func(i int) *llm.Model { return r.Contestants[i%len(r.Contestants)].Memory })
	return out, err
}

// shared reports whether a run of the plan asks a model equal requests once. Of simulated models it asks for the
// points of a sweep alone.
func (r rehearsal) shared(m llm.Model) bool {
	return r.resolved.Points != nil || m.Provider != sim.Provider.Name
}

// sharing is a request as it is shared: by those whose memory the same model writes, since another would have
// written another. A simulated writer writes what it writes, so that what is shared is known.
type sharing struct {
	key    llm.Key
	writer llm.Model
}

// estimate is what some of the trials would ask in so many repeats. Requests that are equal count once where they are
// shared; repeats differ, since each has a seed of its own.
func (r rehearsal) estimate(repeats int, of func(trial int) bool) Workload {
	var answer asked
	memory := map[llm.Model]asked{}
	var writers []llm.Model // in the order of the points
	known := map[sharing]bool{}
	write := func(m llm.Model, a asked) {
		if _, known := memory[m]; !known {
			writers = append(writers, m)
		}
		memory[m] = memory[m].plus(a)
	}
	p, trials := r.resolved, 0
	answers := slices.ContainsFunc(p.Answering, r.shared)
	for i, u := range r.usage {
		if !of(i) {
			continue
		}
		trials++
		c := p.Contestants[i%len(p.Contestants)]
		var writer llm.Model
		if c.Memory != nil {
			writer = *c.Memory
			write(writer, asked{}) // it is named, whatever it is asked
		}
		once := func(key llm.Key, share bool) bool {
			is := sharing{key, writer}
			if writer.Provider == sim.Provider.Name {
				is.writer = llm.Model{}
			}
			if share && known[is] {
				return false
			}
			known[is] = true
			return true
		}
		for _, call := range u.answer {
			if once(call.key, answers) {
				answer = answer.plus(call.asked)
			}
		}
		for _, call := range u.memory {
			if once(call.key, r.shared(writer)) {
				write(writer, call.asked)
			}
		}
		for _, m := range policyModels(c.Policies) { // in the order of the files
			for _, call := range u.named[m] {
				if once(call.key, r.shared(m)) {
					write(m, call.asked)
				}
			}
		}
	}
	out := Workload{Trials: trials * repeats * len(p.Answering), Scenarios: len(p.Played), Limits: r.lab.limits()}
	for _, m := range p.Answering {
		out.add(answer.by(m, repeats, r.lab.Prices, p.PricesAsOf))
	}
	for _, m := range writers {
		out.add(memory[m].by(m, repeats*len(p.Answering), r.lab.Prices, p.PricesAsOf))
	}
	return out
}

// add adds what a model is asked to what it is asked already.
func (e *Workload) add(m ModelEstimate) {
	for i := range e.ByModel {
		if have := &e.ByModel[i]; have.Model == m.Model {
			have.Calls, have.Input, have.Output, have.USD = have.Calls+m.Calls, have.Input+m.Input, have.Output+m.Output, have.USD+m.USD
			have.Priced = have.Priced && m.Priced
			return
		}
	}
	e.ByModel = append(e.ByModel, m)
}

// Document says what a plan would do.
func (e Workload) Document() reports.Document {
	return reports.Document{
		Sections: []reports.Section{{Title: fmt.Sprintf("%d trials of %s", e.Trials, reports.Plural(e.Scenarios, "scenario"))}, ByModel(e.ByModel...)},
		Notes:    append(e.hours(), "Estimated by playing each strategy once with the simulated model. Equal requests are counted once where they are asked once, and a real model may write more. Nothing was asked."),
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
func (c Cast) Estimate(ctx context.Context, l *Lab, made func(model llm.Model) (trials []arena.Trial, times []int)) (Workload, error) {
	s, err := newSimulation(l, c.Worlds, c.Scenarios)
	if err != nil {
		return Workload{}, err
	}
	trials, times := made(s.answering)
	usage, err := s.play(ctx, trials, func(int) *llm.Model {
		if len(c.Models) < 2 {
			return nil
		}
		return &c.Models[1]
	})
	if err != nil {
		return Workload{}, err
	}
	out := Workload{Scenarios: len(trials), Limits: l.limits()}
	all := make([]asked, 2)
	for i, u := range usage {
		out.Trials += times[i]
		all[0], all[1] = all[0].plus(sum(u.answer).times(times[i])), all[1].plus(sum(u.memory).times(times[i]))
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
		lab: l, client: &llm.Caller{Client: sim.New(l.Tokens, worlds.All(scenarios...)...), Store: llm.MemoryCache()}, reader: reader,
		answering: llm.Model{Provider: reader.Provider, Name: reader.Name, BaseURL: "estimate"},
	}, err
}

// play plays trials and notes what each asked. What the model that writes a trial's memory is asked is noted apart
// from what answers; nil where they are one.
func (s simulation) play(ctx context.Context, trials []arena.Trial, writer func(trial int) *llm.Model) ([]usageOf, error) {
	usage := make([]usageOf, len(trials))
	err := s.lab.Session(nil).Each(ctx, len(trials), func(ctx context.Context, i int) error {
		session := s.lab.Session(standIn{s.client, s.reader.In(trials[i].World)})
		rec, err := session.Play(ctx, trials[i])
		if err != nil {
			return err
		}
		for _, c := range rec.Calls {
			if !c.Nominal {
				usage[i].add(c, s.answering.In(trials[i].World), trials[i].World, writer(i))
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

// call is one request.
type call struct {
	key llm.Key
	asked
}

// sum adds calls up.
func sum(calls []call) asked {
	var out asked
	for _, c := range calls {
		out = out.plus(c.asked)
	}
	return out
}

// usageOf is what the answering model and the memory model are asked; where they are one, all
// counts as answering. Named are the models that a policy chose.
type usageOf struct {
	answer, memory []call
	named          map[llm.Model][]call
}

func (u *usageOf) add(c arena.Call, answering llm.Model, world string, writer *llm.Model) {
	one := call{c.Key, asked{1, c.Usage}}
	switch {
	case writer != nil && c.Purpose == arena.Write && (c.Model == answering || c.Model == writer.In(world)):
		u.memory = append(u.memory, one)
	case c.Model != answering:
		if u.named == nil {
			u.named = map[llm.Model][]call{}
		}
		u.named[c.Model] = append(u.named[c.Model], one)
	default:
		u.answer = append(u.answer, one)
	}
}

// standInModel is the simulated model that estimates are made with.
func standInModel() (llm.Model, error) { return sim.Resolve(llm.Model{Provider: "sim", Name: "nano"}) }

// standIn answers for every model as one simulated model does; for simulated writers as they do themselves.
type standIn struct {
	next llm.Client
	as   llm.Model
}

// Complete implements llm.Client.
func (s standIn) Complete(ctx context.Context, req llm.Request) (llm.Response, error) {
	if req.Model.Provider != sim.Provider.Name || req.Model.BaseURL != "" {
		req.Model = s.as
	}
	return s.next.Complete(ctx, req)
}
