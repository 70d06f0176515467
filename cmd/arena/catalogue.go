package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"contextarena.internal/internal/input"
	"contextarena.internal/lab"
	"contextarena.internal/lab/catalogue"
	"contextarena.internal/llm/tokens"
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

var scenariosCommand = group("scenarios", "List, show and check scenarios",
	scenariosList, scenariosShow, generateCommand, varyCommand, sealCommand, unsealCommand, lintCommand, scenariosSchema)

func scenariosList(c *call) entry {
	return entry{
		use: "list", short: "List the scenarios with their turns and probes",
		example: "  arena scenarios list",
		flags:   "scenarios-dir",
		run: func(context.Context) error {
			all, err := lab.Scenarios(c.ScenariosDir)
			if err != nil {
				return err
			}
			return c.show(catalogue.Scenarios(all))
		},
	}
}

func scenariosShow(c *call) entry {
	own := &struct {
		Stretch int `flag:"stretch" want:"0 to 10000000" usage:"fill the transcript up with small talk to this many <TOKENS>, as a run does"`
	}{}
	return entry{
		use: "show ID", short: "Print a scenario: its script, facts and probes",
		example: "  arena scenarios show early-fact-recall\n  arena scenarios show early-fact-recall --stretch 16000",
		flags:   "scenarios-dir", own: own,
		run: func(context.Context) error {
			s, err := lab.Scenario(c.ScenariosDir, c.first())
			if err != nil {
				return usageError{err}
			}
			count := tokens.NewCounter().Count
			long := scenarios.Stretch(s, own.Stretch, count)
			if own.Stretch > 0 && long == s {
				fmt.Fprintf(c.stderr, "arena: not stretched to %d tokens: %s has %d already\n", own.Stretch, s.ID, scenarios.Tokens(s, count))
			}
			return c.show(catalogue.Scenario(long))
		},
	}
}

// filesOf are files as they are named, those with an ending of YAML for a folder.
func filesOf(named []string) (out []string, err error) {
	for _, name := range named {
		if info, err := os.Stat(name); err != nil || !info.IsDir() {
			out = append(out, name)
			continue
		}
		entries, err := os.ReadDir(name)
		if err != nil {
			return nil, err
		}
		before := len(out)
		for _, e := range entries {
			if ending := filepath.Ext(e.Name()); !e.IsDir() && (ending == ".yaml" || ending == ".yml") {
				out = append(out, filepath.Join(name, e.Name()))
			}
		}
		if len(out) == before {
			return nil, fmt.Errorf("%s has no scenario file (.yaml): name the folder that has them", name)
		}
	}
	return out, nil
}

// lintCommand checks files, then what they say of each other. Leaks fail it; if strict, so do patterns that misjudge answers.
func lintCommand(c *call) entry {
	own := &struct {
		Strict bool `flag:"strict" usage:"fail if a pattern misjudges an answer"`
	}{}
	return entry{
		use: "lint [FILE|FOLDER...]", short: "Check scenario files (the builtin ones if none is named)",
		long: `Check scenario files; a folder stands for those in it. Every mistake of form is
reported as file:line:column.
Files without mistakes are then tried against each other and the builtin
scenarios: a leak is a probe that is true before its fact is stated, a vacuous
probe one that is true on other scenarios' transcripts.

Every probe is also tried on answers made from the scenario's own facts, right
and wrong. A pattern that misjudges one is reported as file:line with the
answer; with --strict that fails, as a leak does.`,
		example: `  arena scenarios lint
  arena scenarios lint my-scenario.yaml --strict`,
		own: own,
		run: func(context.Context) error {
			files, err := filesOf(c.args)
			if err != nil {
				return usageError{err}
			}
			subjects, further, err := lab.ToLint(files)
			if err != nil {
				return usageError{errors.New(err.Error())} // those of all files, not only the first
			}
			tried, err := lab.TryAnswers(files, subjects)
			if err != nil {
				return err
			}
			found, faults := catalogue.Lint(scenarios.Lint(subjects, further...), tried, subjects, own.Strict)
			return errors.Join(c.show(found), faults)
		},
	}
}

func scenariosSchema(c *call) entry {
	return entry{
		use: "schema", short: "Print the JSON schema of a scenario file, for editors",
		example: "  arena scenarios schema > scenario.schema.json",
		run: func(context.Context) error {
			_, err := c.stdout.Write(scenarios.JSONSchema)
			return err
		},
	}
}

var strategiesCommand = group("strategies", "List the strategies and their settings", strategiesList, strategiesShow, strategiesCheck)

func strategiesList(c *call) entry {
	return entry{
		use: "list", short: "List all strategies",
		example: "  arena strategies list",
		run:     func(context.Context) error { return c.show(catalogue.Strategies()) },
	}
}

func strategiesShow(c *call) entry {
	own := &struct {
		Prompts bool `flag:"prompts" usage:"print its prompts, as a file"`
	}{}
	return entry{
		use: "show NAME", short: "Print a strategy's settings or prompts",
		long: `Print the settings of a strategy, or the file of its prompts. What is edited in
that file takes the place of the strategy's own prompts:
--strategy 'rlm(prompts=mine.txt)', or prompts: mine.txt in a plan.`,
		example: "  arena strategies show rlm\n  arena strategies show rlm --prompts", own: own,
		run: func(context.Context) error {
			read := strategies.Parse
			if !strings.Contains(c.first(), "(") {
				read = strategies.New // settings that must be given needn't be
			}
			s, err := read(c.first())
			if p, ok := s.(*strategies.Prompted); ok {
				err = p.Find("")
			}
			if err != nil {
				return usageError{err}
			}
			if own.Prompts {
				text, err := strategies.Prompts(s)
				if err != nil {
					return usageError{err}
				}
				_, err = fmt.Fprint(c.stdout, text)
				return err
			}
			return c.show(catalogue.Strategy(s))
		},
	}
}

func modelsCommand(c *call) entry {
	own := &struct {
		Check bool `flag:"check" usage:"ask the providers"`
	}{}
	return entry{
		use: "models [MODEL...]", short: "List priced models, or check that models can be asked",
		long: `List the models with a price. With --check, ask the provider of each named model
whether it answers and has the model; no text is generated and nothing is paid.

Options stand behind a model's name: openai:NAME?reasoning_effort=low lets it
reason less, ?schema=prompt puts the schema of a form into the prompt, for a
server that ignores it elsewhere; ollama:NAME?think=false&num_ctx=16384.`,
		example: `  arena models
  arena models --check openai:gpt-5-nano ollama:llama3.2:3b`,
		flags: "prices", own: own,
		run: func(ctx context.Context) error {
			if own.Check {
				return c.checkModels(ctx)
			}
			if len(c.args) > 0 {
				return usageError{errors.New("models are named to be checked: add --check")}
			}
			prices, err := c.loadPrices()
			if err != nil {
				return err
			}
			return c.show(catalogue.Prices(prices))
		},
		commands: []func(*call) entry{tryCommand},
	}
}

// checkModels asks the providers of the named models.
func (c *call) checkModels(ctx context.Context) error {
	if len(c.args) == 0 {
		c.args = []string{"sim:nano"}
	}
	models := c.models()
	failed := 0
	for _, name := range c.args {
		found, err := models.Check(ctx, name)
		if err != nil {
			failed++
			found = err.Error()
		}
		fmt.Fprintf(c.stdout, "%s: %s\n", name, printable(found))
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d models can't be asked", failed, len(c.args))
	}
	return nil
}
