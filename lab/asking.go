package lab

import (
	"contextarena.internal/arena"
	"contextarena.internal/lab/world"
	"contextarena.internal/llm"
)

// Asked is a model that a study asks by itself, without a plan, and what that has cost.
type Asked struct {
	llm.Client
	Model llm.Model
	lab   *Lab
	paid  *paid
}

// Ask composes the client of one model as Run does: through a cache (of the database, or in memory without
// one), the budget, retries and limits. A simulated one knows the facts of the scenarios. It asks no one.
func (l *Lab) Ask(name string, scenarios ...*arena.Scenario) (*Asked, error) {
	model, err := l.Models.Resolve(name)
	if err != nil {
		return nil, err
	}
	o := clientOptions{parallel: l.Parallel, cache: llm.MemoryCache(), tokens: l.Tokens, worlds: new(world.Known).All(scenarios...)}
	if l.DB != nil {
		o.cache = l.DB
	}
	if l.BudgetUSD != nil {
		if _, priced := l.Prices.Of(model, l.Now); !priced {
			return nil, &llm.UnpricedError{Model: model, AsOf: l.Now}
		}
		o.budget = llm.NewBudget(*l.BudgetUSD, l.Prices, l.Now, l.Tokens)
	}
	c, err := l.Models.client([]llm.Model{model}, o)
	if err != nil {
		return nil, err
	}
	return &Asked{llm.Headroom(c.Client), model, l, c.paid}, nil
}

// Calls counts the calls that providers answered.
func (a *Asked) Calls() int { return a.paid.asked() }

// Paid is what providers were really paid, in USD, and whether the model had a price.
func (a *Asked) Paid() (usd float64, known bool) { return a.paid.usd(a.lab.Prices, a.lab.Now) }
