package lab

import (
	"bytes"
	"context"
	"fmt"
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
	// MaxWait is how long a provider that doesn't answer is waited for (llm.Gate); nil: each call that fails fails alone.
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
	account *llm.Account
	kept    *kept // what is asked and answered
	gates   []*llm.Gate
	tape    *llm.Tape // nil for none
}

// stopped is why nothing more is asked: a provider isn't any more, or what it answers can't be kept; nil while all are.
func (c clients) stopped() error {
	if c.kept != nil {
		if err := c.kept.failure(); err != nil {
			return err
		}
	}
	if c.tape != nil {
		if err := c.tape.Failed(); err != nil {
			return fmt.Errorf("the recording can't be written, and all replies are kept in the database: %w", err)
		}
	}
	for _, g := range c.gates {
		if why := g.Stopped(); why != nil {
			return why
		}
	}
	return nil
}

// caller asks a model's server for the experiments of a connection.
func (c connection) caller(l *Lab, asked llm.Model, account *llm.Account, replies *kept) (*llm.Caller, error) {
	m := l.Models
	caller := &llm.Caller{Tokens: l.Tokens, Account: account, Store: replies}
	switch {
	case asked.Provider == sim.Provider.Name:
		caller.Client, caller.Store = sim.New(l.Tokens, c.worlds...), nil // a simulated reply is quicker made than looked up
		if c.share {
			caller.Store = &shared{}
		}
		return caller, nil
	case m.Replay != nil:
		var err error
		caller.Of = llm.Recorded
		caller.Client, err = llm.Replay(bytes.NewReader(m.Replay))
		return caller, err
	}
	server, key, err := providers.Open(asked, m.options())
	if err != nil {
		return nil, err
	}
	caller.Client, caller.Of = server, llm.Asked
	if cuts, ok := server.(interface{ Widen() func(int) string }); ok {
		caller.Widen = cuts.Widen()
	}
	o := llm.GateOptions{
		Provider: asked.Server(), RequestsPerMinute: m.RequestsPerMinute, TokensPerMinute: m.TokensPerMinute, Concurrency: l.Parallel,
		MaxWait: m.MaxWait, Wait: m.Wait, Rand: m.Rand, Now: m.Now,
	}
	if l.OnOutage != nil {
		o.Tell = func(out llm.Outage) { l.OnOutage(out.String()) }
	}
	caller.Gate = llm.NewGate(o)
	if m.Record != nil {
		caller.Tape, caller.Secrets = m.Record, []string{key}
	}
	return caller, nil
}
