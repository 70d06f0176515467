package lab

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/lab/world"
	"contextarena.internal/llm"
	"contextarena.internal/llm/serve"
	"contextarena.internal/store"
)

// Served is a model of an endpoint: what requests call it, and its name as a user writes it.
type Served struct{ ID, Model string }

// ParseServed reads ID=MODEL, or MODEL alone, which is then its own ID: "gpt-5-nano=sim:nano" or
// "sim:nano". What stands before a = is no ID if it holds a colon, but the beginning of a model
// with options.
func ParseServed(s string) Served {
	id, model, ok := strings.Cut(s, "=")
	if !ok || strings.ContainsAny(id, ":?") {
		return Served{ID: s, Model: s}
	}
	return Served{ID: id, Model: model}
}

// Endpoint is an OpenAI-compatible endpoint and what it has paid.
type Endpoint struct {
	*serve.Server
	lab  *Lab
	paid *llm.Account
}

// Paid is what providers were really paid, in USD, and whether all had a price.
func (e *Endpoint) Paid() (usd float64, known bool) { return e.paid.Paid() }

// NewEndpoint composes an endpoint as Run does its clients: through the cache (of the database, or in
// memory without one), the budget, retries and limits. Without models it serves those of the
// recording that is replayed, by the names they were asked by. Simulated models know the facts of the
// known scenarios. It sets all of o that says what is served; the rest is the
// caller's. With a database the budget goes on from what endpoints of it were charged before.
// It asks no one, and reports all mistakes at once.
func NewEndpoint(ctx context.Context, l *Lab, models, embedders []Served, known []*arena.Scenario, o serve.Options) (*Endpoint, error) {
	var errs []error
	if len(models) == 0 {
		var err error
		if o.Models, err = recordedModels(l.Models.Replay); err != nil {
			return nil, err
		}
	}
	for _, m := range models {
		model, err := l.Models.Resolve(m.Model)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		o.Models = append(o.Models, serve.Model{ID: m.ID, Model: model})
	}
	identities := make([]llm.Model, len(o.Models))
	for i, m := range o.Models {
		identities[i] = m.Model
	}
	embeds := make([]llm.Model, len(embedders))
	for i, e := range embedders {
		m, err := l.Models.Embedder(e.Model)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		if embeds[i] = m; m != (llm.Model{}) {
			identities = append(identities, m)
		}
	}
	for _, m := range identities {
		if _, priced := l.Prices.Of(m, l.Now); l.BudgetUSD != nil && !priced {
			errs = append(errs, &llm.UnpricedError{Model: m, AsOf: l.Now})
		}
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	c, err := connection{models: identities, asOf: l.Now, worlds: new(world.Known).For(identities, known...)}.clients(l)
	if err != nil {
		return nil, err
	}
	if l.DB != nil {
		before, err := l.DB.Served(ctx)
		if err != nil {
			return nil, err
		}
		c.account.Keep(l.DB.LedgerOfNone(), before)
	}
	o.Client, o.Tokens = c, l.Tokens
	for i, e := range embedders {
		o.Embedders = append(o.Embedders, serve.Embedder{ID: e.ID, Embedder: c.embedder(embeds[i], l.DB)})
	}
	s, err := serve.New(o)
	if err != nil {
		return nil, err
	}
	return &Endpoint{Server: s, lab: l, paid: c.account}, nil
}

// Invite adds tokens, by name, to the guests of an endpoint: what is asked by one is written to the ledger of an experiment of its name.
func (l *Lab) Invite(ctx context.Context, guests map[string]llm.Ledger, tokens map[string]string) error {
	for _, name := range slices.Sorted(maps.Keys(tokens)) {
		hash := sha256.Sum256([]byte("serve-model " + name))
		e, _, err := l.DB.Begin(ctx, l.NewExperiment(store.KindServed, hash[:], name, []byte("{}"), false))
		if err == nil {
			guests[tokens[name]], err = l.DB.Ledger(ctx, e.ID)
		}
		if err = cmp.Or(err, l.DB.Finish(ctx, e.ID, store.Complete, "")); err != nil {
			return err
		}
	}
	return nil
}

// recordedModels are the models whose exchanges a recording holds, as they were asked, wherever
// that was. Whether it is a recording at all is for llm.Replay to say.
func recordedModels(recording []byte) ([]serve.Model, error) {
	if recording == nil {
		return nil, errors.New("no model to serve (e.g. sim:nano)")
	}
	var out []serve.Model
	for line := range bytes.Lines(recording) {
		var e struct{ Request struct{ Model llm.Model } }
		if json.Unmarshal(line, &e) != nil || e.Request.Model.Provider == "" {
			continue
		}
		m := serve.Model{ID: e.Request.Model.String(), Model: e.Request.Model}
		if !slices.Contains(out, m) {
			out = append(out, m)
		}
	}
	if len(out) == 0 {
		return nil, errors.New("the recording holds no exchange, so there is no model to serve")
	}
	slices.SortFunc(out, func(a, b serve.Model) int { return strings.Compare(a.ID, b.ID) })
	return out, nil
}
