package curve

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/store"
)

// match is an error unless experiments can be the rungs of one ladder.
func match(rungs []played) error {
	for i, r := range rungs {
		if r.Experiment.Status != store.Complete {
			return fmt.Errorf("experiment %d is %s: a ladder needs every trial of every rung (the same arena run goes on where it stopped)", r.Experiment.Number, r.Experiment.Status)
		}
		for _, o := range rungs[:i] {
			if err := sameButLength(o.Result, r.Result); err != nil {
				return fmt.Errorf("experiments %d and %d: %w", o.Experiment.Number, r.Experiment.Number, err)
			}
		}
	}
	for _, r := range rungs[1:] {
		if !slices.Equal(questions(r.Scenarios), questions(rungs[0].Scenarios)) {
			return fmt.Errorf("experiments %d and %d ask for different facts: a ladder has the same probes on every rung (arena run --stretch changes the length alone)", rungs[0].Experiment.Number, r.Experiment.Number)
		}
		if !slices.ContainsFunc(r.Planned.Strategies, func(s string) bool { return slices.Contains(rungs[0].Planned.Strategies, s) }) {
			return fmt.Errorf("experiments %d and %d have no strategy in common", rungs[0].Experiment.Number, r.Experiment.Number)
		}
	}
	return nil
}

// lengthens are the fields of plans that the rungs of a ladder may have otherwise, by their names in JSON.
var lengthens = []string{"suite", "scenarios", "stretch", "strategies", "specs", "seed", "prices_as_of", "logprobs", "primary"}

// sameButLength is an error unless two experiments differ in length alone.
func sameButLength(a, b lab.Result) error {
	for _, f := range lab.DifferingFields(a.Planned, b.Planned) {
		if !slices.Contains(lengthens, f.Name) {
			return fmt.Errorf("%s differs: the rungs of a ladder differ in length alone", f.Name)
		}
	}
	variant := func(s *arena.Scenario) bool { return s.VariantOf != "" }
	if slices.ContainsFunc(a.Scenarios, variant) || slices.ContainsFunc(b.Scenarios, variant) {
		return errors.New("a variant of a scenario is no rung (see arena report --view variants)")
	}
	if slices.Equal(scripts(a.Scenarios), scripts(b.Scenarios)) {
		return errors.New("their conversations are the same: the rungs of a ladder differ in length")
	}
	return nil
}

// scripts are what is said and asked in scenarios.
func scripts(ss []*arena.Scenario) []string {
	var out []string
	for _, s := range ss {
		out = append(out, s.PlayHash())
	}
	return out
}

// questions are the probes of scenarios with their kind, type and question, sorted.
func questions(ss []*arena.Scenario) []string {
	var out []string
	for _, s := range ss {
		for _, p := range s.Probes {
			out = append(out, strings.Join([]string{p.ID, string(p.Kind), string(p.Type), p.Question}, "\x00"))
		}
	}
	slices.Sort(out)
	return out
}
