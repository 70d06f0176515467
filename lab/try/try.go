// Package try asks a model the prompts of every strategy over two short conversations, and counts what
// comes back: what a model can't do is seen in minutes, before a night's run.
package try

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/llm"
	"contextarena.internal/scenarios"
	"contextarena.internal/strategies"
)

// files are two short conversations, long enough for two cycles of most strategies.
//
//go:embed *.yaml
var files embed.FS

// settings are those with which a strategy asks what it asks in longer conversations only.
var settings = map[string]string{"qtd": "qtd(budget=300)"}

// Play plays every strategy and preset over two short conversations with a model, stores nothing, and
// counts what came back for each prompt. Trials that fail don't fail it unless nothing was answered.
func Play(ctx context.Context, l *lab.Lab, model string) (Tried, error) {
	out := Tried{Model: model, Prompts: []Prompt{}, Forms: []Delivery{}, Failed: []Failure{}}
	names, p, err := plan(model)
	if err != nil {
		return out, err
	}
	r, err := l.Resolve(p)
	if err != nil {
		return out, arena.Mistake{Err: err}
	}
	asked, err := l.Ask(model, r.Played...)
	if err != nil {
		return out, arena.Mistake{Err: err}
	}
	trials := r.Trials()
	recs, noted := make([]arena.Record, len(trials)), make([]noting, len(trials))
	var failed, completed atomic.Int64
	err = l.Session(nil).Each(ctx, len(trials), func(ctx context.Context, i int) (err error) {
		if completed.Load() == 0 && failed.Load() >= int64(lab.Hopeless+l.Parallel) {
			recs[i].Outcome, recs[i].Reason = arena.NotRun, "all before it had failed"
			return nil
		}
		noted[i].next = asked
		recs[i], err = l.Session(&noted[i]).Play(ctx, trials[i])
		if recs[i].Outcome == arena.Completed {
			completed.Add(1)
		} else {
			failed.Add(1)
		}
		return err
	})
	if err != nil {
		return out, err
	}
	price, _ := l.Prices.Of(asked.Model, l.Now)
	seen := map[llm.Key]bool{}
	for i, name := range names {
		form := Delivery{Strategy: name}
		for at := i; at < len(trials); at += len(names) {
			rec := recs[at]
			if rec.Outcome != arena.Completed {
				out.Failed = append(out.Failed, Failure{name, trials[at].Scenario.ID, rec.Outcome, arena.Brief(rec.Reason)})
			}
			for _, c := range rec.Cycles {
				form.Delivery = form.Plus(c.Delivery)
			}
			for _, e := range noted[at].exchanges {
				out.add(name, trials[at].Scenario, e, price, seen)
			}
		}
		if form.Asked > 0 {
			out.Forms = append(out.Forms, form)
		}
	}
	slices.SortFunc(out.Prompts, func(a, b Prompt) int {
		return cmp.Or(slices.Index(names, a.Strategies[0])-slices.Index(names, b.Strategies[0]), cmp.Compare(a.Prompt, b.Prompt))
	})
	out.Calls = asked.Calls()
	if usd, known := asked.Paid(); known {
		out.PaidUSD = &usd
	}
	if len(out.Prompts) == 0 {
		return out, errors.New(out.Failed[0].Reason)
	}
	return out, nil
}

// Estimate is what Play would ask.
func Estimate(ctx context.Context, l *lab.Lab, model string) (lab.Workload, error) {
	_, p, err := plan(model)
	if err != nil {
		return lab.Workload{}, err
	}
	return l.Estimate(ctx, p)
}

// plan is what is played, and the names of its strategies.
func plan(model string) (names []string, p lab.Plan, err error) {
	p = lab.DefaultPlan()
	p.Suite, p.Models, p.Repeats, p.Dialogue = "try", []string{model}, 1, arena.Scripted
	if names, p.Strategies, err = candidates(); err == nil {
		p.Drawn, err = conversations()
	}
	for _, s := range p.Drawn { // what is tried is the writing of memories
		s.Probes = nil
	}
	return names, p, err
}

// candidates are the candidates of the default line-up and the presets.
func candidates() (names []string, ss []arena.Strategy, err error) {
	for _, spec := range strategies.Lineup() {
		if !lab.IsControl(spec) && !strings.Contains(spec, "(") {
			names = append(names, spec)
		}
	}
	for _, p := range strategies.Presets() {
		names = append(names, p.Name)
	}
	for _, name := range names {
		spec, ok := settings[name]
		if !ok {
			spec = name
		}
		s, err := strategies.Parse(spec)
		if err != nil {
			return nil, nil, err
		}
		ss = append(ss, s)
	}
	return names, ss, nil
}

// conversations are the two conversations.
func conversations() ([]*arena.Scenario, error) {
	names, err := files.ReadDir(".")
	if err != nil {
		return nil, err
	}
	var out []*arena.Scenario
	for _, f := range names {
		data, err := files.ReadFile(f.Name())
		if err != nil {
			return nil, err
		}
		s, err := scenarios.Parse(f.Name(), data)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

// noting keeps what is asked and answered. A reply that reasoning left no room for is kept as an empty
// one; other failures are those of their trial.
type noting struct {
	next      llm.Client
	mu        sync.Mutex
	exchanges []exchanged
}

type exchanged struct {
	req  llm.Request
	resp llm.Response
}

// Complete implements llm.Client.
func (n *noting) Complete(ctx context.Context, req llm.Request) (llm.Response, error) {
	resp, err := n.next.Complete(ctx, req)
	noted := resp
	var bad *llm.Unusable
	empty := errors.Is(err, llm.ErrEmpty) && errors.As(err, &bad)
	if empty {
		noted = bad.Reply
	}
	if err == nil || empty || errors.Is(err, llm.ErrNoText) {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.exchanges = append(n.exchanges, exchanged{req, noted})
	}
	return resp, err
}
