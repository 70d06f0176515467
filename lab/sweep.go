package lab

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"contextarena.internal/arena"
	"contextarena.internal/lab/space"
	"contextarena.internal/llm"
	"contextarena.internal/probes"
)

// Sweep plays every point of a declared space on the same scenarios.
type Sweep struct {
	Plan  Plan // without strategies; one model
	Space *space.Space
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
	Units    int // scenarios times repeats on which points race; held-out ones are left out
	Trials   int // at most: those of dropped points aren't played
	Racing   Racing
	Adaptive int // points that are played at most; 0 for all
}

// plan is the plan with its points.
func (s Sweep) plan() (Plan, []space.Point, error) {
	p := s.Plan
	if len(p.Models) != 1 {
		return p, nil, arena.Mistake{Err: fmt.Errorf("a sweep has one model that answers, have %d", len(p.Models))}
	}
	m, err := llm.ParseModel(p.Models[0])
	if err != nil {
		return p, nil, err
	}
	points, err := s.Space.Points(m.Provider)
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
	r, err := l.resolve(p)
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
		Declared: s.Space.Size(), Points: len(points), Units: (len(r.scenarios) - len(s.HeldOut)) * r.Repeats,
		Trials: playing * len(r.scenarios) * r.Repeats, Racing: s.Racing, Adaptive: s.Adaptive,
	}, nil
}

