// Package contrast sets two arms against each other on what both completed: arena compare, the
// gates of nights and the predictions of proposals all rest on it.
//
//  1. An Arm is one strategy with one model as an experiment played it (arm.go; lab.Arms makes them).
//  2. Match pairs the trials of two arms by scenario and repeat, and says what has no pair (match.go).
//  3. A Measure reads one figure of each side from the pairs, scenario by scenario (measure.go).
//  4. A Difference is estimated over scenarios or over repeats (difference.go), corrected for the
//     tests of its family and judged (judge.go).
//  5. Of does all that for every measure, with the probes that differ most (flip.go), and says what a
//     reader must know before believing it (contrast.go).
//
// It is pure: it reads no database and asks nobody. It lies below package lab.
package contrast

import (
	"contextarena.internal/arena"
	"contextarena.internal/probes"
)

// Arm is one strategy with one model as one experiment played it: a side of a comparison. It is
// self-contained, so that a file can stand for an experiment.
type Arm struct {
	Experiment string         `json:"experiment"` // its id
	Strategy   string         `json:"strategy"`
	Model      string         `json:"model"`
	Suite      string         `json:"suite"`
	Dialogue   arena.Dialogue `json:"dialogue"`
	Seed       int64          `json:"seed"`
	Repeats    int            `json:"repeats"` // planned
	Simulated  bool           `json:"simulated"`
	Scenarios  []Scenario     `json:"scenarios"`
}

// Label is the strategy with its model.
func (a Arm) Label() string { return a.Strategy + " (" + a.Model + ")" }

// Name is the arm's name.
func (a Arm) Name() ArmName { return ArmName{a.Experiment, a.Strategy, a.Model} }

// ArmName says which arm a side is.
type ArmName struct {
	Experiment string `json:"experiment"` // its id
	Strategy   string `json:"strategy"`
	Model      string `json:"model"`
}

// Planned counts the trials that were planned.
func (a Arm) Planned() int { return len(a.Scenarios) * a.Repeats }

// Outcomes counts the trials that were completed, and those that a provider's error, a refusal or
// a cap ended. Others were never begun.
func (a Arm) Outcomes() (completed, failed int) {
	for _, s := range a.Scenarios {
		for _, t := range s.Trials {
			switch t.Outcome {
			case arena.Completed:
				completed++
			case arena.Failed, arena.Refused, arena.Truncated:
				failed++
			}
		}
	}
	return completed, failed
}

// Scenario is what an arm shows on one scenario.
type Scenario struct {
	ID     string   `json:"id"`
	Script string   `json:"script"` // arena.Scenario.PlayHash: what is said and asked
	Scorer string   `json:"scorer"` // probes.Version: how it is judged
	Probes []Probe  `json:"probes"`
	Trials []Played `json:"trials"` // by repeat; those that were not run are missing
}

// Completed counts the completed trials.
func (s Scenario) Completed() int {
	n, _ := Arm{Scenarios: []Scenario{s}}.Outcomes()
	return n
}

// Probe is a probe of a scenario.
type Probe struct {
	ID       string         `json:"id"`
	Type     arena.FactType `json:"type"`
	Kind     arena.Kind     `json:"kind"`
	Extended bool           `json:"extended,omitempty"`
	Only     string         `json:"only,omitempty"` // of arena.Probe
}

// Counts reports whether a probe is in shares: a current or derived one that isn't for a judge alone.
func (p Probe) Counts() bool { return p.Kind.Headline() && p.Only != arena.OnlyJudge }

// Played is one trial as it ended. Results are in the order of the scenario's probes; they are nil unless the
// trial was completed, and may be shared by trials, so that none is written into.
type Played struct {
	Key      string                          `json:"key"` // arena.TrialKey in hexadecimal
	Repeat   int                             `json:"repeat"`
	Outcome  arena.Outcome                   `json:"outcome"`
	Passed   bool                            `json:"passed"`
	Taskless bool                            `json:"taskless,omitempty"` // its scenario has no task, which can't be passed
	USD      float64                         `json:"usd"`                // write and read, nominal
	Priced   bool                            `json:"priced"`             // false: a model has no price, and USD means nothing
	Tokens   int                             `json:"tokens"`             // write and read
	Results  map[arena.Level][]probes.Result `json:"results,omitempty"`
}
