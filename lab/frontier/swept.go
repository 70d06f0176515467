package frontier

import (
	"context"
	"fmt"
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

// SweptPoint is a configuration with its trials.
type SweptPoint struct {
	space.Point
	Strategy arena.Strategy
	Trials   [][]lab.Shown // by scenario and repeat; the zero Shown where the trial wasn't run
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
	var out []SweptPoint
	for _, p := range points {
		out = append(out, SweptPoint{Point: p, Strategy: known[p.Label]})
	}
	return out, err
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
	if s.Scenarios, _, err = l.ScenariosOf(planned); err != nil {
		return s, err
	}
	if s.Points, err = sweptPoints(s.Space, planned.Models[0]); err != nil {
		return s, fmt.Errorf("experiment %d: %w", e.Number, err)
	}
	if len(s.Points) != len(planned.Points) {
		return s, fmt.Errorf("experiment %d: its space has %d points today and had %d: the strategies have changed since (sweep again)", e.Number, len(s.Points), len(planned.Points))
	}
	stale, err := lab.OutOfDate(ctx, l.DB, e.ID, s.Scenarios)
	if err != nil {
		return s, err
	}
	s.Stale = len(stale)
	err = s.fill(ctx, l)
	return s, err
}

// fill sorts the trials of a sweep by point, scenario and repeat: those of a plan have that order.
func (s *Swept) fill(ctx context.Context, l *lab.Lab) error {
	asOf, _ := time.Parse(time.DateOnly, s.Planned.PricesAsOf) // empty: the newest prices
	trials, err := l.DB.Trials(ctx, s.Experiment.ID)
	if err != nil {
		return err
	}
	known, err := l.Shown(ctx, s.Experiment.ID, asOf)
	if err != nil {
		return err
	}
	for i := range s.Points {
		s.Points[i].Trials = make([][]lab.Shown, len(s.Scenarios))
		for sc := range s.Scenarios {
			s.Points[i].Trials[sc] = make([]lab.Shown, s.Planned.Repeats)
		}
	}
	for _, t := range trials {
		block := t.Ordinal / len(s.Points)
		scenario, repeat := block%len(s.Scenarios), block/len(s.Scenarios)
		if repeat < s.Planned.Repeats {
			p := s.Points[t.Ordinal%len(s.Points)]
			p.Trials[scenario][repeat] = known[t.Key]
			if lab.EditedSince(t.Code, p.Strategy) {
				s.Edited++
			}
		}
	}
	return nil
}
