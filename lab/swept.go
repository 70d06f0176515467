package lab

import (
	"context"
	"fmt"
	"time"

	"contextarena.internal/arena"
	"contextarena.internal/llm/providers"
	"contextarena.internal/space"
	"contextarena.internal/store"
	"contextarena.internal/strategies"
)

// Swept is a sweep read back.
type Swept struct {
	Experiment store.Experiment
	Planned    Planned
	Space      *space.Declared
	Scenarios  []*arena.Scenario
	Points     []SweptPoint
	Stale      int // trials whose score is of other matchers than today's (arena rescore)
}

// SweptPoint is a configuration with its trials.
type SweptPoint struct {
	space.Point
	Strategy arena.Strategy
	Trials   [][]Shown // by scenario and repeat; the zero Shown where the trial wasn't run
}

// SweepPoints are a space's points with their strategies, without trials. The provider is that of the model
// that answers.
func SweepPoints(s *space.Declared, provider string) ([]SweptPoint, error) {
	known := map[string]arena.Strategy{}
	points, err := s.Points(provider, func(spec string) (string, error) {
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

// LoadSweep reads a sweep: "" for the newest experiment, or as Load. It is an arena.Mistake to name an
// experiment that is no sweep.
func (l *Lab) LoadSweep(ctx context.Context, which string) (Swept, error) {
	e, err := l.FindKind(ctx, which, store.KindSweep, "the database has no sweep yet: begin one with arena sweep")
	if err != nil {
		return Swept{}, err
	}
	planned, e, err := l.planned(ctx, e.ID)
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
	if s.Scenarios, _, err = l.scenariosOf(planned); err != nil {
		return s, err
	}
	model, err := providers.Parse(planned.Models[0])
	if err != nil {
		return s, err
	}
	points, err := SweepPoints(s.Space, model.Provider)
	if err != nil {
		return s, fmt.Errorf("experiment %d: %w", e.Number, err)
	}
	if len(points) != len(planned.Points) {
		return s, fmt.Errorf("experiment %d: its space has %d points today and had %d: the strategies have changed since (sweep again)", e.Number, len(points), len(planned.Points))
	}
	if s.Stale, err = l.outOfDate(ctx, e.ID, s.Scenarios); err != nil {
		return s, err
	}
	return s, l.fill(ctx, &s, points)
}

// fill sorts the trials of a sweep by point, scenario and repeat: those of a plan have that order.
func (l *Lab) fill(ctx context.Context, s *Swept, points []SweptPoint) error {
	asOf, _ := time.Parse(time.DateOnly, s.Planned.PricesAsOf) // empty: the newest prices
	trials, err := l.DB.Trials(ctx, s.Experiment.ID)
	if err != nil {
		return err
	}
	known, err := l.shown(ctx, s.Experiment.ID, asOf)
	if err != nil {
		return err
	}
	for _, p := range points {
		p.Trials = make([][]Shown, len(s.Scenarios))
		for i := range p.Trials {
			p.Trials[i] = make([]Shown, s.Planned.Repeats)
		}
		s.Points = append(s.Points, p)
	}
	for _, t := range trials {
		block := t.Ordinal / len(points)
		scenario, repeat := block%len(s.Scenarios), block/len(s.Scenarios)
		if repeat < s.Planned.Repeats {
			s.Points[t.Ordinal%len(points)].Trials[scenario][repeat] = known[t.Key]
		}
	}
	return nil
}