// heldOut checks that the held-out scenarios are among those that are played, and not all of them.
func (s Sweep) heldOut(r resolved) error {
	var ids []string
	for _, sc := range r.scenarios {
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
	r, err := l.newRun(p)
	if err != nil {
		return SweepRan{}, err
	}
	w := &sweeping{run: r, sweep: s, points: points, trials: make([]Shown, len(r.trials))}
	ran, err := r.whole(ctx, w.play)
	out := SweepRan{Ran: ran, Size: size}
	w.count(&out)
	return out, err
}

// sweeping is a sweep under way.
type sweeping struct {
	run    *run
	sweep  Sweep
	points []space.Point
	live   []bool // by point

	mu     sync.Mutex
	trials []Shown // by their place in the plan
}

// play plays unit by unit.
func (w *sweeping) play(r *run, ctx context.Context) error {
	finished, err := r.resume(ctx)
	if err != nil {
		return err
	}
	known, err := r.lab.shown(ctx, r.experiment.ID, r.plan.PricesAsOf)
	if err != nil {
		return err
	}
	for i, key := range r.keys {
		if _, ok := finished[key]; ok {
			w.trials[i] = known[key]
		}
	}
	r.onTrial = func(i int, rec arena.Record, s probes.Score) {
		o := r.lab.shows(rec, s, r.plan.PricesAsOf)
		w.mu.Lock()
		defer w.mu.Unlock()
		w.trials[i] = o
	}
	w.live = make([]bool, len(w.points))
	for i := range w.live {
		w.live[i] = true
	}
	if w.sweep.Adaptive > 0 {
		return w.adaptive(ctx, finished)
	}
	if w.sweep.Racing == Exhaustive {
		return r.some(ctx, finished, func(int) bool { return true })
	}
	units := w.units(false)
	race, err := newRace(w.sweep.Racing, len(units), len(w.points))
	if err != nil {
		return err
	}
	for _, unit := range append(units, w.units(true)...) {
		begin := unit.at * len(w.points)
		err := r.some(ctx, finished, func(i int) bool {
			return i >= begin && i < begin+len(w.points) && w.live[i-begin]
		})
		if err != nil || r.halted() {
			return err
		}
		if unit.heldOut {
			continue
		}
		dropped, err := race.add(r.plan.scenarios[unit.scenario], w.trials[begin:begin+len(w.points)])
		if err != nil {
			return err
		}
		for _, i := range dropped {
			w.live[i] = false
		}
		r.skip(w.unplayed(dropped))
	}
	return nil
}

// adaptive plays some points on everything, batch by batch.
func (w *sweeping) adaptive(ctx context.Context, finished map[arena.TrialKey]arena.Outcome) error {
	r := w.run
	most := min(w.sweep.Adaptive, len(w.points))
	left := rand.New(rand.NewPCG(uint64(r.plan.Seed), 0)).Perm(len(w.points))
	batch := left[:min(AdaptiveStart, most)]
	left = left[len(batch):]
	for i := range w.live {
		w.live[i] = false
	}
	r.skip(max(0, len(r.keys)-len(finished)-most*len(r.keys)/len(w.points)))
	defer func() { r.skip(w.unplayed(w.out()) - r.skipped) }()
	for played := 0; ; {
		for _, p := range batch {
			w.live[p] = true
		}
		played += len(batch)
		if err := r.some(ctx, finished, func(i int) bool { return slices.Contains(batch, i%len(w.points)) }); err != nil || r.halted() || played == most {
			return err
		}
		slices.Sort(left)
		var err error
		if batch, err = w.sweep.Next(w.soFar(), left, min(AdaptiveBatch, most-played)); err != nil {
			return err
		}
		left = slices.DeleteFunc(left, func(p int) bool { return slices.Contains(batch, p) })
	}
}

// out are the points that are no longer played, or aren't yet.
func (w *sweeping) out() []int {
	var out []int
	for i, live := range w.live {
		if !live {
			out = append(out, i)
		}
	}
	return out
}

// soFar is the sweep as the points that were picked show it: what an earlier sweep has left of others
// decides nothing, so that the same points are picked however a sweep is interrupted.
func (w *sweeping) soFar() Swept {
	s := Swept{Space: w.sweep.Space, Scenarios: w.run.plan.scenarios, Planned: Planned{HeldOut: w.sweep.HeldOut, Repeats: w.run.plan.Repeats}}
	for i, p := range w.points {
		own := SweptPoint{Point: p, Trials: make([][]Shown, len(s.Scenarios))}
		for sc := range s.Scenarios {
			for repeat := range w.run.plan.Repeats {
				t := Shown{}
				if w.live[i] {
					t = w.trials[(repeat*len(s.Scenarios)+sc)*len(w.points)+i]
				}
				own.Trials[sc] = append(own.Trials[sc], t)
			}
		}
		s.Points = append(s.Points, own)
	}
	return s
}

// trialBlock is one scenario in one repeat: the trials of all points.
type trialBlock struct {
	at       int // its place among the blocks of the plan
	scenario int
	heldOut  bool
}

// units lists the blocks that points race on, or those that are held out.
func (w *sweeping) units(heldOut bool) []trialBlock {
	var out []trialBlock
	for repeat := range w.run.plan.Repeats {
		for s, sc := range w.run.plan.scenarios {
			if slices.Contains(w.sweep.HeldOut, sc.ID) == heldOut {
				out = append(out, trialBlock{repeat*len(w.run.plan.scenarios) + s, s, heldOut})
			}
		}
	}
	// In an order drawn at random: a race takes the units it has seen for a sample of all.
	order := rand.New(rand.NewPCG(uint64(w.run.plan.Seed), 0))
	order.Shuffle(len(out), func(a, b int) { out[a], out[b] = out[b], out[a] })
	return out
}

// unplayed counts the trials of dropped points that won't be played.
func (w *sweeping) unplayed(dropped []int) int {
	n := 0
	for _, p := range dropped {
		for i := p; i < len(w.trials); i += len(w.points) {
			if w.trials[i].Ended == "" {
				n++
			}
		}
	}
	return n
}

// count adds up what was asked for.
func (w *sweeping) count(out *SweepRan) {
	perPoint := make([]int, len(w.points))
	for i, o := range w.trials {
		if o.Ended != "" {
			out.Played++
			perPoint[i%len(w.points)] += o.Cost.Calls
		}
	}
	for i, calls := range perPoint {
		out.Own += calls
		out.Naive += calls * w.points[i].Stands
	}
	out.Dropped = len(w.out())
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
