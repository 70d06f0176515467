package llm

import (
	"context"
	"errors"
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
	DefaultTag   string // what may be left out at the end of its models' names

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
}

// Getenv is a variable of the environment.
func (o ProviderOptions) Getenv(name string) string {
	if o.Env == nil {
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
