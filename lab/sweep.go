package lab

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm/providers"
	"contextarena.internal/space"
)

// Sweep plays every point of a declared space on the same scenarios.
type Sweep struct {
	Plan  Plan // without strategies; one model
	Space *space.Declared
	// HeldOut are scenarios that decide nothing: the points that are left are played on them too.
	HeldOut []string
	Racing  Racing
	// Adaptive, if it isn't 0, is how many points are played at most: AdaptiveStart drawn at random, and
	// from then on those that Next picks, AdaptiveBatch at a time.
	Adaptive int
	// Next picks n of the points that are left by what the sweep shows so far.
	Next func(soFar Swept, left []int, n int) ([]int, error)
}

// An adaptive sweep begins with so many points and goes on by so many.
const (
	AdaptiveStart = 24
	AdaptiveBatch = 8
)

// Racing says how points that lie behind the front are dropped while a sweep goes on.
type Racing string

// The ways of racing. Exhaustive plays every point on everything.
const (
	Exhaustive Racing = "exhaustive"
	Halving    Racing = "halving"
	EValues    Racing = "e-values"
)

// Racings lists the ways of racing.
var Racings = []Racing{Halving, EValues, Exhaustive}

// SweepSize is what a sweep is going to do.
type SweepSize struct {
	Declared int // combinations of levels
	Points   int // that behave differently
	Repeats  int // of every scenario
	Units    int // scenarios times repeats on which points race; held-out ones are left out
	Trials   int // at most: those of dropped points aren't played
	Racing   Racing
	Adaptive int // points that are played at most; 0 for all
}

// plan is the plan with its points.
func (s Sweep) plan() (Plan, []SweptPoint, error) {
	p := s.Plan
	if len(p.Models) != 1 {
		return p, nil, arena.Mistake{Err: fmt.Errorf("a sweep has one model that answers, have %d", len(p.Models))}
	}
	m, err := providers.Parse(p.Models[0])
	if err != nil {
		return p, nil, err
	}
	points, err := SweepPoints(s.Space, m.Provider)
	if err != nil {
		return p, nil, arena.Mistake{Err: err}
	}
	p.Strategies, p.Space, p.HeldOut = nil, s.Space.Text, s.HeldOut
	for _, pt := range points {
		p.Points = append(p.Points, Point{pt.Strategy, pt.MemoryModel})
	}
	return p, points, nil
}

// Size looks a sweep up without asking anything.
func (l *Lab) Size(s Sweep) (SweepSize, error) {
	p, points, err := s.plan()
	if err != nil {
		return SweepSize{}, err
	}
	r, err := l.Resolve(p)
	if err != nil {
		return SweepSize{}, err
	}
	if err := s.heldOut(r); err != nil {
		return SweepSize{}, err
	}
	playing := len(points)
	if s.Adaptive > 0 {
		playing = min(playing, s.Adaptive)
	}
	return SweepSize{
		Declared: s.Space.Combinations(), Points: len(points), Repeats: r.Repeats, Units: (len(r.Played) - len(s.HeldOut)) * r.Repeats,
		Trials: playing * len(r.Played) * r.Repeats, Racing: s.Racing, Adaptive: s.Adaptive,
	}, nil
}

// heldOut checks that the held-out scenarios are among those that are played, and not all of them.
func (s Sweep) heldOut(r Resolved) error {
	var ids []string
	for _, sc := range r.Played {
		ids = append(ids, sc.ID)
	}
	var errs []error
	for i, id := range s.HeldOut {
		switch {
		case !slices.Contains(ids, id):
			errs = append(errs, fmt.Errorf("held-out scenario %q isn't among those of the sweep (%s)", id, strings.Join(ids, ", ")))
		case slices.Contains(s.HeldOut[:i], id):
			errs = append(errs, fmt.Errorf("scenario %s is held out twice", id))
		}
	}
	if len(errs) == 0 && len(s.HeldOut) == len(ids) {
		errs = append(errs, errors.New("every scenario is held out: nothing is left to choose points on"))
	}
	if err := errors.Join(errs...); err != nil {
		return arena.Mistake{Err: err}
	}
	return nil
}

// sampled is how many points a forecast of a sweep's cost plays.
const sampled = 24

// EstimateSweep estimates a sweep without racing from some of its points, spread over the space.
func (l *Lab) EstimateSweep(ctx context.Context, s Sweep) (Estimate, error) {
	p, _, err := s.plan()
	if err != nil {
		return Estimate{}, err
	}
	all := p.Points
	if len(all) > sampled {
		p.Points = nil
		for i := range sampled {
			p.Points = append(p.Points, all[i*len(all)/sampled])
		}
	}
	e, err := l.Estimate(ctx, p)
	if err != nil {
		return e, err
	}
	scale := func(n int) int { return n * len(all) / len(p.Points) }
	e.Trials = scale(e.Trials)
	for i, m := range e.ByModel {
		e.ByModel[i].Calls, e.ByModel[i].Input, e.ByModel[i].Output = scale(m.Calls), scale(m.Input), scale(m.Output)
		e.ByModel[i].USD = m.USD * float64(len(all)) / float64(len(p.Points))
	}
	return e, nil
}

// SweepRan is what a sweep did.
type SweepRan struct {
	Ran
	Size    SweepSize
	Played  int // trials of points while they were in the race, those found finished included
	Dropped int // points
	Naive   int // calls that every declared combination would have asked for by itself
	Own     int // calls that the points asked for
}

// Sweep plays a sweep. The units on which points race follow each other in an order that the seed
// decides; after each the points that are behind are dropped as Racing says, so that the same plan drops the same points
// however it is interrupted. Trials found finished are kept.
func (l *Lab) Sweep(ctx context.Context, s Sweep) (SweepRan, error) {
	size, err := l.Size(s)
	if err != nil {
		return SweepRan{}, err
	}
	p, points, err := s.plan()
	if err != nil {
		return SweepRan{}, err
	}
	r, err := l.NewRun(p)
	if err != nil {
		return SweepRan{}, err
	}
	w := &sweeping{run: r, sweep: s, points: points, trials: make([]Shown, len(r.Trials))}
	ran, err := r.Conduct(ctx, w.play)
	out := SweepRan{Ran: ran, Size: size}
	w.count(&out)
	return out, err
}

// CheckSweep reports every name in a sweep that doesn't exist. It asks no one.
func CheckSweep(s Sweep, m Models) error {
	p, _, err := s.plan()
	if err != nil {
		return err
	}
	r, err := resolve(p, m)
	if err != nil {
		return err
	}
	return s.heldOut(r)
}
