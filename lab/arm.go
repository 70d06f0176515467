package lab

import (
	"slices"

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
	Scenarios  []ArmScenario  `json:"scenarios"`
}

// ArmScenario is what an arm shows on one scenario.
type ArmScenario struct {
	ID     string     `json:"id"`
	Script string     `json:"script"` // arena.Scenario.PlayHash: what is said and asked
	Scorer string     `json:"scorer"` // probes.Version: how it is judged
	Probes []ArmProbe `json:"probes"`
	Trials []ArmTrial `json:"trials"` // by repeat; those that were not run are missing
}

// ArmProbe is a probe of a scenario.
type ArmProbe struct {
	ID       string         `json:"id"`
	Type     arena.FactType `json:"type"`
	Kind     arena.Kind     `json:"kind"`
	Extended bool           `json:"extended,omitempty"`
}

// ArmTrial is one trial. Results are in the order of the scenario's probes; they are nil unless
// the trial was completed.
type ArmTrial struct {
	Key     string                          `json:"key"` // arena.TrialKey in hexadecimal
	Repeat  int                             `json:"repeat"`
	Outcome arena.Outcome                   `json:"outcome"`
	Passed  bool                            `json:"passed"`
	USD     float64                         `json:"usd"`    // write and read, nominal
	Priced  bool                            `json:"priced"` // false: a model has no price, and USD means nothing
	Tokens  int                             `json:"tokens"` // write and read
	Results map[arena.Level][]probes.Result `json:"results,omitempty"`
}

// Arms splits a result into its strategies and models, in the plan's order.
func Arms(r Result) []Arm {
	var out []Arm
	for _, model := range r.Planned.Models {
		for _, strategy := range r.Planned.Strategies {
			a := Arm{
				Experiment: r.Experiment.ID, Strategy: strategy, Model: model, Suite: r.Planned.Suite,
				Dialogue: arena.Dialogue(r.Planned.Dialogue), Seed: r.Planned.Seed, Repeats: r.Planned.Repeats,
				Simulated: r.Experiment.Simulated,
			}
			for _, s := range r.Scenarios {
				a.Scenarios = append(a.Scenarios, armScenario(s, r.Trials, strategy, model))
			}
			out = append(out, a)
		}
	}
	return out
}

func armScenario(s *arena.Scenario, trials []Trial, strategy, model string) ArmScenario {
	out := ArmScenario{ID: s.ID, Script: s.PlayHash(), Scorer: probes.Version(s), Trials: []ArmTrial{}}
	for _, p := range s.Probes {
		out.Probes = append(out.Probes, ArmProbe{ID: p.ID, Type: p.Type, Kind: p.Kind, Extended: p.Extended})
	}
	for _, t := range trials {
		if t.Scenario != s.ID || t.Strategy != strategy || t.Model != model {
			continue
		}
		row := ArmTrial{
			Key: t.Key.String(), Repeat: t.Repeat, Outcome: t.Outcome, Passed: t.Score.Passed,
			USD: t.Cost.Write.USD + t.Cost.Read.USD, Priced: t.Cost.Priced, Tokens: t.Cost.Write.Tokens() + t.Cost.Read.Tokens(),
		}
		if t.Outcome == arena.Completed && len(t.Score.Findings) == len(s.Probes) {
			row.Results = map[arena.Level][]probes.Result{}
			for _, level := range arena.Levels {
				for _, f := range t.Score.Findings {
					row.Results[level] = append(row.Results[level], f.At(level).Result)
				}
			}
		}
		out.Trials = append(out.Trials, row)
	}
	slices.SortStableFunc(out.Trials, func(a, b ArmTrial) int { return a.Repeat - b.Repeat })
	return out
}
