package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"contextarena.internal/arena"
	"contextarena.internal/internal/input"
	"contextarena.internal/lab"
	"contextarena.internal/llm"
	llmserve "contextarena.internal/llm/serve" // the tests have a serve of their own
	"contextarena.internal/scenarios"
)

// serveFlags are the flags of arena serve-model.
type serveFlags struct {
	addr, tokenEnv, latency string
	embedders               []string
	ignore                  []string
	scenarios               []string
	maxBody                 int64
	grace                   time.Duration
	tapes                   tapes
	*spend
}

// defaultTokenEnv is the variable that holds the token of the endpoint.
const defaultTokenEnv = "ARENA_SERVE_TOKEN"

func serveCommand(w *world, o *options) *cobra.Command {
	var f serveFlags
	cmd := &cobra.Command{
		Use:   "serve-model [[ID=]MODEL...]",
		Short: "Serve models over HTTP as OpenAI does",
		Long: `Serve models over HTTP as OpenAI does: chat completions, whole or streamed,
embeddings, and the list of models. Any program that takes a base URL can then
be run against a simulated model, a recording, or a provider behind our cache
and budget. Requests call a model by its ID, or else by its name as given here.

It listens on this machine only, unless a token is set in the environment.
Ctrl-C ends it when the replies in flight are sent. See docs/serve-model.md.`,
		Example: `  arena serve-model
  arena serve-model gpt-5-nano=sim:nano --embedder text-embedding-3-small=local
  arena serve-model openai:gpt-5-nano --budget-usd 0.50 --record calls.jsonl
  arena serve-model --replay calls.jsonl`,
		RunE: func(_ *cobra.Command, args []string) error { return f.run(args) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.addr, "addr", "127.0.0.1:8089", "`HOST:PORT` to listen on; port 0 for any that is free")
	flags.StringVar(&f.tokenEnv, "token-env", defaultTokenEnv, "environment `VARIABLE` with the token that requests have to bring; empty for none")
	flags.StringArrayVar(&f.embedders, "embedder", nil, "embed as `[ID=]NAME`: local, openai:NAME or ollama:NAME (again for more)")
	flags.StringArrayVar(&f.scenarios, "scenario", nil, "let simulated models know the facts of the scenario in this `FILE`, besides the builtin ones (again for more)")
	flags.StringVar(&f.latency, "latency", "none", "when replies are sent: none (at once), model (after the time the model took, or a simulated one would) or a time such as 200ms")
	flags.StringArrayVar(&f.ignore, "ignore", nil, "ignore this `FIELD` of requests instead of refusing it, e.g. top_p (again for more)")
	flags.Int64Var(&f.maxBody, "max-body", llmserve.DefaultMaxBody, "longest request in `BYTES`")
	flags.DurationVar(&f.grace, "grace", 10*time.Second, "how long replies in flight may take after Ctrl-C")
	f.tapes.add(cmd)
	f.spend = spendFlags(cmd, w, o, "requests").stored()
	keep := flags.Lookup("db")
	keep.DefValue, keep.Usage = "", "keep replies of providers in this database `FILE`, and find them there (default: in memory)"
	f.within("max-body", "more than 0", func() bool { return f.maxBody > 0 })
	f.within("grace", "0 or more", func() bool { return f.grace >= 0 })
	cmd.ValidArgsFunction = offer(modelNames)
	return cmd
}

// run checks everything, listens, and serves until the context ends.
func (f *serveFlags) run(args []string) (err error) {
	endpoint, err := f.options()
	if err != nil {
		return err
	}
	known, err := f.known()
	if err != nil {
		return usageError{err}
	}
	kept := f.cmd.Flags().Changed("db")
	db := ""
	if kept {
		db = f.o.db
	}
	models := f.providers()
	stop, err := f.tapes.open(f.w.stderr, &models, db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stop()) }()
	served := parseServed(args)
	if len(served) == 0 && f.tapes.replay == "" {
		served = parseServed([]string{"sim:nano"})
	}
	l, err := f.lab(models, "openai:")
	if err != nil {
		return err
	}
	serve := func(ctx context.Context) error {
		e, err := lab.NewEndpoint(l, served, parseServed(f.embedders), known, endpoint)
		if err != nil {
			return usageError{err}
		}
		return f.serve(ctx, e, endpoint.Token != "")
	}
	if !kept {
		return serve(f.cmd.Context())
	}
	return f.open(l, serve)
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
	for _, name := range f.scenarios {
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
	o := llmserve.Options{MaxBody: f.maxBody, Now: f.w.now, Ignore: f.ignore}
	var errs []error
	if f.tokenEnv != "" {
		o.Token = strings.TrimSpace(f.w.env(f.tokenEnv))
	}
	if o.Token == "" && f.cmd.Flags().Changed("token-env") && f.tokenEnv != "" {
		errs = append(errs, fmt.Errorf("--token-env %s: the variable is not set", f.tokenEnv))
	}
	if strings.ContainsFunc(o.Token, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
		errs = append(errs, fmt.Errorf("the token in %s holds a space or a character that isn't ASCII", f.tokenEnv))
	}
	if _, err := listenAddr(f.addr, o.Token != ""); err != nil {
		errs = append(errs, err)
	}
	var err error
	if o.Latency, err = latency(f.latency); err != nil {
		errs = append(errs, err)
	}
	return o, f.refuse(errs...)
}

// latency reads --latency.
func latency(text string) (func(llm.Response) time.Duration, error) {
	switch text {
	case "none":
		return nil, nil
	case "model":
		return func(r llm.Response) time.Duration { return r.Latency }, nil
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		return nil, fmt.Errorf("--latency %s: want none, model or a time such as 200ms", text)
	}
	return func(llm.Response) time.Duration { return d }, nil
}
