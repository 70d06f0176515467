// Package ollama asks models of an Ollama server, in the types of github.com/ollama/ollama/api.
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
	"strings"
	"sync"
	"syscall"
	"time"

	"contextarena.internal/llm"
	"contextarena.internal/llm/wire"
	"github.com/ollama/ollama/api"
)

// defaultHost is the server on this machine.
const defaultHost = "http://127.0.0.1:11434"

const provider = "ollama"

const mostReply = 8 << 20 // bytes of a reply, as Ollama's own client has it

// Provider is the Ollama server that OLLAMA_HOST names.
var Provider = llm.Provider{
	Name: provider, Example: "ollama:llama3.2:1b", EmbedExample: "ollama:nomic-embed-text",
	Resolve: func(m llm.Model) (llm.Model, error) { return m, checkOptions(m) },
	Open: func(o llm.ProviderOptions) (llm.Server, error) {
		return New(Options{Host: o.Address("OLLAMA_HOST"), Now: o.Now, Timeout: o.Timeout})
	},
}

// Options say which server is asked and how. The zero value asks the server on this machine.
type Options struct {
	Host    string           // as in OLLAMA_HOST, see parseHost; default defaultHost
	HTTP    *http.Client     // default: one that keeps 64 idle connections
	Now     func() time.Time // the clock of Response.Latency; nil leaves latencies at 0
	Timeout time.Duration    // of one call; default 10 minutes, negative for none
}

// Client asks one server. It is safe for concurrent use.
type Client struct {
	at wire.Server

	mu      sync.Mutex
	windows map[string]int // the largest asked for by model
}

var _ llm.Client = (*Client)(nil)

// New returns a client. It sends nothing. The error says what is wrong with Options.Host.
func New(o Options) (*Client, error) {
	base, err := parseHost(o.Host)
	if err != nil {
		return nil, err
	}
	return &Client{windows: map[string]int{}, at: wire.New(wire.Options{
		Provider: provider, Base: base, MostReply: mostReply, HTTP: o.HTTP, Now: o.Now, Timeout: o.Timeout,
		Advise: advised,
	})}, nil
}

const codeTooLong = "context_length_exceeded"

// advised adds to a failure of a server what to do.
func advised(e *llm.APIError) {
	switch {
	case e.Status == http.StatusNotFound:
		e.Next = "fetch the model with: ollama pull " + e.Model
	case e.Status == http.StatusUnauthorized:
		e.Message = "the server wants a sign-in: run ollama signin"
	case strings.Contains(e.Message, "exceeds the context length"):
		e.Code = codeTooLong
	case errors.Is(e, syscall.ECONNREFUSED):
		e.Message = fmt.Sprintf("no server at %s: start it with ollama serve", e.BaseURL)
	case e.Status == 0 && e.Message == "":
		e.Next = "check OLLAMA_HOST and the network"
	}
}

// BaseURL is where the client asks: the BaseURL of the identity of its models.
func (c *Client) BaseURL() string { return c.at.URL }

// Complete implements llm.Client. Every error but that of an impossible request is an
// *llm.APIError. A prompt that doesn't fit the model's window is one, with a code that makes it
// final: it is never cut. Usage.Output counts what the model thought, too; the server doesn't
// say how much that is unless it is all, nor how much of the prompt was in its cache.
func (c *Client) Complete(ctx context.Context, req llm.Request) (llm.Response, error) {
	if at := req.Model.BaseURL; at != "" && at != c.at.URL {
		return llm.Response{}, fmt.Errorf("ollama: %s is at %s, but this client asks %s", req.Model, llm.ShownURL(at), c.at.URL)
	}
	if req.Texts != nil {
		return c.embed(ctx, req)
	}
	out, window, err := c.request(req)
	if err != nil {
		return llm.Response{}, err
	}
	var in api.ChatResponse
	ex, err := c.at.Ask(ctx, req.Model.Name, "api/chat", out, &in)
	if err != nil {
		var e *llm.APIError
		if errors.As(err, &e) && e.Code == codeTooLong {
			e.Message += ": " + advice(req, window)
		}
		return llm.Response{}, err
	}
	if !in.Done {
		return llm.Response{}, c.at.Unusable(req.Model.Name, ex, errors.New("the reply isn't whole"))
	}
	if err := cut(req, window, in.PromptEvalCount); err != nil {
		return llm.Response{}, err
	}
	r, err := reply(in)
	return c.at.Reply(r, err, req.Model.Name, ex)
}

// Models lists the models the server has, sorted, as "llama3.2:1b".
func (c *Client) Models(ctx context.Context) ([]string, error) {
	var list api.ListResponse
	if _, err := c.at.Ask(ctx, "", "api/tags", nil, &list); err != nil {
		return nil, err
	}
	return wire.Names(list.Models, func(m api.ListModelResponse) string { return m.Name }), nil
}
