package lab

import (
	"bytes"
	"context"
	"sync"
	"time"

	"contextarena.internal/lab/world"
	"contextarena.internal/llm"
	"contextarena.internal/llm/providers"
	"contextarena.internal/llm/sim"
)

// Models knows how models are asked.
type Models struct {
	Env     func(name string) string // the environment, which only the command reads: keys and addresses
	Dry     bool                     // nothing will be asked, so no key is needed
	Timeout time.Duration
	Now     func() time.Time
	Rand    func() float64 // jitter of retries; it decides no result
	// MaxWait is how long a provider that doesn't answer is waited for (llm.Breaker); nil for no breaker: each
	// call that fails fails alone.
	MaxWait           *time.Duration
	Wait              func(ctx context.Context, d time.Duration) error // between tries and probes; nil for a timer
	RequestsPerMinute int
	TokensPerMinute   int
	Replay            []byte    // a recording that answers instead of any provider but sim
	Record            *llm.Tape // what exchanges with providers are recorded on; nil for nothing
	// Worlds are those that simulated models are given, made once for all that is played; nil: for each plan anew.
	Worlds *world.Known
}

// worlds are Worlds, or new ones.
func (m Models) worlds() *world.Known {
	if m.Worlds != nil {
		return m.Worlds
	}
	return &world.Known{}
}

func (m Models) options() llm.ProviderOptions {
	return llm.ProviderOptions{Env: m.Env, Now: m.Now, Timeout: m.Timeout, Keyless: m.Dry || m.Replay != nil}
}

// Resolve reads a model's name and completes its identity, as providers.Resolve. It asks no one.
func (m Models) Resolve(name string) (llm.Model, error) { return providers.Resolve(name, m.options()) }

// Check asks a model's provider whether it can be reached and has the model, and says so in
// words. Nothing is generated.
func (m Models) Check(ctx context.Context, name string) (string, error) {
	return providers.Check(ctx, name, m.options())
}

// clients are what an experiment asks, and what it has paid.
type clients struct {
	llm.Client
	uncached llm.Client // for embeddings, which are kept elsewhere
	paid     *paid
	budget   *llm.Budget  // nil for no cap
	account  *llm.Account // of real models
	kept     *kept        // what is asked and answered

	breakers []*llm.Breaker
}

// stopped is why nothing more is asked: a provider isn't any more, or what it answers can't be kept; nil while all are.
func (c clients) stopped() error {
	if c.kept != nil {
		if err := c.kept.failure(); err != nil {
			return err
		}
	}
	for _, b := range c.breakers {
		if why := b.Stopped(); why != nil {
			return why
		}
	}
	return nil
}

// clientOptions are the parts of a client that belong to one run.
type clientOptions struct {
	parallel int
	budget   *llm.Budget // nil for no cap
	account  *llm.Account
	cache    *kept
	tokens   func(string) int
	worlds   []*sim.World // that simulated models are given
	share    bool         // simulated replies too: many trials ask the same
	onOutage func(text string)
}

// client composes the client of an experiment for the providers its models need.
func (m Models) client(models []llm.Model, o clientOptions) (clients, error) {
	byProvider, uncached := map[string]llm.Client{}, map[string]llm.Client{}
	p := &paid{byModel: map[llm.Model]llm.Usage{}, account: o.account}
	var breakers []*llm.Breaker
	for _, model := range models {
		if byProvider[model.Provider] != nil {
			continue
		}
		c, err := m.provider(model.Provider, o)
		if err != nil {
			return clients{}, err
		}
		if m.MaxWait != nil && m.asks(model.Provider) {
			b := m.breaker(model.Provider, c, o.onOutage)
			breakers, c = append(breakers, b), b
		}
		real := model.Provider != sim.Provider.Name
		if m.Replay == nil || !real {
			c = paying{c, p}
		}
		if o.budget != nil && (m.Replay != nil || !real) {
			c = o.budget.Client(c)
		}
		uncached[model.Provider] = c
		switch {
		case real:
			c = llm.Cache(c, llm.Usable(o.cache))
			if m.Replay == nil && m.Record != nil {
				known, _ := providers.Of(model.Provider)
				c = m.Record.Client(c, m.options().Getenv(known.KeyVariable))
			}
		case o.share:
			c = llm.Cache(c, &shared{})
		default: // a simulated reply is quicker made than looked up
		}
		byProvider[model.Provider] = c
	}
	return clients{llm.Route(byProvider), llm.Route(uncached), p, o.budget, o.account, o.cache, breakers}, nil
}

// asks reports whether a provider is a server that is asked.
func (m Models) asks(provider string) bool { return m.Replay == nil && provider != sim.Provider.Name }

// breaker waits for the outages of a provider.
func (m Models) breaker(provider string, next llm.Client, tell func(text string)) *llm.Breaker {
	o := llm.BreakerOptions{MaxWait: *m.MaxWait, Now: m.Now, Wait: m.Wait}
	if tell != nil {
		o.Tell = func(out llm.Outage) { tell(out.String()) }
	}
	return llm.NewBreaker(provider, next, o)
}

// provider is one provider with its retries and limits; a real one's attempts are charged to the account.
func (m Models) provider(name string, o clientOptions) (llm.Client, error) {
	if name == sim.Provider.Name {
		return sim.New(o.tokens, o.worlds...), nil
	}
	if m.Replay != nil {
		c, err := llm.Replay(bytes.NewReader(m.Replay))
		if err != nil {
			return nil, err
		}
		return llm.Worth(c, o.tokens), nil
	}
	server, err := providers.Open(name, m.options())
	if err != nil {
		return nil, err
	}
	c := llm.Worth(o.account.Client(server), o.tokens)
	c = llm.Limit(c, llm.LimitOptions{
		RequestsPerMinute: m.RequestsPerMinute, TokensPerMinute: m.TokensPerMinute,
		Concurrency: o.parallel, Tokens: o.tokens,
	})
	return llm.Retry(c, llm.RetryOptions{Rand: m.Rand, Now: m.Now, Wait: m.Wait}), nil
}

// paid adds up what providers really answered: no cached reply, no nominal call.
type paid struct {
	mu      sync.Mutex
	byModel map[llm.Model]llm.Usage
	calls   int
	account *llm.Account // nil where no real model is asked
}

// usd is what was paid, failed attempts included, and whether every model that answered had a price. Simulated models
// cost nothing.
func (p *paid) usd(prices *llm.Prices, asOf time.Time) (total float64, known bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	known = true
	for m := range p.byModel {
		_, ok := prices.Of(m, asOf)
		known = known && ok
	}
	if p.account != nil {
		total = p.account.Paid()
	}
	return total, known
}

// asked counts the calls.
func (p *paid) asked() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.calls
}

// paying is a client whose replies are added to paid.
type paying struct {
	next llm.Client
	paid *paid
}

// Complete implements llm.Client.
func (c paying) Complete(ctx context.Context, req llm.Request) (llm.Response, error) {
	r, err := c.next.Complete(ctx, req)
	if err != nil {
		return r, err
	}
	c.paid.mu.Lock()
	defer c.paid.mu.Unlock()
	c.paid.byModel[req.Model] = c.paid.byModel[req.Model].Plus(r.Usage)
	c.paid.calls++
	return r, nil
}
