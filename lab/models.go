package lab

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/llm"
	"contextarena.internal/llm/ollama"
	"contextarena.internal/llm/openai"
	"contextarena.internal/llm/sim"
)

// ErrNoKey says that a model needs a key that isn't set.
var ErrNoKey = errors.New("no API key")

// Models knows where models are asked. Its fields come from the environment, which only the
// command reads.
type Models struct {
	OpenAIKey          string // OPENAI_API_KEY
	OpenAIBaseURL      string // OPENAI_BASE_URL; empty for OpenAI's own
	OpenAIOrganization string // OPENAI_ORG_ID
	OllamaHost         string // OLLAMA_HOST; empty for this machine
	Timeout            time.Duration
	Now                func() time.Time
	Rand               func() float64 // jitter of retries; it decides no result
	RequestsPerMinute  int
	TokensPerMinute    int
	Replay             []byte    // a recording that answers instead of any provider but sim
	Record             io.Writer // where exchanges with providers are recorded; nil for nowhere
	Today              string    // the date recordings carry
}

// Resolve reads a model's name and completes its identity. It asks no one.
func (m Models) Resolve(name string) (llm.Model, error) {
	model, err := llm.ParseModel(name)
	if err != nil {
		return model, err
	}
	switch model.Provider {
	case "sim":
		return sim.Resolve(model)
	case "openai":
		o := m.openAI()
		o.Key = cmp.Or(o.Key, "none") // the identity needs none
		c, err := openai.New(o)
		if err != nil {
			return model, err
		}
		model.BaseURL = c.BaseURL()
		if m.OpenAIKey == "" && m.Replay == nil {
			return model, fmt.Errorf("%w for %s: set OPENAI_API_KEY (any text, for a server of your own that needs none), or try sim:nano", ErrNoKey, name)
		}
		return model, openai.Check(model)
	}
	c, err := ollama.New(m.ollama())
	if err != nil {
		return model, err
	}
	model.BaseURL = c.BaseURL()
	return model, ollama.Check(model)
}

// clients are what an experiment asks, and what it has paid.
type clients struct {
	llm.Client
	paid   *paid
	budget *llm.Budget // nil for no cap
}

// clientOptions are the parts of a client that belong to one run.
type clientOptions struct {
	parallel int
	budget   *llm.Budget // nil for no cap
	cache    llm.CacheStore
	tokens   func(string) int
	worlds   []*sim.World // that simulated models are given
	share    bool         // simulated replies too: many trials ask the same
}

// client composes the client of an experiment for the providers its models need.
func (m Models) client(models []llm.Model, o clientOptions) (clients, error) {
	byProvider := map[string]llm.Client{}
	p := &paid{byModel: map[llm.Model]llm.Usage{}}
	for _, model := range models {
		if byProvider[model.Provider] != nil {
			continue
		}
		c, err := m.provider(model.Provider, o)
		if err != nil {
			return clients{}, err
		}
		if m.Replay == nil || model.Provider == "sim" {
			c = paying{c, p}
		}
		if o.budget != nil {
			c = o.budget.Client(c)
		}
		switch {
		case model.Provider != "sim":
			c = llm.Cache(c, o.cache)
		case o.share:
			c = llm.Cache(c, &shared{})
		default: // a simulated reply is quicker made than looked up
		}
		byProvider[model.Provider] = c
	}
	return clients{llm.Route(byProvider), p, o.budget}, nil
}

// provider is one provider with its retries and limits.
func (m Models) provider(name string, o clientOptions) (llm.Client, error) {
	if name == "sim" {
		return sim.New(o.tokens, o.worlds...), nil
	}
	c, err := m.remote(name)
	if err != nil {
		return nil, err
	}
	c = llm.Estimate(c, o.tokens)
	if m.Replay != nil {
		return c, nil
	}
	if m.Record != nil {
		c = llm.Record(c, m.Record, m.Today, m.OpenAIKey)
	}
	c = llm.Limit(c, llm.LimitOptions{
		RequestsPerMinute: m.RequestsPerMinute, TokensPerMinute: m.TokensPerMinute,
		Concurrency: o.parallel, Tokens: o.tokens,
	})
	return llm.Retry(c, llm.RetryOptions{Rand: m.Rand, Now: m.Now}), nil
}

// Checker lists what a provider offers.
type Checker interface {
	Models(ctx context.Context) ([]string, error)
}

// Checker is the provider's own client, for `arena models --check`.
func (m Models) Checker(provider string) (Checker, error) {
	switch provider {
	case "openai":
		return openai.New(m.openAI())
	case "ollama":
		return ollama.New(m.ollama())
	}
	return nil, fmt.Errorf("provider %q has no list of models", provider)
}

func (m Models) remote(name string) (llm.Client, error) {
	switch {
	case m.Replay != nil:
		return llm.Replay(bytes.NewReader(m.Replay))
	case name == "openai":
		return openai.New(m.openAI())
	case name == "ollama":
		return ollama.New(m.ollama())
	}
	return nil, fmt.Errorf("unknown provider %q", name)
}

func (m Models) openAI() openai.Options {
	return openai.Options{
		BaseURL: m.OpenAIBaseURL, Key: m.OpenAIKey, Organization: m.OpenAIOrganization,
		Now: m.Now, Timeout: m.Timeout,
	}
}

func (m Models) ollama() ollama.Options {
	return ollama.Options{Host: m.OllamaHost, Now: m.Now, Timeout: m.Timeout}
}

// paid adds up what providers really answered: no cached reply, no nominal call.
type paid struct {
	mu      sync.Mutex
	byModel map[llm.Model]llm.Usage
	calls   int
}

// usd is what was paid, and whether every model had a price. Simulated models cost nothing.
func (p *paid) usd(prices *llm.Prices, asOf time.Time) (total float64, known bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	known = true
	for m, u := range p.byModel {
		price, ok := prices.Of(m, asOf)
		known = known && ok
		if !price.Simulated {
			total += price.USDCached(u)
		}
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

// Check asks a model's provider whether it can be reached and has the model, and says so in
// words. Nothing is generated.
func (m Models) Check(ctx context.Context, name string) (string, error) {
	model, err := m.Resolve(name)
	if err != nil {
		return "", err
	}
	if model.Provider == "sim" {
		return "simulated, always there", nil
	}
	checker, err := m.Checker(model.Provider)
	if err != nil {
		return "", err
	}
	offered, err := checker.Models(ctx)
	if err != nil {
		return "", err
	}
	latest := model.Provider == "ollama" && slices.Contains(offered, model.Name+":latest") // Ollama's own rule
	if !latest && !slices.Contains(offered, model.Name) {
		hint := ""
		if near := strictyaml.Nearest(model.Name, offered); near != "" {
			hint = "; did you mean " + near + "?"
		}
		return "", fmt.Errorf("%s answers, but has no model %q%s", model.BaseURL, model.Name, hint)
	}
	return "there, at " + model.BaseURL, nil
}
