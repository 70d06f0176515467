package evolution

import (
	"context"
	"errors"

	"contextarena.internal/lab"
	"contextarena.internal/llm"
)

// Load reads an evolution, the newest without a name.
func Load(ctx context.Context, l *lab.Lab, which string) (Run, error) {
	e, err := l.LoadEvolution(ctx, which)
	if err != nil {
		return Run{}, err
	}
	return New(e), nil
}

// Found is what can be said of an evolution, as far as it was asked for.
type Found struct {
	Run
	Race     *Race
	Insight  *Insight
	Routing  *Routing
	Unrouted string // why there is no Routing
}

// Analyse reads an evolution and says how the search compares with others, if race is set, and with explain
// what fitness depends on and how well routers choose. No provider is asked.
func Analyse(ctx context.Context, l *lab.Lab, which string, race, explain bool) (Found, error) {
	run, err := Load(ctx, l, which)
	if err != nil {
		return Found{}, err
	}
	out := Found{Run: run}
	if race {
		if out.Race, err = run.Race(); err != nil {
			return out, err
		}
	}
	if !explain {
		return out, nil
	}
	kinds, err := run.knownKinds(ctx, l, After)
	if err != nil {
		return out, err
	}
	out.Insight = run.Explain()
	routing, err := run.Route(ctx, kinds, After)
	switch {
	case errors.Is(err, ErrNoRouting):
		out.Unrouted = err.Error()
	case err != nil:
		return out, err
	default:
		out.Routing = &routing
	}
	return out, nil
}

// ExportPolicy makes the policy of an evolution, for which its model is asked for the kinds of
// conversations.
func ExportPolicy(ctx context.Context, l *lab.Lab, which string, after int) (*lab.PolicyFile, error) {
	run, err := Load(ctx, l, which)
	if err != nil {
		return nil, err
	}
	asked, err := l.Ask(run.Settings.Model)
	if err != nil {
		return nil, err
	}
	kinds, err := run.AskKinds(ctx, asked, asked.Model, after)
	if err != nil {
		return nil, err
	}
	return run.Policy(ctx, kinds, after)
}

// knownKinds are the kinds of conversations as far as they can be told without asking a provider: the
// simulated model is asked, of others what the database has of their replies. Nil if any is missing.
func (r Run) knownKinds(ctx context.Context, l *lab.Lab, after int) (Kinds, error) {
	asked, err := l.Ask(r.Settings.Model)
	if err != nil && !errors.Is(err, llm.ErrNoKey) {
		return nil, err
	}
	if err == nil && asked.Model.Provider == "sim" {
		return r.AskKinds(ctx, asked, asked.Model, after)
	}
	m, err := l.Models.Resolve(r.Settings.Model)
	if err != nil && !errors.Is(err, llm.ErrNoKey) {
		return nil, err
	}
	kinds, err := r.AskKinds(ctx, onlyStored{l.DB}, m, after)
	if errors.Is(err, errNotStored) {
		return nil, nil
	}
	return kinds, err
}

// errNotStored says that a reply isn't in the database.
var errNotStored = errors.New("the reply isn't stored")

// onlyStored answers from the database alone.
type onlyStored struct{ llm.CacheStore }

// Complete implements llm.Client.
func (s onlyStored) Complete(ctx context.Context, req llm.Request) (llm.Response, error) {
	r, ok, err := s.Lookup(ctx, req.Key())
	if err == nil && !ok {
		err = errNotStored
	}
	return r, err
}
