// Package openai asks models of OpenAI and of every server that speaks its chat API (vLLM,
// llama.cpp, LM Studio, OpenRouter, ...), in the types of github.com/sashabaranov/go-openai.
//
// request.go makes a request as it is sent of ours, reply.go reads the reply; package wire asks. The client neither retries nor
// limits its rate: decorators of package llm do.
package openai

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"contextarena.internal/llm"
	"contextarena.internal/llm/wire"
	api "github.com/sashabaranov/go-openai"
)

// defaultBaseURL is OpenAI itself.
const defaultBaseURL = "https://api.openai.com/v1"

const mostReply = 16 << 20 // bytes of a reply

const (
	provider    = "openai"
	keyVariable = "OPENAI_API_KEY"
)

// Provider is OpenAI and every server that speaks its chat API.
var Provider = llm.Provider{
	Name: provider, Example: "openai:gpt-5-nano", EmbedExample: "openai:text-embedding-3-small", KeyVariable: keyVariable,
	Resolve: func(m llm.Model) (llm.Model, error) { return m, checkOptions(m) },
	Open: func(o llm.ProviderOptions) (llm.Server, error) {
		variable := o.KeyVariable(keyVariable)
		key := o.Getenv(variable)
		if key == "" && o.Keyless {
			key = "none"
		}
		of := Options{BaseURL: o.Address("OPENAI_BASE_URL"), Key: key, KeyVariable: cmp.Or(variable, llm.KeyEnvOption), Now: o.Now, Timeout: o.Timeout}
		if variable == keyVariable {
			of.Organization = o.Getenv("OPENAI_ORG_ID")
		}
		return New(of)
	},
}

// Options say which server is asked and how. Only Key is needed, and only by OpenAI itself.
type Options struct {
	BaseURL      string           // with the version, as in http://127.0.0.1:8000/v1; default defaultBaseURL
	Key          string           // API key; may be empty for servers other than OpenAI's
	KeyVariable  string           // that Key is from, for errors; default OPENAI_API_KEY
	Organization string           // sent as OpenAI-Organization unless empty
	HTTP         *http.Client     // default: one that keeps 64 idle connections
	Now          func() time.Time // the clock of Response.Latency; nil leaves latencies at 0
	Timeout      time.Duration    // of one call; default 10 minutes, negative for none
}

// Client asks one server. It is safe for concurrent use.
type Client struct {
	at       wire.Server
	official bool     // the server is OpenAI's
	refused  sync.Map // names of models whose server knows no structured outputs
}

var _ llm.Client = (*Client)(nil)

// New returns a client. It sends nothing. The error names what is missing or malformed, and
// never holds the key.
func New(o Options) (*Client, error) {
	u, err := url.Parse(cmp.Or(trimURL(o.BaseURL), defaultBaseURL))
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || llm.StrayAt(u) {
		const next = `(e.g. ` + defaultBaseURL + ` or http://127.0.0.1:8000/v1; in a password write "/" as %2F and "@" as %40): set OPENAI_BASE_URL`
		return nil, fmt.Errorf("openai: malformed base URL %q %s", llm.ShownURL(o.BaseURL), next)
	}
	key, variable := strings.TrimSpace(o.Key), cmp.Or(o.KeyVariable, keyVariable)
	if strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
		return nil, errors.New("openai: the API key holds a space or a character that isn't ASCII: check " + variable)
	}
	host := u.Hostname()
	official := host == "api.openai.com" || strings.HasSuffix(host, ".api.openai.com")
	if official && key == "" {
		return nil, fmt.Errorf("openai: no API key: set %s (or OPENAI_BASE_URL to a server that needs none)", variable)
	}
	header := http.Header{}
	if key != "" {
		header.Set("Authorization", "Bearer "+key)
	}
	if o.Organization != "" {
		header.Set("OpenAI-Organization", o.Organization)
	}
	u.Fragment = ""
	return &Client{official: official, at: wire.New(wire.Options{
		Provider: provider, Base: u, Header: header, Secrets: []string{key}, MostReply: mostReply, HTTP: o.HTTP, Now: o.Now, Timeout: o.Timeout,
		Advise: func(e *llm.APIError) {
			if e.Status == http.StatusUnauthorized {
				e.Next = "check " + variable
			}
		},
	})}, nil
}

// BaseURL is where the client asks, without credentials: the BaseURL of the identity of its
// models.
func (c *Client) BaseURL() string { return c.at.URL }

// Widen says what to set at a server that cuts long prompts, as Ollama and LM Studio do here without a word; nil for OpenAI itself,
// which refuses them. See llm.Caller.
func (c *Client) Widen() func(tokens int) string {
	if c.official {
		return nil
	}
	return func(tokens int) string {
		return fmt.Sprintf("set the context length at the server (Ollama: OLLAMA_CONTEXT_LENGTH=%d), or ask Ollama as ollama:NAME?num_ctx=%[1]d", tokens)
	}
}

// Complete implements llm.Client. Every error but that of an impossible request is an
// *llm.APIError. Usage is marked estimated, with zero counts, if the server gives none. A server that
// refuses structured outputs is asked again with the schema in the prompt, where the model finds it from
// then on.
func (c *Client) Complete(ctx context.Context, req llm.Request) (llm.Response, error) {
	if at := trimURL(req.Model.BaseURL); at != "" && at != c.at.URL {
		return llm.Response{}, fmt.Errorf("openai: %s is at %s, but this client asks %s", req.Model, llm.ShownURL(at), c.at.URL)
	}
	if req.Texts != nil {
		return c.embed(ctx, req)
	}
	said := c.spoken(req)
	r, err := c.ask(ctx, said)
	if said.Schema != nil && refusesSchemas(err) {
		c.refused.Store(req.Model.Name, true)
		return c.ask(ctx, c.spoken(req))
	}
	return r, err
}

// ask sends a request as it is.
func (c *Client) ask(ctx context.Context, req llm.Request) (llm.Response, error) {
	out, err := c.request(req)
	if err != nil {
		return llm.Response{}, err
	}
	var in chatReply
	ex, err := c.at.Ask(ctx, req.Model.Name, "chat/completions", out, &in)
	if r, ok := filtered(req, err); ok {
		r.Latency = ex.Took
		return r, nil
	}
	if err != nil {
		return llm.Response{}, err
	}
	r, err := reply(in)
	return c.at.Reply(r, err, req.Model.Name, ex)
}

// Models lists the models the server has, sorted.
func (c *Client) Models(ctx context.Context) ([]string, error) {
	var list api.ModelsList
	if _, err := c.at.Ask(ctx, "", "models", nil, &list); err != nil {
		return nil, err
	}
	return wire.Names(list.Models, func(m api.Model) string { return m.ID }), nil
}

func trimURL(s string) string { return strings.TrimRight(strings.TrimSpace(s), "/") }
