package lab

import (
	"fmt"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/scenarios"
)

// Scenarios lists the builtin scenarios and those of a folder ("" for none).
func Scenarios(dir string) ([]*arena.Scenario, error) {
	all, err := scenarios.Builtin()
	if err != nil || dir == "" {
		return all, err
	}
	own, err := scenarios.Load(dir)
	if err != nil {
		return nil, arena.Mistake{Err: err}
	}
	all = slices.Clone(all)
	for _, s := range own {
		if slices.ContainsFunc(all, func(b *arena.Scenario) bool { return b.ID == s.ID }) {
			return nil, arena.Mistake{Err: fmt.Errorf("scenario %q of %s has the id of a builtin one: give it another", s.ID, dir)}
		}
		all = append(all, s)
	}
	return all, nil
}

// among are scenarios of which those of a suite ("" for none) and of some ids are some: no others where all of them are
// builtin, since reading them takes time; else all.
func among(dir, suite string, ids []string) ([]*arena.Scenario, error) {
	if dir == "" {
		if found, ok, err := scenarios.BuiltinOf(suite, ids); ok || err != nil {
			return found, err
		}
	}
	return Scenarios(dir)
}

// Scenario finds one scenario by its id.
func Scenario(dir, id string) (*arena.Scenario, error) {
	all, err := among(dir, "", []string{id})
	if err != nil {
		return nil, err
	}
	return FindScenario(all, id)
}
