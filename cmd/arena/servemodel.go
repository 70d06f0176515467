package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v4"

	"contextarena.internal/arena"
	"contextarena.internal/internal/input"
	"contextarena.internal/lab"
	"contextarena.internal/llm"
	llmserve "contextarena.internal/llm/serve" // the tests have a serve of their own
	"contextarena.internal/scenarios"
)

// serveFlags are the flags of arena serve-model.
type serveFlags struct {
	*call
	DB        string        `flag:"db" usage:"keep replies of providers in this database <FILE>, and find them there (default: in memory)"`
	Addr      string        `flag:"addr" default:"127.0.0.1:8089" usage:"<HOST:PORT> to listen on; port 0 for any that is free"`
	Tokens    string        `flag:"tokens" usage:"<FILE> with the token of each experiment, lines NAME: TOKEN; --db keeps what each is charged (arena experiments)"`
	Embedders []string      `flag:"embedder" usage:"embed as <[ID=]NAME>: local, openai:NAME or ollama:NAME (again for more)"`
	Scenarios []string      `flag:"scenario" usage:"let simulated models know the facts of the scenario in this <FILE>, besides the builtin ones (again for more)"`
	Ignore    []string      `flag:"ignore" usage:"ignore this <FIELD> of requests instead of refusing it, e.g. top_p (again for more)"`
	Grace     time.Duration `flag:"grace" default:"10s" want:"0 or more" usage:"how long replies in flight may take after Ctrl-C"`
}

// tokenEnv is the variable that holds the token of the endpoint.
const tokenEnv = "ARENA_SERVE_TOKEN"

func serveCommand(c *call) entry {
	f := &serveFlags{call: c}
	return entry{
		use: "serve-model [[ID=]MODEL...]", short: "Serve models over HTTP as OpenAI does",
		long: `Serve models over HTTP as OpenAI does: chat completions, whole or streamed,
embeddings, and the list of models. Any program that takes a base URL can then
be run against a simulated model, a recording, or a provider behind our cache
and budget. Requests call a model by its ID, or else by its name as given here.

It listens on this machine only, unless a token is set in the environment.
Ctrl-C ends it when the replies in flight are sent. See docs/serve-model.md.`,
		example: `  arena serve-model
  arena serve-model gpt-5-nano=sim:nano --embedder text-embedding-3-small=local
  arena serve-model openai:gpt-5-nano --budget-usd 0.50 --record calls.jsonl
  arena serve-model --replay calls.jsonl`,
		flags: stored + "record replay", own: f, things: "requests", run: f.run,
	}
}

// run checks everything, listens, and serves until the context ends.
func (f *serveFlags) run(ctx context.Context) error {
	endpoint, tokens, err := f.options()
	if err != nil {
		return err
	}
	known, err := f.known()
	if err != nil {
		return usageError{err}
	}
	f.call.DB = f.DB
	return f.recorded(f.models(), func(models lab.Models) error {
		served := parseServed(f.args)
		if len(served) == 0 && f.Replay == "" {
			served = parseServed([]string{"sim:nano"})
		}
		l, err := f.asking(models, "openai:")
		if err != nil {
			return err
		}
		serve := func(ctx context.Context) error {
			if err := l.Invite(ctx, endpoint.Guests, tokens); err != nil {
				return err
			}
			e, err := lab.NewEndpoint(ctx, l, served, parseServed(f.Embedders), known, endpoint)
			if err != nil {
				return usageError{err}
			}
			return f.serve(ctx, e, len(endpoint.Guests) > 0)
		}
		if !f.Flags().Changed("db") {
			return serve(ctx)
		}
		return f.open(l, serve)
	})
}

func parseServed(names []string) []lab.Served {
	out := make([]lab.Served, len(names))
	for i, n := range names {
		out[i] = lab.ParseServed(n)
	}
	return out
}

// known are the scenarios whose facts simulated models know.
func (f *serveFlags) known() ([]*arena.Scenario, error) {
	known, err := scenarios.Builtin()
	errs := []error{err}
	for _, name := range f.Scenarios {
		text, err := input.ReadFile(name, input.Text)
		if err == nil {
			var s *arena.Scenario
			if s, err = scenarios.Parse(name, text); err == nil {
				known = append(known, s)
			}
		}
		errs = append(errs, err)
	}
	return known, errors.Join(errs...)
}

// options are what the flags say of the endpoint. Every mistake is reported at once.
func (f *serveFlags) options() (llmserve.Options, map[string]string, error) {
	o := llmserve.Options{Now: f.now, Ignore: f.Ignore, Guests: map[string]llm.Ledger{}}
	tokens, err := f.tokens()
	errs := []error{err}
	if token := strings.TrimSpace(f.env(tokenEnv)); token != "" {
		o.Guests[token] = nil
	}
	if _, err := listenAddr(f.Addr, len(o.Guests)+len(tokens) > 0); err != nil {
		errs = append(errs, err)
	}
	return o, tokens, f.refuse(errs...)
}

// tokens are those of --tokens, by name. No error has one in it.
func (f *serveFlags) tokens() (tokens map[string]string, err error) {
	if f.Tokens == "" {
		return nil, nil
	}
	text, err := input.ReadFile(f.Tokens, input.Text)
	switch {
	case err != nil:
		return nil, err
	case !f.Flags().Changed("db"):
		err = errors.New("--tokens: what each is charged stands in a database: name it with --db")
	case yaml.Unmarshal(text, &tokens) != nil || len(slices.Compact(slices.Sorted(maps.Values(tokens)))) < max(1, len(tokens)):
		err = fmt.Errorf("--tokens %s: want lines NAME: TOKEN, each name and token once", f.Tokens)
	}
	return tokens, err
}
