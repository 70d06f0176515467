package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"contextarena.internal/arena"
	"contextarena.internal/internal/input"
	"contextarena.internal/lab"
	llmserve "contextarena.internal/llm/serve" // the tests have a serve of their own
	"contextarena.internal/scenarios"
)

// serveFlags are the flags of arena serve-model.
type serveFlags struct {
	*call
	DB        string        `flag:"db" usage:"keep replies of providers in this database <FILE>, and find them there (default: in memory)"`
	Addr      string        `flag:"addr" default:"127.0.0.1:8089" usage:"<HOST:PORT> to listen on; port 0 for any that is free"`
	TokenEnv  string        `flag:"token-env" default:"ARENA_SERVE_TOKEN" usage:"environment <VARIABLE> with the token that requests have to bring; empty for none"`
	Embedders []string      `flag:"embedder" usage:"embed as <[ID=]NAME>: local, openai:NAME or ollama:NAME (again for more)"`
	Scenarios []string      `flag:"scenario" usage:"let simulated models know the facts of the scenario in this <FILE>, besides the builtin ones (again for more)"`
	Ignore    []string      `flag:"ignore" usage:"ignore this <FIELD> of requests instead of refusing it, e.g. top_p (again for more)"`
	MaxBody   int64         `flag:"max-body" want:"more than 0" usage:"longest request in <BYTES>"`
	Grace     time.Duration `flag:"grace" default:"10s" want:"0 or more" usage:"how long replies in flight may take after Ctrl-C"`
}

// defaultTokenEnv is the variable that holds the token of the endpoint.
const defaultTokenEnv = "ARENA_SERVE_TOKEN"

func serveCommand(c *call) entry {
	f := &serveFlags{call: c, MaxBody: llmserve.DefaultMaxBody}
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
	endpoint, err := f.options()
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
			e, err := lab.NewEndpoint(l, served, parseServed(f.Embedders), known, endpoint)
			if err != nil {
				return usageError{err}
			}
			return f.serve(ctx, e, endpoint.Token != "")
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
func (f *serveFlags) options() (llmserve.Options, error) {
	o := llmserve.Options{MaxBody: f.MaxBody, Now: f.now, Ignore: f.Ignore}
	var errs []error
	if f.TokenEnv != "" {
		o.Token = strings.TrimSpace(f.env(f.TokenEnv))
	}
	if o.Token == "" && f.Flags().Changed("token-env") && f.TokenEnv != "" {
		errs = append(errs, fmt.Errorf("--token-env %s: the variable is not set", f.TokenEnv))
	}
	if strings.ContainsFunc(o.Token, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
		errs = append(errs, fmt.Errorf("the token in %s holds a space or a character that isn't ASCII", f.TokenEnv))
	}
	if _, err := listenAddr(f.Addr, o.Token != ""); err != nil {
		errs = append(errs, err)
	}
	return o, f.refuse(errs...)
}
