// Package llm is everything Context Arena knows about talking to a model.
//
// A Client turns a Request into a Response. Providers are sub-packages, which package llm/providers lists: llm/openai,
// llm/ollama and llm/sim. All that is wanted of a call to one is in a Caller (caller.go), read from top to bottom: the
// cache, equal calls in flight, the Gate with its limits, tries and outages (gate.go), the Account with ledger and budget
// (account.go), what a reply is worth (worth.go, usage.go), the recording (record.go). Route finds the Caller of a model, and Headroom around all of
// them asks for a reply again that reasoning left no room for.
package llm

import (
	"context"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"contextarena.internal/internal/panics"
)

// A Client answers requests. Implementations are safe for concurrent use and return either a
// complete Response or an error, never both. A reply cut at its cap or refused is a Response;
// its StopReason says so.
type Client interface {
	Complete(ctx context.Context, req Request) (Response, error)
}

// ClientFunc is a Client that answers by calling itself.
type ClientFunc func(ctx context.Context, req Request) (Response, error)

// Complete calls f.
func (f ClientFunc) Complete(ctx context.Context, req Request) (Response, error) { return f(ctx, req) }

// An Embedder maps texts to vectors, one for each text and in the same order.
type Embedder interface {
	Embed(ctx context.Context, texts []string) ([]Vector, error)
}

// Vector is an embedding. Vectors of one Embedder have one length.
type Vector []float32

// Role says who speaks in a Message.
type Role string

// The four roles of a chat.
const (
	System    Role = "system"
	User      Role = "user"
	Assistant Role = "assistant"
	Tool      Role = "tool"
)

// Message is one element of a chat.
type Message struct {
	Role       Role       `json:"role"`
	Text       string     `json:"text"`
	ToolCalls  []ToolCall `json:"tool_calls,omitempty"`   // what an assistant message asks to be run
	ToolCallID string     `json:"tool_call_id,omitempty"` // of a tool message: the call it answers
}

// ToolCall is a function an assistant message asks for. Arguments is JSON text.
type ToolCall struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

// Model is the resolved identity of a model: two requests with equal identities and equal
// content may share a reply.
type Model struct {
	Provider string `json:"provider"`           // openai, ollama or sim
	Name     string `json:"name"`               // as the provider names it
	BaseURL  string `json:"base_url,omitempty"` // where it is asked, without credentials
	Options  string `json:"options,omitempty"`  // canonical "key=value&key=value"; for sim also the hash of its parameters
}

// String is the model as a user writes it: "openai:gpt-5-nano", "sim:nano?carrying=off". The
// hashes that a resolved identity carries among its options are left out.
func (m Model) String() string {
	s, sep := m.Provider+":"+m.Name, "?"
	for option := range strings.SplitSeq(m.Options, "&") {
		hidden := strings.HasPrefix(option, HashOption+"=") || strings.HasPrefix(option, WorldOption+"=")
		if option != "" && !hidden {
			if strings.HasPrefix(option, BaseURLOption+"=") {
				option = readable.Replace(option)
			}
			s += sep + option
			sep = "&"
		}
	}
	return s
}

// readable writes an address as a user does; both forms are read.
var readable = strings.NewReplacer("%3A", ":", "%2F", "/")

// WorldOption is the option under which a request to a simulated model names the closed world whose
// facts it can say: the hash of a sim.World. It is stamped by arena.Session and never typed.
const WorldOption = "world"

// In is the model's identity with the closed world that it is given. Real models have none and stay
// as they are; so does every model where world is empty.
func (m Model) In(world string) Model {
	if m.Provider != "sim" || world == "" {
		return m
	}
	if m.Options != "" {
		m.Options += "&"
	}
	m.Options += WorldOption + "=" + world
	return m
}

// HashOption is the option under which a simulated model's resolved identity carries the hash of
// its parameters.
const HashOption = "parameters"

