package lab

import (
	"context"
	"time"

	"contextarena.internal/arena"
	"contextarena.internal/lab/world"
	"contextarena.internal/llm"
	"contextarena.internal/llm/sim"
)

// connection says whom a client is to ask.
type connection struct {
	models []llm.Model  // those that embed included
	asOf   time.Time    // of the prices that a budget is kept by
	worlds []*sim.World // that simulated models are given
	share  bool         // simulated replies are shared: many trials ask the same
}

// clients makes a client with the cache (of the database, or in memory without one), the ledger, the budget,
// retries and limits of the lab. A model without a price is refused where there is a budget. It asks no one.
func (c connection) clients(l *Lab) (clients, error) {
	for _, m := range c.models {
		if _, priced := l.Prices.Of(m, c.asOf); l.BudgetUSD != nil && !priced {
			return clients{}, arena.Mistake{Err: &llm.UnpricedError{Model: m, AsOf: c.asOf}}
		}
	}
	out := clients{
		tape:    l.Models.Record,
		kept:    &kept{CacheStore: llm.MemoryCache()},
		account: llm.NewAccount(llm.AccountOptions{Prices: l.Prices, AsOf: c.asOf, CapUSD: l.BudgetUSD, Now: l.Models.Now}),
	}
	if l.DB != nil { // the ledger of an experiment takes the place of this one when one begins
		out.kept.CacheStore = l.DB
		out.account.Keep(l.DB.LedgerOfNone(), 0)
	}
	if l.Models.Record != nil {
		if err := l.Models.Record.Into(context.Background(), out.kept); err != nil {
			return clients{}, err
		}
	}
	byServer := map[string]llm.Client{}
	for _, m := range c.models {
		if byServer[m.Server()] != nil {
			continue
		}
		caller, err := c.caller(l, m, out.account, out.kept)
		if err != nil {
			return clients{}, err
		}
		byServer[m.Server()] = caller
		if caller.Gate != nil {
			out.gates = append(out.gates, caller.Gate)
		}
	}
	out.Client = llm.Route(byServer)
	return out, nil
}

// Asked is a model that a study asks by itself, without a plan, and what that has cost.
type Asked struct {
	llm.Client
	Model llm.Model // that answers
	named llm.Model // that was asked for
	lab   *Lab
	of    clients
}

// Ask composes the client of a model by its name. Simulated models know the facts of the scenarios. In a
// dry run the simulated model answers in the place of any other, without a budget, so that Estimate
// tells what would be asked.
func (l *Lab) Ask(name string, scenarios ...*arena.Scenario) (*Asked, error) {
	named, err := l.Models.Resolve(name)
	if err != nil {
		return nil, err
	}
	from, model := *l, named
	if l.Models.Dry {
		from.BudgetUSD = nil
		if model, err = standInModel(); err != nil {
			return nil, err
		}
	}
	c, err := connection{models: []llm.Model{model}, asOf: l.Now, worlds: new(world.Known).For([]llm.Model{model}, scenarios...)}.clients(&from)
	if err != nil {
		return nil, err
	}
	return &Asked{llm.Headroom(c.Client), model, named, l, c}, nil
}

// AskFor is Ask for an experiment that has been played: what is asked is written to its ledger, so that a budget of the
// same command again goes on from it, too.
func (l *Lab) AskFor(ctx context.Context, experimentID, name string) (*Asked, error) {
	a, err := l.Ask(name)
	if err != nil || l.Models.Replay != nil {
		return a, err
	}
	ledger, err := l.DB.Ledger(ctx, experimentID)
	if err != nil {
		return nil, err
	}
	a.of.account.Keep(a.of.kept.ledger(ledger), 0)
	return a, nil
}

// Calls counts the calls that providers answered.
func (a *Asked) Calls() int {
	n, _ := a.of.account.Calls()
	return n
}

// Paid is what providers were really paid, in USD, and whether the model had a price.
func (a *Asked) Paid() (usd float64, known bool) { return a.of.account.Paid() }
