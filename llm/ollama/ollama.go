// Package ollama asks models of an Ollama server, through github.com/ollama/ollama/api.
//
// Ollama has a trap: a prompt longer than the window it loaded the model with loses its
// beginning, without a word, and the facts stated there look as if a memory had lost them. So
// this package chooses the window (num_ctx) by the request, asks the server not to cut, and
// checks afterwards that it did not (window.go).
//
// Old servers, which count only the part of a prompt that wasn't in their cache, aren't
// supported. The client neither retries nor limits its rate: decorators of package llm do.
package ollama

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"contextarena.internal/llm"
	"contextarena.internal/llm/wire"
	"github.com/ollama/ollama/api"
)

// defaultHost is the server on this machine.
const defaultHost = "http://127.0.0.1:11434"

const provider = "ollama"

const mostReply = 8 << 20 // bytes of a reply; Ollama's client reads no longer ones

// Provider is the Ollama server that OLLAMA_HOST names.
var Provider = llm.Provider{
	Name: provider, Example: "ollama:llama3.2:1b", EmbedExample: "ollama:nomic-embed-text", DefaultTag: ":latest",
	Resolve: func(m llm.Model) (llm.Model, error) { return m, checkOptions(m) },
	Open: func(o llm.ProviderOptions) (llm.Server, error) {
		return New(Options{Host: o.Getenv("OLLAMA_HOST"), Now: o.Now, Timeout: o.Timeout})
	},
}

// Options say which server is asked and how. The zero value asks the server on this machine.
type Options struct {
	Host      string           // as in OLLAMA_HOST, see parseHost; default defaultHost
	HTTP      *http.Client     // default: one that keeps 64 idle connections
	Now       func() time.Time // the clock of Response.Latency; nil leaves latencies at 0
	KeepAlive time.Duration    // how long the model stays loaded; 0 leaves it to the server, negative for ever
	Timeout   time.Duration    // of one call; default 10 minutes, negative for none
}

// Client asks one server. It is safe for concurrent use.
type Client struct {
	at        wire.Server
	api       *api.Client
	keepAlive *api.Duration
}

var _ llm.Client = (*Client)(nil)

// New returns a client. It sends nothing. The error says what is wrong with Options.Host.
func New(o Options) (*Client, error) {
	base, err := parseHost(o.Host)
	if err != nil {
		return nil, err
	}
	c := &Client{at: wire.NewServer(provider, llm.ShownURL(base.String()), llm.URLSecrets(base), o.Now, o.Timeout)}
	if o.KeepAlive != 0 {
		c.keepAlive = &api.Duration{Duration: o.KeepAlive}
	}
	c.api = api.NewClient(base, wire.NewClient(o.HTTP, wire.Options{MostReply: mostReply, Secrets: c.at.Secrets, Now: c.at.Now}))
	return c, nil
}

// BaseURL is where the client asks: the BaseURL of the identity of its models.
func (c *Client) BaseURL() string { return c.at.URL }

// Complete implements llm.Client. Every error but that of an impossible request is an
// *llm.APIError. A prompt that doesn't fit the model's window is one, with a code that makes it
// final: it is never cut. Usage.Output counts what the model thought, too; the server doesn't
// say how much that is unless it is all, nor how much of the prompt was in its cache.
func (c *Client) Complete(ctx context.Context, req llm.Request) (llm.Response, error) {
	if at := req.Model.BaseURL; at != "" && at != c.at.URL {
		if u, err := parseHost(at); err != nil || u.String() != c.at.URL {
			return llm.Response{}, fmt.Errorf("ollama: %s is at %s, but this client asks %s", req.Model, llm.ShownURL(at), c.at.URL)
		}
	}
	if req.Texts != nil {
		return c.embed(ctx, req)
	}
	out, window, err := c.request(req)
	if err != nil {
		return llm.Response{}, err
	}
	call, ex, done := c.at.Start(ctx)
	defer done()
	start := c.at.Now()
	var in api.ChatResponse
	parts := 0
	err = c.api.Chat(call, out, func(r api.ChatResponse) error { in = r; parts++; return nil })
	if err != nil {
		e := c.failure(ctx, req.Model.Name, ex, err)
		if e.Code == codeTooLong {
			e.Message += ": " + advice(req, window)
		}
		return llm.Response{}, e
	}
	if parts != 1 || !in.Done {
		return llm.Response{}, c.at.Unusable(req.Model.Name, ex, errors.New("the reply isn't in one piece"))
	}
	if err := cut(req, window, in.PromptEvalCount); err != nil {
		return llm.Response{}, c.tooLong(req.Model.Name, ex, err)
	}
	r, err := reply(in)
	return c.at.Reply(r, err, req.Model.Name, ex, start)
}

// Models lists the models the server has, sorted, as "llama3.2:1b".
func (c *Client) Models(ctx context.Context) ([]string, error) {
	call, ex, done := c.at.Start(ctx)
	defer done()
	list, err := c.api.List(call)
	if err != nil {
		return nil, c.failure(ctx, "", ex, err)
	}
	return wire.Names(list.Models, func(m api.ListModelResponse) string { return m.Name }), nil
}
