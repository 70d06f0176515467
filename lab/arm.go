package lab

import (
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/lab/contrast"
	"contextarena.internal/probes"
)

// Arms splits a result into its strategies and models, in the plan's order.
func Arms(r Result) []contrast.Arm {
	type part struct{ scenario, strategy, model string }
	trials := map[part][]*Trial{}
	for i := range r.Trials {
		t := &r.Trials[i]
		of := part{t.Scenario, t.Strategy, t.Model}
		trials[of] = append(trials[of], t)
	}
	var out []contrast.Arm
	for _, model := range r.Planned.Models {
		for _, strategy := range r.Planned.Strategies {
			a := contrast.Arm{
				Experiment: r.Experiment.ID, Strategy: strategy, Model: model, Suite: r.Planned.Suite,
				Dialogue: arena.Dialogue(r.Planned.Dialogue), Seed: r.Planned.Seed, Repeats: r.Planned.Repeats,
				Simulated: r.Experiment.Simulated,
			}
			for _, s := range r.Scenarios {
				a.Scenarios = append(a.Scenarios, armScenario(s, trials[part{s.ID, strategy, model}]))
			}
			out = append(out, a)
		}
	}
	return out
}

func armScenario(s *arena.Scenario, trials []*Trial) contrast.Scenario {
	out := contrast.Scenario{ID: s.ID, Script: s.PlayHash(), Scorer: probes.Version(s), Trials: []contrast.Trial{}}
	for _, p := range s.Probes {
		out.Probes = append(out.Probes, contrast.Probe{ID: p.ID, Type: p.Type, Kind: p.Kind, Extended: p.Extended})
	}
	known := verdicts{}
	for _, t := range trials {
		row := contrast.Trial{
			Key: t.Key.String(), Repeat: t.Repeat, Outcome: t.Outcome, Passed: t.Score.Passed,
			USD: t.Cost.Write.USD + t.Cost.Read.USD, Priced: t.Cost.Priced, Tokens: t.Cost.Write.Tokens() + t.Cost.Read.Tokens(),
		}
		if t.Outcome == arena.Completed && len(t.Score.Findings) == len(s.Probes) {
			row.Results = known.of(t.Score.Findings)
		}
		out.Trials = append(out.Trials, row)
	}
	slices.SortStableFunc(out.Trials, func(a, b contrast.Trial) int { return a.Repeat - b.Repeat })
	return out
}

// verdicts are the results of trials by level, each once: there are many trials, and few ways for them to end.
type verdicts map[string]map[arena.Level][]probes.Result

// of is the results of a trial, shared with every other that has the same.
func (v verdicts) of(findings []*probes.Finding) map[arena.Level][]probes.Result {
	var name strings.Builder
	for _, f := range findings {
		for _, level := range arena.Levels {
			name.WriteString(string(f.At(level).Result))
			name.WriteByte(' ')
		}
	}
	if known, ok := v[name.String()]; ok {
		return known
	}
	out := map[arena.Level][]probes.Result{}
	for _, level := range arena.Levels {
		for _, f := range findings {
			out[level] = append(out[level], f.At(level).Result)
		}
	}
	v[name.String()] = out
	return out
}
