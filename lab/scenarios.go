package lab

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/scenarios"
	"contextarena.internal/store"
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
		if has(all, s.ID) {
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

func has(known []*arena.Scenario, id string) bool {
	return slices.ContainsFunc(known, func(s *arena.Scenario) bool { return s.ID == id })
}

// Scenario finds one scenario by its id.
func Scenario(dir, id string) (*arena.Scenario, error) {
	all, err := among(dir, "", []string{id})
	if err != nil {
		return nil, err
	}
	return FindScenario(all, id)
}

// scenarioFiles is how the names begin of the files of an experiment that are scenarios.
const scenarioFiles = "scenarios/"

// keepScenarios keeps with an experiment those of its scenarios that aren't builtin, so that it can be read where their
// folder isn't.
func keepScenarios(ctx context.Context, db *store.DB, experimentID string, ss []*arena.Scenario) error {
	for _, s := range ss {
		if _, builtin, err := scenarios.BuiltinOf("", []string{s.ID}); builtin || err != nil {
			continue
		}
		var text strings.Builder
		if err := scenarios.Write(&text, s); err != nil {
			return err
		}
		if err := db.SaveFile(ctx, experimentID, store.File{Name: scenarioFiles + s.ID + ".yaml", Body: text.String()}); err != nil {
			return err
		}
	}
	return nil
}

// KnownTo lists the scenarios that an experiment may name: the builtin ones, those of the lab's folder, and of those that it
// keeps what neither has. Their text is whatever the database says, and is checked like that of a file.
func (l *Lab) KnownTo(ctx context.Context, e store.Experiment) ([]*arena.Scenario, error) {
	known, err := Scenarios(l.ScenariosDir)
	if err != nil {
		return nil, err
	}
	known = append(slices.Clip(known), l.Drawn...)
	files, err := l.DB.Files(ctx, e.ID)
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		name, its := strings.CutPrefix(f.Name, scenarioFiles)
		if !its || has(known, strings.TrimSuffix(name, ".yaml")) {
			continue
		}
		s, err := scenarios.Parse(f.Name, []byte(f.Body)) // its id is its name
		if err != nil {
			return nil, fmt.Errorf("experiment %d keeps a scenario that can't be read: %w", e.Number, err)
		}
		known = append(known, s)
	}
	return known, nil
}

// Scenario is Scenario; of an id that neither the builtin ones nor the folder have, it is what the newest experiment keeps
// that has one. Without a database there are no experiments.
func (l *Lab) Scenario(ctx context.Context, id string) (*arena.Scenario, error) {
	s, unknown := Scenario(l.ScenariosDir, id)
	if unknown == nil || l.DB == nil {
		return s, unknown
	}
	all, err := l.DB.Experiments(ctx)
	for _, e := range all {
		if known, err := l.KnownTo(ctx, e); err == nil && has(known, id) {
			return FindScenario(known, id)
		}
	}
	return nil, errors.Join(err, unknown)
}

// Of is the lab with the scenarios that an experiment may name as Drawn.
func (l *Lab) Of(ctx context.Context, e store.Experiment) (*Lab, error) {
	known, err := l.KnownTo(ctx, e)
	with := *l
	with.Drawn = known
	return &with, err
}

// ScenariosOf are the scenarios of an experiment's plan, stretched and with the probes that it asks; it counts those that weren't long enough
// before.
func (l *Lab) ScenariosOf(ctx context.Context, e store.Experiment, p Planned) (_ []*arena.Scenario, stretched int, _ error) {
	known, builtin, err := scenarios.BuiltinOf("", p.Scenarios)
	if err == nil && (!builtin || l.ScenariosDir != "") {
		known, err = l.KnownTo(ctx, e)
	}
	if err != nil {
		return nil, 0, err
	}
	var out []*arena.Scenario
	for _, id := range p.Scenarios {
		i := slices.IndexFunc(known, func(s *arena.Scenario) bool { return s.ID == id })
		if i < 0 {
			return nil, 0, arena.Mistake{Err: fmt.Errorf("experiment %d doesn't keep its scenario %q: name the folder that has it with --scenarios-dir", e.Number, id)}
		}
		s := scenarios.Stretch(known[i], p.Stretch, l.Tokens)
		if s != known[i] {
			stretched++
		}
		out = append(out, p.sampled(s))
	}
	return out, stretched, nil
}
