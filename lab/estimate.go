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
	calls    [][]call // by trial
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
	out.calls, err = s.play(ctx, once.Trials(), func(i int) (*llm.Model, []llm.Model) {
		c := r.Contestants[i%len(r.Contestants)]
		return c.Memory, policyModels(c.Policies)
	})
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
	byModel := map[llm.Model]asked{}
	var others []llm.Model // besides the answering ones, in the order in which they are asked
	add := func(m llm.Model, a asked) {
		if _, known := byModel[m]; !known && m != (llm.Model{}) {
			others = append(others, m)
		}
		byModel[m] = byModel[m].plus(a)
	}
	known := map[sharing]bool{}
	p, trials := r.resolved, 0
	answers := slices.ContainsFunc(p.Answering, r.shared)
	for i, calls := range r.calls {
		if !of(i) {
			continue
		}
		trials++
		var writer llm.Model
		if memory := p.Contestants[i%len(p.Contestants)].Memory; memory != nil {
			add(*memory, asked{}) // it is named, whatever it is asked
			if memory.Provider != sim.Provider.Name {
				writer = *memory
			}
		}
		for _, call := range calls {
			share, is := answers, sharing{call.key, writer}
			if call.model != (llm.Model{}) {
				share = r.shared(call.model)
			}
			if !share || !known[is] {
				add(call.model, call.asked)
			}
			known[is] = true
		}
	}
	out := Workload{Trials: trials * repeats * len(p.Answering), Scenarios: len(p.Played), Limits: r.lab.limits()}
	for _, m := range p.Answering {
		out.add(byModel[llm.Model{}].by(m, repeats, r.lab.Prices, p.PricesAsOf))
	}
	for _, m := range others {
		out.add(byModel[m].by(m, repeats*len(p.Answering), r.lab.Prices, p.PricesAsOf))
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
	played, err := s.play(ctx, trials, func(int) (*llm.Model, []llm.Model) {
		if len(c.Models) < 2 {
			return nil, nil
		}
		return &c.Models[1], nil
	})
	if err != nil {
		return Workload{}, err
	}
	out := Workload{Scenarios: len(trials), Limits: l.limits()}
	byModel := map[llm.Model]asked{}
	for i, calls := range played {
		out.Trials += times[i]
		for _, call := range calls {
			byModel[call.model] = byModel[call.model].plus(call.asked.times(times[i]))
		}
	}
	for i, m := range c.Models {
		of := m
		if i == 0 {
			of = llm.Model{}
		}
		out.ByModel = append(out.ByModel, byModel[of].by(m, 1, l.Prices, c.PricesAsOf))
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

// play plays trials and notes what each asked. Named are the models of a trial besides the one that answers: the one that writes
// its memory, nil where they are one, and those that a policy may choose.
func (s simulation) play(ctx context.Context, trials []arena.Trial, named func(trial int) (writer *llm.Model, chosen []llm.Model)) ([][]call, error) {
	calls := make([][]call, len(trials))
	err := s.lab.Session(nil).Each(ctx, len(trials), func(ctx context.Context, i int) error {
		world := trials[i].World
		session := s.lab.Session(standIn{s.client, s.reader.In(world)})
		rec, err := session.Play(ctx, trials[i])
		if err != nil {
			return err
		}
		writer, chosen := named(i)
		for _, c := range rec.Calls {
			one := call{key: c.Key, asked: asked{1, c.Usage}}
			switch writes := writer != nil && c.Purpose == arena.Write; {
			case c.Nominal:
				continue
			case writes && (c.Model == s.answering.In(world) || c.Model == writer.In(world)):
				one.model = *writer
			case slices.Contains(chosen, c.Model):
				one.model = c.Model
			case c.Model != s.answering.In(world):
				continue
			}
			calls[i] = append(calls[i], one)
		}
		return nil
	})
	return calls, err
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

// call is one request, and the model that it is asked of; the zero Model is the one that answers.
type call struct {
	key   llm.Key
	model llm.Model
	asked
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
