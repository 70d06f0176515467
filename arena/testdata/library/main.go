// Command library plays one trial with a model of its own, and scores it.
package main

import (
	"context"
	"fmt"
	"log"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/llm/tokens"
	"contextarena.internal/probes"
	"contextarena.internal/scenarios"
	"contextarena.internal/strategies"
)

// parrot is a model that repeats all it is shown: what it answers is what the strategy shows.
type parrot struct{}

func (parrot) Complete(_ context.Context, req llm.Request) (llm.Response, error) {
	var said []string
	for _, m := range req.Messages {
		said = append(said, m.Text)
	}
	return llm.Response{Text: strings.Join(said, "\n"), Stop: llm.StopEnd}, nil
}

func main() {
	all, err := scenarios.Builtin()
	if err != nil {
		log.Fatal(err)
	}
	scenario := all[slices.IndexFunc(all, func(s *arena.Scenario) bool { return s.ID == "early-fact-recall" })]
	scorer, err := probes.NewScorer(scenario)
	if err != nil {
		log.Fatal(err)
	}
	session := &arena.Session{Client: parrot{}, Tokens: tokens.NewCounter().Count, Strategy: strategies.Parse}
	model := llm.Model{Provider: "own", Name: "parrot"}
	for _, spec := range []string{"full_context", "window", "none"} {
		strategy, err := strategies.Parse(spec)
		if err != nil {
			log.Fatal(err)
		}
		record, err := session.Play(context.Background(), arena.Trial{
			Scenario: scenario, Strategy: strategy, Spec: strategies.Label(strategy),
			Model: model, MemoryModel: model, Repeat: 1, Dialogue: arena.Scripted, ReplyTokens: 1024,
		})
		if err != nil {
			log.Fatal(err)
		}
		kept, asked := 0, 0
		for _, finding := range scorer.Score(record).Findings {
			asked++
			if finding.At(arena.LevelAnswer).Result == probes.Kept {
				kept++
			}
		}
		fmt.Printf("%s: %s, %d of %d facts answered\n", strategies.Label(strategy), record.Outcome, kept, asked)
	}
}
