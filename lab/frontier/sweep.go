package frontier

import (
	"context"
	_ "embed"
	"fmt"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/space"
)

// Sweep plays every point of a declared space, and Rivals, on the same scenarios.
type Sweep struct {
	Plan  lab.Plan // without strategies; one model
	Space *space.Declared
	// Exhaustive plays every point on everything; else those behind the front are dropped by halving.
	Exhaustive bool
}

//go:embed few.yaml
var few []byte

// Few is a space of one of each kind of memory, for somebody who must choose.
func Few() *space.Declared {
	s, err := space.Parse("few.yaml", few)
	if err != nil {
		panic(err) // a mistake of the program
	}
	return s
}

// Size is what a sweep is going to do.
type Size struct {
	Declared   int // combinations of levels
	Points     int // that behave differently, and rivals
	Repeats    int // of every scenario
	Trials     int // at most: those of dropped points aren't played
	Exhaustive bool
}

// resolve looks up what a sweep names: its plan with its points, and the sweep before anything is played.
func (s Sweep) resolve(l *lab.Lab) (lab.Resolved, Swept, error) {
	p := s.Plan
	if len(p.Models) != 1 {
		return lab.Resolved{}, Swept{}, arena.Mistake{Err: fmt.Errorf("a sweep has one model that answers, have %d", len(p.Models))}
	}
	points, err := withRivals(s.Space, p.Models[0])
	if err != nil {
		return lab.Resolved{}, Swept{}, arena.Mistake{Err: err}
	}
	p.Strategies, p.Space = nil, s.Space.Text
	for _, pt := range points {
		p.Points = append(p.Points, lab.Point{Strategy: pt.Strategy, MemoryModel: pt.MemoryModel})
	}
	r, err := l.Resolve(p)
	if err != nil {
		return r, Swept{}, err
	}
	return r, Swept{Space: s.Space, Scenarios: r.Played, Planned: lab.Planned{Repeats: r.Repeats}, Points: points}, nil
}

// Check reports every name in a sweep that doesn't exist. It asks no one.
func (s Sweep) Check(m lab.Models) error {
	s.Plan.Stretch = 0 // names no one, and would count tokens
	_, _, err := s.resolve(&lab.Lab{Models: m})
	return err
}

// Size looks a sweep up without asking anything.
func (s Sweep) Size(l *lab.Lab) (Size, error) {
	r, swept, err := s.resolve(l)
	if err != nil {
		return Size{}, err
	}
	return s.size(r, len(swept.Points)), nil
}

func (s Sweep) size(r lab.Resolved, points int) Size {
	return Size{
		Declared: s.Space.Combinations(), Points: points, Repeats: r.Repeats,
		Trials: points * len(r.Played) * r.Repeats, Exhaustive: s.Exhaustive,
	}
}

// Ran is what a sweep did.
type Ran struct {
	lab.Ran
	Size    Size
	Played  int // trials of points while they were in the race, those found finished included
	Dropped int // points
}

// Play plays a sweep. The units on which points race follow each other in an order that the seed
// decides; after each the points that are behind are dropped by halving, so that the same plan
// drops the same points however it is interrupted. Trials found finished are kept.
func (s Sweep) Play(ctx context.Context, l *lab.Lab) (Ran, error) {
	resolved, swept, err := s.resolve(l)
	if err != nil {
		return Ran{}, err
	}
	r, err := l.NewRun(resolved.Plan)
	if err != nil {
		return Ran{}, err
	}
	w := newSweeping(s, r, swept)
	ran, err := r.Conduct(ctx, w.play)
	out := Ran{Ran: ran, Size: s.size(resolved, len(swept.Points))}
	w.count(&out)
	return out, err
}
