package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/llm"
	"contextarena.internal/llm/embed"
	llmserve "contextarena.internal/llm/serve" // the tests have a serve of their own
	"contextarena.internal/scenarios"
	"contextarena.internal/store"
)

// serveFlags are the flags of arena serve-model.
type serveFlags struct {
	addr, tokenEnv, latency string
	embedders               []string
	ignore, faults          []string
	scenarios               []string
	seed                    uint64
	maxBody                 int64
	grace                   time.Duration
	budget                  float64
	db, record, replay      string
	parallel, rpm, tpm      int
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
and budget, with faults if wanted. Requests call a model by its ID, or else by
its name as given here.

It listens on this machine only, unless a token is set in the environment.
Ctrl-C ends it when the replies in flight are sent. See docs/serve-model.md.`,
		Example: `  arena serve-model
  arena serve-model gpt-5-nano=sim:nano --embedder text-embedding-3-small=local
  arena serve-model sim:nano --fault 429=0.1:2s --fault cut=0.05 --seed 7
  arena serve-model openai:gpt-5-nano --budget-usd 0.50 --record calls.jsonl
  arena serve-model --replay calls.jsonl`,
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, w, o, args) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.addr, "addr", "127.0.0.1:8089", "`HOST:PORT` to listen on; port 0 for any that is free")
	flags.StringVar(&f.tokenEnv, "token-env", defaultTokenEnv, "environment `VARIABLE` with the token that requests have to bring; empty for none")
	flags.StringArrayVar(&f.embedders, "embedder", nil, "embed as `[ID=]NAME`: local, openai:NAME or ollama:NAME (again for more)")
	flags.StringArrayVar(&f.scenarios, "scenario", nil, "let simulated models know the facts of the scenario in this `FILE`, besides the builtin ones (again for more)")
	flags.StringVar(&f.latency, "latency", "none", "when replies are sent: none (at once), model (after the time the model took, or a simulated one would) or a time such as 200ms")
	flags.StringArrayVar(&f.faults, "fault", nil, "let requests fail at a rate, as `KIND=RATE` or KIND=RATE:TIME; "+faultKinds()+" (again for more)")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of the faults")
	flags.StringArrayVar(&f.ignore, "ignore", nil, "ignore this `FIELD` of requests instead of refusing it, e.g. top_p (again for more)")
	flags.Int64Var(&f.maxBody, "max-body", llmserve.DefaultMaxBody, "longest request in `BYTES`")
	flags.DurationVar(&f.grace, "grace", 10*time.Second, "how long replies in flight may take after Ctrl-C")
	flags.Float64Var(&f.budget, "budget-usd", 0, "refuse requests that could make more than this be spent")
	flags.StringVar(&f.db, "db", "", "keep replies of providers in this database `FILE`, and find them there (default: in memory)")
	flags.StringVar(&f.record, "record", "", "record every exchange with a provider in `FILE`")
	flags.StringVar(&f.replay, "replay", "", "answer from the recording in `FILE` instead of a provider")
	flags.IntVar(&f.parallel, "parallel", 8, "calls to a provider in flight at most")
	flags.IntVar(&f.rpm, "rpm", 0, "requests to a provider per minute at most")
	flags.IntVar(&f.tpm, "tpm", 0, "tokens to a provider per minute at most")
	flags.DurationVar(&o.timeout, "timeout", 2*time.Minute, "longest time for one call to a provider")
	o.waitFlag(cmd)
	o.pricesFlag(cmd)
	cmd.ValidArgsFunction = offer(modelNames)
	completeFlags(cmd, map[string]func() []string{
		"embedder": func() []string { return append([]string{embed.LocalName}, providerNames()...) },
		"latency":  func() []string { return []string{"none", "model"} },
		"ignore":   llmserve.Ignorable,
	})
	return cmd
}

func faultKinds() string {
	names := make([]string, len(llmserve.FaultKinds))
	for i, k := range llmserve.FaultKinds {
		names[i] = string(k)
	}
	return strings.Join(names, ", ")
}

// run checks everything, listens, and serves until the context ends.
func (f *serveFlags) run(cmd *cobra.Command, w *world, o *options, args []string) (err error) {
	endpoint, err := f.options(cmd, w)
	if err != nil {
		return usageError{err}
	}
	known, err := f.known()
	if err != nil {
		return usageError{err}
	}
	models := w.models(o.timeout)
	models.RequestsPerMinute, models.TokensPerMinute = f.rpm, f.tpm
	if f.replay != "" {
		if models.Replay, err = os.ReadFile(f.replay); err != nil {
			return usageError{err}
		}
	}
	if f.record != "" {
		file, err := tape(f.record, f.db)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, file.Close()) }()
		models.Record = file
	}
	serveWith := func(db *store.DB) error {
		l, err := w.lab(cmd, o, db)
		if err != nil {
			return err
		}
		l.Models, l.Parallel = models, f.parallel
		if cmd.Flags().Changed("budget-usd") {
			l.BudgetUSD = &f.budget
		}
		served := parseServed(args)
		if len(served) == 0 && f.replay == "" {
			served = parseServed([]string{"sim:nano"})
		}
		e, err := l.Serve(served, parseServed(f.embedders), known, endpoint)
		if err != nil {
			return usageError{err}
		}
		return f.serve(cmd.Context(), w, e, endpoint.Token != "")
	}
	if f.db == "" {
		return serveWith(nil)
	}
	o.db = f.db // whose default is another here
	return withDB(cmd, o, false, serveWith)
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
		text, err := os.ReadFile(name)
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
func (f *serveFlags) options(cmd *cobra.Command, w *world) (llmserve.Options, error) {
	o := llmserve.Options{MaxBody: f.maxBody, Now: w.now, Seed: f.seed, Ignore: f.ignore}
	var errs []error
	if f.tokenEnv != "" {
		o.Token = strings.TrimSpace(w.env(f.tokenEnv))
	}
	if o.Token == "" && cmd.Flags().Changed("token-env") && f.tokenEnv != "" {
		errs = append(errs, fmt.Errorf("--token-env %s: the variable is not set", f.tokenEnv))
	}
	if strings.ContainsFunc(o.Token, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
		errs = append(errs, fmt.Errorf("the token in %s holds a space or a character that isn't ASCII", f.tokenEnv))
	}
	if _, err := listenAddr(f.addr, o.Token != ""); err != nil {
		errs = append(errs, err)
	}
	for _, text := range f.faults {
		fault, err := llmserve.ParseFault(text)
		if err != nil {
			errs = append(errs, fmt.Errorf("--fault: %w", err))
			continue
		}
		o.Faults = append(o.Faults, fault)
	}
	var err error
	if o.Latency, err = latency(f.latency); err != nil {
		errs = append(errs, err)
	}
	for _, n := range []struct {
		flag string
		ok   bool
		want string
	}{
		{"max-body", f.maxBody > 0, "more than 0"},
		{"grace", f.grace >= 0, "0 or more"},
		{"parallel", f.parallel > 0, "more than 0"},
		{"rpm", f.rpm >= 0, "0 or more"},
		{"tpm", f.tpm >= 0, "0 or more"},
		{"timeout", cmd.Flags().Lookup("timeout").Value.String()[0] != '-', "more than 0"},
		{"budget-usd", f.budget > 0 || !cmd.Flags().Changed("budget-usd"), "more than 0"},
	} {
		if !n.ok {
			errs = append(errs, fmt.Errorf("--%s %s: want %s", n.flag, cmd.Flags().Lookup(n.flag).Value, n.want))
		}
	}
	return o, errors.Join(errs...)
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
