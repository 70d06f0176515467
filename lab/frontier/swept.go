package frontier

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/llm/providers"
	"contextarena.internal/space"
	"contextarena.internal/store"
	"contextarena.internal/strategies"
)

// Swept is a sweep read back.
type Swept struct {
	Experiment store.Experiment
	Planned    lab.Planned
	Space      *space.Declared
	Scenarios  []*arena.Scenario
	Points     []SweptPoint
	Stale      int // trials whose score is of other matchers than today's (arena rescore)
	Edited     int // trials that other code of their strategies played, of the same version
}

// Unit is what all points are compared in: a scenario in one repeat, from 1.
type Unit struct {
	Scenario string // its id
	Repeat   int
}

// SweptPoint is a configuration with its trials; those that weren't run aren't in it.
type SweptPoint struct {
	space.Point
	Strategy arena.Strategy
	Trials   map[Unit]lab.Shown
	memory   string // the model that writes it, also where that is the one that answers
}

// sweptPoints are a space's points with their strategies, without trials, where this model answers.
func sweptPoints(s *space.Declared, model string) ([]SweptPoint, error) {
	m, err := providers.Parse(model)
	if err != nil {
		return nil, err
	}
	known := map[string]arena.Strategy{}
	points, err := s.Points(m.Provider, func(spec string) (string, error) {
		strategy, err := strategies.Parse(spec)
		if err != nil {
			return "", err
		}
		label := strategies.Label(strategy)
		known[label] = strategy
		return label, nil
	})
	if err != nil {
		return nil, err
	}
	var out []SweptPoint
	for _, p := range points {
		memory, err := providers.Parse(cmp.Or(p.MemoryModel, model))
		if err != nil {
			return nil, err
		}
		out = append(out, SweptPoint{Point: p, Strategy: known[p.Label], Trials: map[Unit]lab.Shown{}, memory: memory.String()})
	}
	return out, nil
}

// place is the point of a strategy and the model that writes its memory; -1 if there is none.
func (s Swept) place(label, memory string) int {
	return slices.IndexFunc(s.Points, func(p SweptPoint) bool { return p.Label == label && p.memory == memory })
}

// loadSweep reads a sweep: "" for the newest, or as lab.Load. It is an arena.Mistake to name an
// experiment that is no sweep.
func loadSweep(ctx context.Context, l *lab.Lab, which string) (Swept, error) {
	e, err := l.FindKind(ctx, which, store.KindSweep, "the database has no sweep yet: begin one with arena sweep")
	if err != nil {
		return Swept{}, err
	}
	planned, err := lab.PlannedOf(e)
	if err != nil {
		return Swept{}, err
	}
	if e.Kind != store.KindSweep {
		return Swept{}, arena.Mistake{Err: fmt.Errorf("experiment %d is no sweep: its figures are printed by arena report %d", e.Number, e.Number)}
	}
	s := Swept{Experiment: e, Planned: planned}
	if s.Space, err = space.Parse("the stored space", []byte(planned.Space)); err != nil {
		return s, fmt.Errorf("experiment %d: %w", e.Number, err)
	}
	if s.Scenarios, _, err = l.ScenariosOf(ctx, e, planned); err != nil {
		return s, err
	}
	if s.Points, err = withRivals(s.Space, planned.Models[0]); err != nil {
		return s, fmt.Errorf("experiment %d: %w", e.Number, err)
	}
	if len(s.Points) != len(planned.Points) {
		return s, fmt.Errorf("experiment %d: its space has %d points today and had %d: strategies or rivals have changed since (sweep again)", e.Number, len(s.Points), len(planned.Points))
	}
	stale, err := lab.OutOfDate(ctx, l.DB, e.ID, s.Scenarios)
	if err != nil {
		return s, err
	}
	s.Stale = len(stale)
	asOf, _ := time.Parse(time.DateOnly, planned.PricesAsOf) // empty: the newest prices
	trials, err := l.DB.Trials(ctx, e.ID)
	if err != nil {
		return s, err
	}
	shown, err := l.Shown(ctx, e.ID, asOf)
	if err != nil {
		return s, err
	}
	for _, t := range trials {
		i := s.place(t.Strategy, t.MemoryModel)
		if i < 0 {
			return s, fmt.Errorf("experiment %d: %s with the memory of %s is no point of its space today: the strategies have changed since (sweep again)", e.Number, t.Strategy, t.MemoryModel)
		}
		s.Points[i].Trials[Unit{t.Scenario, t.Repeat}] = shown[t.Key]
		if lab.EditedSince(t.Code, s.Points[i].Strategy) {
			s.Edited++
		}
	}
	return s, nil
}

// trials are a point's on some scenarios, repeat after repeat; the zero Shown where one wasn't run.
func (s Swept) trials(point int, scenarios ...*arena.Scenario) []lab.Shown {
	var out []lab.Shown
	for _, sc := range scenarios {
		for repeat := range s.Planned.Repeats {
			out = append(out, s.Points[point].Trials[Unit{sc.ID, repeat + 1}])
		}
	}
	return out
}

// whole lists the points that completed every trial on the scenarios.
func (s Swept) whole(scenarios []*arena.Scenario) []int {
	var out []int
	for i := range s.Points {
		if !slices.ContainsFunc(s.trials(i, scenarios...), func(t lab.Shown) bool { return !t.Completed() }) {
			out = append(out, i)
		}
	}
	return out
}

// unit is what the costs of all trials are counted in.
func (s Swept) unit() string {
	var all []sums
	for i := range s.Points {
		all = append(all, s.over(i, s.Scenarios...))
	}
	return unitOf(all)
}
