// Package page is what a browser shows of an experiment besides its report: which facts each trial kept,
// how strategies differ in pairs, and the evidence of every trial.
//
//  1. Document is the report with a Page: what is seen first. The other figures are chapters, which are worked out
//     where a reader goes to them: Facts, with the verdicts of every trial, packed (trials.go),
//     Pairs, which set every two strategies against each other (pairs.go), and all tables of the report.
//  2. Tell is the evidence of one trial: conversation, memory after each cycle, replies. Of a file or a folder, the
//     evidence of all trials is in pieces, each text once (told.go, pieces.go).
//  3. Site serves the pages of a database (site.go, shown.go).
//
// Figures are those of package leaderboard. Nothing here knows of HTML: package web has the program
// that shows it, and reports writes both into one file or folder.
package page

import (
	"cmp"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/leaderboard"
	"contextarena.internal/lab/tally"
	"contextarena.internal/probes"
	"contextarena.internal/strategies"
)

// Page is an experiment as the browser's program reads it (web/src/data.ts): what is seen first.
type Page struct {
	Kind       string            `json:"kind"` // "run"
	Experiment tally.Experiment  `json:"experiment"`
	Number     int64             `json:"number"` // in its database
	Rows       []leaderboard.Row `json:"rows"`
	About      map[string]string `json:"about"` // what each strategy of the rows is, for those that are known today
	Types      []arena.FactType  `json:"types"`
	Scenarios  []Scenario        `json:"scenarios"`
}

// Scenario is a scenario with its probes.
type Scenario struct {
	ID     string  `json:"id"`
	Name   string  `json:"name"`
	About  string  `json:"about"`
	Turns  int     `json:"turns"`
	Probes []Probe `json:"probes"`
}

// Facts are what became of every fact in every trial.
type Facts struct {
	Places  []string `json:"places"`  // what Packed.Where counts
	Repeats int      `json:"repeats"` // whose trials are listed: the first ones, all of them but in a very large experiment
	Trials  []Packed `json:"trials"`
}

// mostTrials is how many trials a page lists. More would be tens of megabytes for a browser to read.
const mostTrials = 10_000

// listed is how many repeats a page lists the trials of, at least one.
func listed(r lab.Result, most int) int {
	a := max(1, len(r.Scenarios)*len(r.Planned.Strategies)*len(r.Planned.Models))
	return min(r.Planned.Repeats, max(1, most/a))
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

// New is the page of a result.
func New(r lab.Result, rep leaderboard.Report) Page {
	p := Page{
		Kind: "run", Experiment: rep.Experiment, Number: r.Experiment.Number, Rows: rep.Leaderboard, About: map[string]string{}, Types: arena.FactTypes, Scenarios: []Scenario{},
	}
	for _, row := range p.Rows {
		spec := cmp.Or(r.Planned.Specs[row.Strategy], row.Strategy)
		name, _, _ := strings.Cut(spec, "(")
		if i := slices.IndexFunc(strategies.All(), func(e strategies.Entry) bool { return e.Name == name }); i >= 0 {
			p.About[row.Strategy] = strategies.All()[i].About
		}
	}
	for _, s := range r.Scenarios {
		p.Scenarios = append(p.Scenarios, Scenario{s.ID, s.Name, s.Description, len(s.Turns), probesOf(s)})
	}
	return p
}

// FactsOf are the facts of a result, whose trials are of these rows.
func FactsOf(r lab.Result, rows []leaderboard.Row) Facts {
	f := Facts{Repeats: listed(r, mostTrials), Trials: []Packed{}}
	for _, p := range probes.Places {
		f.Places = append(f.Places, string(p))
	}
	for s, t := range r.Each(f.Repeats) {
		row := slices.IndexFunc(rows, func(r leaderboard.Row) bool { return r.Strategy == t.Strategy && r.Model == t.Model })
		f.Trials = append(f.Trials, packed(t, row, slices.Index(r.Scenarios, s), s.Probes))
	}
	return f
}

func probesOf(s *arena.Scenario) []Probe {
	out := []Probe{}
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
		out = append(out, q)
	}
	return out
}