// Request holds everything that decides a response.
type Request struct {
	Model       Model     `json:"model"`
	Messages    []Message `json:"messages"`
	MaxTokens   int       `json:"max_tokens,omitempty"`  // cap of the reply; 0 leaves it to the provider
	Temperature *float64  `json:"temperature,omitempty"` // nil leaves it to the provider
	LogProbs    int       `json:"logprobs,omitempty"`    // alternatives reported per token of the reply; 0 for none
	Seed        int64     `json:"seed,omitempty"`        // stamped by the runner: hash of plan seed and repeat
	Sample      int       `json:"sample,omitempty"`      // raised to ask the same again
	Schema      *Schema   `json:"schema,omitempty"`      // the reply must be JSON of this schema
	// Texts are to be embedded, in the place of a chat: such a request has a model and nothing else.
	Texts []string `json:"texts,omitempty"`
}

// Ask is a request of one message of the user.
func Ask(m Model, maxTokens int, prompt string) Request {
	return Request{Model: m, Messages: []Message{{Role: User, Text: prompt}}, MaxTokens: maxTokens}
}

// Schema is a JSON schema that a reply has to follow.
type Schema struct {
	Name string `json:"name"`
	JSON string `json:"json"` // a text in recordings, too: JSON inside JSON would be reformatted
	// Strict says that a server may enforce it as it is: every object is closed, and all of its
	// properties are required. It decides nothing that the rest doesn't, so it is part of no key.
	Strict bool `json:"-"`
}

// StopReason says why a reply ended.
type StopReason string

// The reasons for which a reply ends. StopLength is a reply cut at its cap; StopRefusal one
// that the provider or its filter declined. No reply ends for a tool, since none is offered.
const (
	StopEnd     StopReason = "end"
	StopLength  StopReason = "length"
	StopRefusal StopReason = "refusal"
)

// Response is a complete reply.
type Response struct {
	Text     string     `json:"text"`
	Stop     StopReason `json:"stop"`
	Usage    Usage      `json:"usage"`
	Model    string     `json:"model,omitempty"` // as the provider names what answered
	LogProbs []LogProb  `json:"logprobs,omitempty"`
	Vectors  []Vector   `json:"-"` // of the request's texts, in their order
	PaidUSD  *float64   `json:"-"` // what an endpoint of ours paid for it (PaidHeader); nil where none says
	// Latency is the time from the request to the last byte of the reply, as first recorded: a
	// reply from a cache or recording carries that of the call which made it. Simulated models
	// give a virtual one.
	Latency time.Duration `json:"latency_ns,omitempty"`
}

// LogProb is the log-probability of one token of a reply, with its rivals.
type LogProb struct {
	Token   string    `json:"token"`
	LogProb float64   `json:"logprob"`
	Top     []LogProb `json:"top,omitempty"`
}

// Said is what a reply in free text says, empty if it says nothing or refuses.
func (r Response) Said() string {
	text := strings.TrimSpace(r.Text)
	if r.Stop == StopRefusal || CannedRefusal(text) {
		return ""
	}
	return text
}

// Usage counts tokens. CachedInput is the part of Input the provider had in its prefix cache,
// Reasoning the part of Output that isn't in the text.
type Usage struct {
	Input       int  `json:"input"`
	CachedInput int  `json:"cached_input,omitempty"`
	Output      int  `json:"output"`
	Reasoning   int  `json:"reasoning,omitempty"`
	Estimated   bool `json:"estimated,omitempty"` // counted by us, because the provider gave none that can be true
}

// Plus is the sum of two usages; it is estimated where one of them is.
func (u Usage) Plus(v Usage) Usage {
	return Usage{
		Input:       u.Input + v.Input,
		CachedInput: u.CachedInput + v.CachedInput,
		Output:      u.Output + v.Output,
		Reasoning:   u.Reasoning + v.Reasoning,
		Estimated:   u.Estimated || v.Estimated,
	}
}

// All asks every request and returns the responses in their order. It is the only way to call
// in parallel, so that the latency of a batch is that of its slowest member. The first error
// cancels the rest and is returned; a panic of c is one.
func All(ctx context.Context, c Client, reqs ...Request) ([]Response, error) {
	out := make([]Response, len(reqs))
	g, ctx := errgroup.WithContext(ctx)
	for i := range reqs {
		g.Go(func() (err error) {
			defer panics.Catch(&err) // in a goroutine nobody else could
			out[i], err = c.Complete(ctx, reqs[i])
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	return out, nil
}
