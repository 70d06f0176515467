package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"contextarena.internal/internal/input"
	"contextarena.internal/lab"
	"contextarena.internal/lab/catalogue"
	"contextarena.internal/llm"
	"contextarena.internal/scenarios"
	"contextarena.internal/strategies"
)

// read reads a file, or standard input for "-".
func (w *world) read(name string) ([]byte, error) {
	if name == "-" {
		return input.Read(w.stdin, "standard input", input.Text)
	}
	return input.ReadFile(name, input.Text)
}

// writeJSON writes a value as indented JSON.
func writeJSON(to io.Writer, v any) error {
	enc := json.NewEncoder(to)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

func scenariosCommand(w *world, o *options) *cobra.Command {
	var answers, strict bool
	list := &cobra.Command{
		Use:     "list",
		Short:   "List the scenarios with their turns and probes",
		Example: "  arena scenarios list",
		Args:    noArgs,
		RunE: func(*cobra.Command, []string) error {
			all, err := lab.Scenarios(o.scenariosDir)
			if err != nil {
				return err
			}
			return w.print(catalogue.Scenarios(all))
		},
	}
	var stretch int
	show := &cobra.Command{
		Use:               "show ID",
		Short:             "Print a scenario: its script, facts and probes",
		Example:           "  arena scenarios show early-fact-recall\n  arena scenarios show early-fact-recall --stretch 16000",
		ValidArgsFunction: offer(scenarioIDs),
		Args:              atLeast(1),
		RunE: func(_ *cobra.Command, args []string) error {
			s, err := lab.Scenario(o.scenariosDir, args[0])
			if err != nil {
				return usageError{err}
			}
			if stretch < 0 || stretch > scenarios.MostStretch {
				return usageError{fmt.Errorf("--stretch %d: want 0 to %d", stretch, scenarios.MostStretch)}
			}
			count := llm.NewCounter().Count
			long := scenarios.Stretch(s, stretch, count)
			if stretch > 0 && long == s {
				fmt.Fprintf(w.stderr, "arena: not stretched to %d tokens: %s has %d already\n", stretch, s.ID, scenarios.Tokens(s, count))
			}
			return w.print(catalogue.Scenario(long))
		},
	}
	lint := &cobra.Command{
		Use:   "lint [FILE...]",
		Short: "Check scenario files (the builtin ones if none is named)",
		Long: `Check scenario files. Every mistake of form is reported as file:line:column.
Files without mistakes are then tried against each other and the builtin
scenarios: a leak is a probe that is true before its fact is stated, a vacuous
probe one that is true on other scenarios' transcripts.

Every probe is also tried on answers made from the scenario's own facts, right
and wrong. A pattern that misjudges one is reported as file:line with the
answer; with --strict that fails, as a leak does.`,
		Example: `  arena scenarios lint
  arena scenarios lint my-scenario.yaml --strict
  arena scenarios lint --answers=false`,
		RunE: func(_ *cobra.Command, args []string) error { return w.lint(args, answers, strict) },
	}
	lint.Flags().BoolVar(&answers, "answers", true, "try every probe on generated answers")
	lint.Flags().BoolVar(&strict, "strict", false, "fail if a pattern misjudges an answer")
	schema := &cobra.Command{
		Use:     "schema",
		Short:   "Print the JSON schema of a scenario file, for editors",
		Example: "  arena scenarios schema > scenario.schema.json",
		Args:    noArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := w.stdout.Write(scenarios.JSONSchema)
			return err
		},
	}
	show.Flags().IntVar(&stretch, "stretch", 0, "fill the transcript up with small talk to this many `TOKENS`, as a run does")
	for _, c := range []*cobra.Command{list, show} {
		o.scenariosFlag(c)
	}
	return group("scenarios", "List, show and check scenarios", list, show, generateCommand(w), varyCommand(w, o), sealCommand(w), unsealCommand(w), lint, schema)
}

// lint checks files, then what they say of each other. Leaks fail it; if strict, so do patterns that
// misjudge answers.
func (w *world) lint(files []string, answers, strict bool) error {
	if strict && !answers {
		return usageError{errors.New("--strict is about generated answers: leave out --answers=false")}
	}
	subjects, further, err := lab.ToLint(files)
	if err != nil {
		return usageError{errors.New(err.Error())} // those of all files, not only the first
	}
	var tried scenarios.Tried
	if answers {
		if tried, err = lab.TryAnswers(files, subjects); err != nil {
			return err
		}
	}
	found, faults := catalogue.Lint(scenarios.Lint(subjects, further...), tried, subjects, strict)
	return errors.Join(w.print(found), faults)
}

func strategiesCommand(w *world) *cobra.Command {
	list := &cobra.Command{
		Use:     "list",
		Short:   "List all strategies",
		Example: "  arena strategies list",
		Args:    noArgs,
		RunE: func(*cobra.Command, []string) error {
			return w.print(catalogue.Strategies())
		},
	}
	show := &cobra.Command{
		Use:               "show NAME",
		Short:             "Print a strategy's settings",
		Example:           "  arena strategies show rlm",
		ValidArgsFunction: offer(strategyNames),
		Args:              atLeast(1),
		RunE: func(_ *cobra.Command, args []string) error {
			read := strategies.Parse
			if !strings.Contains(args[0], "(") {
				read = strategies.New // settings that must be given needn't be
			}
			s, err := read(args[0])
			if err != nil {
				return usageError{err}
			}
			return w.print(catalogue.Strategy(s))
		},
	}
	return group("strategies", "List the strategies and their settings", list, show)
}

func modelsCommand(w *world, o *options) *cobra.Command {
	var check bool
	cmd := &cobra.Command{
		Use:   "models [MODEL...]",
		Short: "List priced models, or check that models can be asked",
		Long: `List the models with a price. With --check, ask the provider of each named model
whether it answers and has the model; no text is generated and nothing is paid.

Options stand behind a model's name: openai:NAME?reasoning_effort=low lets it
reason less, ?schema=prompt puts the schema of a form into the prompt, for a
server that ignores it elsewhere; ollama:NAME?think=false&num_ctx=16384.`,
		Example: `  arena models
  arena models --check openai:gpt-5-nano ollama:llama3.2:3b`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if check {
				return w.checkModels(cmd, args)
			}
			if len(args) > 0 {
				return usageError{errors.New("models are named to be checked: add --check")}
			}
			prices, err := o.loadPrices()
			if err != nil {
				return err
			}
			return w.print(catalogue.Prices(prices))
		},
	}
	cmd.Flags().BoolVar(&check, "check", false, "ask the providers")
	o.pricesFlag(cmd)
	cmd.AddCommand(tryCommand(w, o))
	return cmd
}

// checkModels asks the providers of the named models.
func (w *world) checkModels(cmd *cobra.Command, names []string) error {
	if len(names) == 0 {
		names = []string{"sim:nano"}
	}
	models := w.models(callTime)
	failed := 0
	for _, name := range names {
		found, err := models.Check(cmd.Context(), name)
		if err != nil {
			failed++
			fmt.Fprintf(w.stdout, "%s: %s\n", name, printable(err.Error()))
			continue
		}
		fmt.Fprintf(w.stdout, "%s: %s\n", name, printable(found))
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d models can't be asked", failed, len(names))
	}
	return nil
}
