package lab

import (
	"encoding/binary"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab/contrast"
	"contextarena.internal/probes"
)

// Arms splits a result into its strategies and models, in the plan's order.
func Arms(r Result) []contrast.Arm {
	trials := trialsOf(r)
	var out []contrast.Arm
	for _, model := range r.Planned.Models {
		for _, strategy := range r.Planned.Strategies {
			out = append(out, armOf(r, strategy, model, trials))
		}
	}
	return out
}

// trialsOf are a result's trials by strategy, model and scenario.
func trialsOf(r Result) map[[3]string][]*Trial {
	out := map[[3]string][]*Trial{}
	for i := range r.Trials {
		t := &r.Trials[i]
		of := [3]string{t.Strategy, t.Model, t.Scenario}
		out[of] = append(out[of], t)
	}
	return out
}

func armOf(r Result, strategy, model string, trials map[[3]string][]*Trial) contrast.Arm {
	a := contrast.Arm{
		Experiment: r.Experiment.ID, Strategy: strategy, Model: model, Suite: r.Planned.Suite,
		Dialogue: arena.Dialogue(r.Planned.Dialogue), Seed: r.Planned.Seed, Repeats: r.Planned.Repeats,
		Simulated: r.Experiment.Simulated,
	}
	for _, s := range r.Scenarios {
		a.Scenarios = append(a.Scenarios, armScenario(s, trials[[3]string{strategy, model, s.ID}]))
	}
	return a
}

func armScenario(s *arena.Scenario, trials []*Trial) contrast.Scenario {
	out := contrast.Scenario{ID: s.ID, Script: s.PlayHash(), Scorer: probes.Version(s), Trials: []contrast.Played{}}
	for _, p := range s.Probes {
		out.Probes = append(out.Probes, contrast.Probe{ID: p.ID, Type: p.Type, Kind: p.Kind, Extended: p.Extended, Only: p.Only})
	}
	known := verdicts{map[string]map[arena.Level][]probes.Result{}, map[*probes.Finding]int{}}
	for _, t := range trials {
		row := contrast.Played{
			Key: t.Key.String(), Repeat: t.Repeat, Outcome: t.Outcome, Passed: t.Score.Passed, Taskless: s.Taskless(),
			USD: t.Cost.Write.USD + t.Cost.Read.USD, Priced: t.Cost.Priced, Tokens: t.Cost.Write.Tokens() + t.Cost.Read.Tokens(),
		}
		if t.Outcome == arena.Completed && len(t.Score.Findings) == len(s.Probes) {
			row.Results = known.of(t.Score.Findings)
		}
		out.Trials = append(out.Trials, row)
	}
	slices.SortStableFunc(out.Trials, func(a, b contrast.Played) int { return a.Repeat - b.Repeat })
	return out
}

// verdicts are the results of trials by level, each once: there are many trials, and few ways for them to end.
type verdicts struct {
	known map[string]map[arena.Level][]probes.Result // by the codes of the findings
	codes map[*probes.Finding]int                    // equal findings are one (store.DB.EachSummary)
}

// of is the results of a trial, shared with every other that has the same findings.
func (v *verdicts) of(findings []*probes.Finding) map[arena.Level][]probes.Result {
	name := make([]byte, 0, 4*len(findings))
	for _, f := range findings {
		if _, ok := v.codes[f]; !ok {
			v.codes[f] = len(v.codes)
		}
		name = binary.AppendUvarint(name, uint64(v.codes[f]))
	}
	if known, ok := v.known[string(name)]; ok {
		return known
	}
	out := make(map[arena.Level][]probes.Result, len(arena.Levels))
	for _, level := range arena.Levels {
		all := make([]probes.Result, len(findings))
		for i, f := range findings {
			all[i] = f.At(level).Result
		}
		out[level] = all
	}
	v.known[string(name)] = out
	return out
}
