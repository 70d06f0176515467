package lab

import (
	"context"
	"fmt"
	"slices"
	"time"

	"contextarena.internal/arena"
	"contextarena.internal/lab/space"
	"contextarena.internal/llm"
	"contextarena.internal/pareto"
	"contextarena.internal/probes"
	"contextarena.internal/store"
)

// Swept is a sweep read back.
type Swept struct {
	Experiment store.Experiment
	Planned    Planned
	Space      *space.Space
	Scenarios  []*arena.Scenario
	Points     []SweptPoint
	Stale      int // trials whose score is of other matchers than today's (arena rescore)
}

// SweptPoint is a configuration with its trials.
type SweptPoint struct {
	space.Point
	Outcomes [][]Outcome // by scenario and repeat; the zero Outcome where the trial wasn't run
}

// Whole reports whether every trial of a point was completed on the scenarios.
func (p SweptPoint) Whole(scenarios []int) bool {
	for _, s := range scenarios {
		for _, o := range p.Outcomes[s] {
			if !o.Completed() {
				return false
			}
		}
	}
	return true
}

// LoadSweep reads a sweep: "" for the newest experiment, or as Load. It is an arena.Mistake to name an
// experiment that is no sweep.
func (l *Lab) LoadSweep(ctx context.Context, which string) (Swept, error) {
	e, err := l.findSweep(ctx, which)
	if err != nil {
		return Swept{}, err
	}
	planned, e, err := l.planned(ctx, e.ID)
	if err != nil {
		return Swept{}, err
	}
	if planned.Space == "" {
		return Swept{}, arena.Mistake{Err: fmt.Errorf("experiment %d is no sweep: its figures are printed by arena report %d", e.Number, e.Number)}
	}
	s := Swept{Experiment: e, Planned: planned}
	if s.Space, err = space.Parse("the stored space", []byte(planned.Space)); err != nil {
		return s, fmt.Errorf("experiment %d: %w", e.Number, err)
	}
	if s.Scenarios, _, err = l.scenariosOf(planned); err != nil {
		return s, err
	}
	model, err := llm.ParseModel(planned.Models[0])
	if err != nil {
		return s, err
	}
	points, err := s.Space.Points(model.Provider)
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

// findSweep is find with the newest sweep for "".
func (l *Lab) findSweep(ctx context.Context, which string) (store.Experiment, error) {
	if which != "" {
		return l.find(ctx, which)
	}
	all, err := l.DB.Experiments(ctx)
	if err != nil {
		return store.Experiment{}, err
	}
	for _, e := range slices.Backward(all) {
		if imported(e.Plan) {
			continue
		}
		if p, _, err := l.planned(ctx, e.ID); err == nil && p.Space != "" {
			return e, nil
		}
	}
	return store.Experiment{}, arena.Mistake{Err: fmt.Errorf("the database has no sweep yet: begin one with arena sweep")}
}

// fill sorts the trials of a sweep by point, scenario and repeat: those of a plan have that order.
func (l *Lab) fill(ctx context.Context, s *Swept, points []space.Point) error {
	asOf, _ := time.Parse(time.DateOnly, s.Planned.PricesAsOf) // empty: the newest prices
	trials, err := l.DB.Trials(ctx, s.Experiment.ID)
	if err != nil {
		return err
	}
	known, err := l.outcomes(ctx, s.Experiment.ID, asOf)
	if err != nil {
		return err
	}
	for _, p := range points {
		own := SweptPoint{Point: p, Outcomes: make([][]Outcome, len(s.Scenarios))}
		for i := range own.Outcomes {
			own.Outcomes[i] = make([]Outcome, s.Planned.Repeats)
		}
		s.Points = append(s.Points, own)
	}
	for _, t := range trials {
		block := t.Ordinal / len(points)
		scenario, repeat := block%len(s.Scenarios), block/len(s.Scenarios)
		if repeat < s.Planned.Repeats {
			s.Points[t.Ordinal%len(points)].Outcomes[scenario][repeat] = known[t.Key]
		}
	}
	return nil
}

// Columns of a trial in a sample.
const (
	columnTrials = iota
	columnKept   // of the headline's probes
	columnAsked
	columnPassed
	columnWriteUSD
	columnReadUSD
	columnQuestionUSD // mean of a question
	columnWriteTokens
	columnReadTokens
	columnQuestionTokens
	columnTypes // kept and asked of each fact type
)

// columnsOf is a completed trial for a sample; nil for any other.
func columnsOf(o Outcome, sc *arena.Scenario) []float64 {
	if !o.Completed() {
		return nil
	}
	row := make([]float64, columnTypes+2*len(arena.FactTypes))
	row[columnTrials] = 1
	row[columnKept], row[columnAsked] = answered(sc, o.Results)
	row[columnPassed] = one(o.Passed)
	question := o.PerQuestion()
	row[columnWriteUSD], row[columnReadUSD], row[columnQuestionUSD] = o.Cost.Write.USD, o.Cost.Read.USD, question.USD
	row[columnWriteTokens], row[columnReadTokens], row[columnQuestionTokens] = float64(o.Cost.Write.Tokens()), float64(o.Cost.Read.Tokens()), float64(question.Tokens())
	for i, p := range sc.Probes {
		if !p.Kind.Headline() || i >= len(o.Results) || !counts(o.Results[i]) {
			continue
		}
		if t := slices.Index(arena.FactTypes, p.Type); t >= 0 {
			row[columnTypes+2*t] += one(o.Results[i] == probes.Kept)
			row[columnTypes+2*t+1]++
		}
	}
	return row
}

// sample is the trials of some points on some scenarios.
func (s Swept) sample(points, scenarios []int) [][][][]float64 {
	out := make([][][][]float64, len(points))
	for i, p := range points {
		out[i] = make([][][]float64, len(scenarios))
		for j, sc := range scenarios {
			for _, o := range s.Points[p].Outcomes[sc] {
				out[i][j] = append(out[i][j], columnsOf(o, s.Scenarios[sc]))
			}
		}
	}
	return out
}

// typeCounts are a point's probes by fact type, repeats averaged.
func typeCounts(sums []float64, repeats float64) []pareto.Count {
	out := make([]pareto.Count, len(arena.FactTypes))
	for t := range out {
		out[t] = pareto.Count{Kept: sums[columnTypes+2*t] / repeats, Asked: sums[columnTypes+2*t+1] / repeats}
	}
	return out
}
