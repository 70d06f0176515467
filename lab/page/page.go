// Package page is what a browser shows of an experiment besides its report: which facts each trial kept,
// how strategies differ in pairs, and the evidence of every trial.
//
//  1. New counts what stands beside the leaderboard's own figures: cells of strategy and scenario, probes
//     with their questions, and the verdicts of every trial, packed (trials.go).
//  2. Tell is the evidence of one trial: conversation, memory after each cycle, replies (told.go). All is
//     that of every trial, each text once.
//  3. Pairs sets every two strategies against each other (pairs.go).
//
// Figures are those of package leaderboard. Nothing here knows of HTML: package web has the program
// that shows it, and reports writes both into one file.
package page

import (
	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/leaderboard"
	"contextarena.internal/lab/tally"
)

// Page is an experiment as the browser's program reads it (web/src/data.ts).
type Page struct {
	Kind       string            `json:"kind"` // "run"
	Experiment tally.Experiment  `json:"experiment"`
	Number     int64             `json:"number"` // in its database
	Rows       []leaderboard.Row `json:"rows"`
	Counts     []Count           `json:"counts"`
	Types      []arena.FactType  `json:"types"`
	Scenarios  []Scenario        `json:"scenarios"`
	Places     []string          `json:"places"` // what Trial.Places count
	Trials     []Trial           `json:"trials"`
	Pairs      []Pair            `json:"pairs"`
}

// Scenario is a scenario with its probes.
type Scenario struct {
	ID     string  `json:"id"`
	Name   string  `json:"name"`
	Probes []Probe `json:"probes"`
}

// Probe is a probe with the fact it asks for.
type Probe struct {
	ID       string         `json:"id"`
	Type     arena.FactType `json:"type"`
	Kind     arena.Kind     `json:"kind"`
	Question string         `json:"question"`
	Expected string         `json:"expected"`      // the fact in words; of an absent probe, that it isn't known
	Old      string         `json:"old,omitempty"` // the fact it replaces, in words
	Turn     arena.Turn     `json:"turn"`          // where the fact is stated; 0 for an absent probe
	Headline bool           `json:"headline"`
}

// Count is how many answers of a strategy with a model kept their fact in a scenario: of headline probes,
// in completed trials, of those that could be judged. Where says whose.
type Count struct {
	Row      int `json:"row"` // of Rows
	Scenario int `json:"scenario"`
	Kept     int `json:"kept"`
	Stale    int `json:"stale"`
	Asked    int `json:"asked"`
}

// New is the page of a result.
func New(r lab.Result, rep leaderboard.Report) (Page, error) {
	p := Page{
		Kind: "run", Experiment: rep.Experiment, Number: r.Experiment.Number, Rows: rep.Leaderboard, Types: arena.FactTypes,
	}
	for _, s := range r.Scenarios {
		p.Scenarios = append(p.Scenarios, scenario(s))
	}
	p.Places, p.Trials = trials(r, rep)
	p.Counts = counts(r, rep)
	var err error
	p.Pairs, err = pairs(r, rep)
	return p, err
}

func scenario(s *arena.Scenario) Scenario {
	out := Scenario{ID: s.ID, Name: s.Name, Probes: []Probe{}}
	facts := map[string]arena.Fact{}
	for _, f := range s.Facts {
		facts[f.ID] = f
	}
	for _, p := range s.Probes {
		f := facts[p.Fact]
		q := Probe{
			ID: p.ID, Type: p.Type, Kind: p.Kind, Question: p.Question, Expected: f.Text,
			Old: facts[f.Supersedes].Text, Turn: f.Turn, Headline: tally.Headline(p),
		}
		if p.Kind == arena.Absent {
			q.Expected = "the conversation never says it"
		}
		out.Probes = append(out.Probes, q)
	}
	return out
}
