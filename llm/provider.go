package llm

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// ErrNoKey says that a model needs a key that isn't set.
var ErrNoKey = errors.New("no API key")

// Provider is who answers for models. Its package exports it, and package providers lists it.
type Provider struct {
	Name         string // what stands before the colon of a model's name
	Example      string // a model of it, as a user writes it
	EmbedExample string // one that embeds; empty if none does
	KeyVariable  string // the environment variable of its key; empty if it needs none

	// Resolve checks the options of a model and completes its identity but for the base URL. It asks
	// no one.
	Resolve func(Model) (Model, error)
	// Open makes a client. It sends nothing. It is nil for simulated models, which need no server.
	Open func(ProviderOptions) (Server, error)
}

// ProviderOptions is what a provider's client needs of the program. The zero value has nothing set.
type ProviderOptions struct {
	Env     func(name string) string // the environment, as only the command reads it
	Now     func() time.Time         // the clock of Response.Latency; nil leaves latencies at 0
	Timeout time.Duration            // of one call; 0 leaves it to the provider
	Keyless bool                     // nothing will be asked: a key that isn't set is no mistake

	BaseURL string // of a model with a place of its own; empty: the provider's variable says
	KeyEnv  string // the variable of its key; empty: the provider's own, or none where BaseURL is set
}

// Address is where is asked: BaseURL, or what the provider's variable holds.
func (o ProviderOptions) Address(variable string) string {
	if o.BaseURL != "" {
		return o.BaseURL
	}
	return o.Getenv(variable)
}

// KeyVariable is the variable of the key, where the provider's own is given; empty for a server that is sent none.
func (o ProviderOptions) KeyVariable(own string) string {
	if o.KeyEnv != "" || o.BaseURL != "" {
		return o.KeyEnv
	}
	return own
}

// Getenv is a variable of the environment.
func (o ProviderOptions) Getenv(name string) string {
	if o.Env == nil || name == "" {
		return ""
	}
	return o.Env(name)
}

// Server is the client of a provider that is asked over HTTP. It embeds if its Provider has an EmbedExample.
type Server interface {
	Client
	// Models lists the models there are, sorted.
	Models(ctx context.Context) ([]string, error)
	// BaseURL is where it asks, without credentials: that of the identity of its models.
	BaseURL() string
}

// Route hands each request to the client of its model's server. A key of clients is a Model.Server. The error for any other
// lists those there are.
func Route(clients map[string]Client) Client {
	clients = maps.Clone(clients)
	return ClientFunc(func(ctx context.Context, req Request) (Response, error) {
		c := clients[req.Model.Server()]
		if c == nil {
			known := strings.Join(slices.Sorted(maps.Keys(clients)), ", ")
			return Response{}, fmt.Errorf("llm: no client for %q of model %s (there are: %s)", req.Model.Server(), req.Model, known)
		}
		return c.Complete(ctx, req)
	})
}

// mostTexts is how many texts are embedded by one call.
const mostTexts = 256

// Embedding embeds by model m, which c asks: each call is a Request with Texts, so that c's decorators limit, charge and
// wait for it as for any other. Many texts are several calls, one after the other; none is no call.
func Embedding(c Client, m Model) Embedder { return embedding{c, m} }

type embedding struct {
	client Client
	model  Model
}

// Embed implements Embedder.
func (e embedding) Embed(ctx context.Context, texts []string) ([]Vector, error) {
	out := make([]Vector, 0, len(texts))
	for len(texts) > 0 {
		n := min(len(texts), mostTexts)
		r, err := e.client.Complete(ctx, Request{Model: e.model, Texts: texts[:n]})
		if err != nil {
			return nil, err
		}
		out, texts = append(out, r.Vectors...), texts[n:]
	}
	return out, nil
}
