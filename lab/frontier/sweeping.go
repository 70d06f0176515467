package frontier

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/probes"
)

// sweeping is a sweep under way.
type sweeping struct {
	run    *lab.PlanRun
	sweep  Sweep
	points []SweptPoint
	live   []bool // by point

	mu     sync.Mutex
	trials []lab.Shown // by their place in the plan
}

// play plays unit by unit.
func (w *sweeping) play(ctx context.Context) error {
	r := w.run
	finished, err := r.Resume(ctx)
	if err != nil {
		return err
	}
	known, err := r.Lab.Shown(ctx, r.Experiment.ID, r.Plan.PricesAsOf)
	if err != nil {
		return err
	}
	for i, key := range r.Keys {
		if _, ok := finished[key]; ok {
			w.trials[i] = known[key]
		}
	}
	w.live = make([]bool, len(w.points))
	for i := range w.live {
		w.live[i] = true
	}
	if w.sweep.Adaptive > 0 {
		return w.adaptive(ctx, len(finished))
	}
	if w.sweep.Racing == Exhaustive {
		return w.playThose(ctx, func(int) bool { return true })
	}
	units := w.sweep.units(r.Plan, false)
	race, err := newRace(w.sweep.Racing, len(units), len(w.points))
	if err != nil {
		return err
	}
	all := append(units, w.sweep.units(r.Plan, true)...)
	for k, unit := range all {
		begin := unit.at * len(w.points)
		err := w.playThose(ctx, func(i int) bool {
			return i >= begin && i < begin+len(w.points) && w.live[i-begin]
		})
		if err != nil || r.Halted() {
			return err
		}
		if unit.heldOut {
			continue
		}
		dropped, err := race.add(r.Plan.Played[unit.scenario], w.trials[begin:begin+len(w.points)])
		if err != nil {
			return err
		}
		if err := w.drop(ctx, dropped, all[k+1:]); err != nil {
			return err
		}
	}
	return nil
}

// drop takes points out of the race, and with them their trials of the units to come: those that are there are of an earlier
// run, which raced without knowing a trial that had failed, and would make the sweep another than one that nobody disturbed.
func (w *sweeping) drop(ctx context.Context, dropped []int, units []trialBlock) error {
	var places []int
	finished := 0
	for _, i := range dropped {
		w.live[i] = false
		for _, u := range units {
			place := u.at*len(w.points) + i
			places = append(places, place)
			if w.trials[place].Ended != "" {
				finished++
			}
			w.trials[place] = lab.Shown{}
		}
	}
	if len(places) == 0 {
		return nil
	}
	return w.run.Leave(ctx, places, finished)
}

// playThose plays the wanted trials, by their place in the plan, and notes what they show.
func (w *sweeping) playThose(ctx context.Context, wanted func(place int) bool) error {
	return w.run.PlayThose(ctx, wanted, func(place int, rec arena.Record, s probes.Score) {
		shown := lab.ShownOf(rec, s, w.run.Lab.Prices, w.run.Plan.PricesAsOf)
		w.mu.Lock()
		defer w.mu.Unlock()
		w.trials[place] = shown
	})
}

// adaptive plays some points on everything, batch by batch.
func (w *sweeping) adaptive(ctx context.Context, finished int) error {
	r := w.run
	most := min(w.sweep.Adaptive, len(w.points))
	left := rand.New(rand.NewPCG(uint64(r.Plan.Seed), 0)).Perm(len(w.points))
	batch := left[:min(AdaptiveStart, most)]
	left = left[len(batch):]
	for i := range w.live {
		w.live[i] = false
	}
	r.Skip(max(0, len(r.Keys)-finished-most*len(r.Keys)/len(w.points)))
	defer func() { r.Skip(w.unplayed(w.out()) - r.Skipped()) }()
	for played := 0; ; {
		for _, p := range batch {
			w.live[p] = true
		}
		played += len(batch)
		if err := w.playThose(ctx, func(i int) bool { return slices.Contains(batch, i%len(w.points)) }); err != nil || r.Halted() {
			return err
		}
		if played == most {
			return w.leaveOthers(ctx)
		}
		slices.Sort(left)
		var err error
		if batch, err = next(w.soFar(), left, min(adaptiveBatch, most-played), uint64(r.Plan.Seed)); err != nil {
			return err
		}
		left = slices.DeleteFunc(left, func(p int) bool { return slices.Contains(batch, p) })
	}
}

// leaveOthers takes out what an earlier run has played of points that aren't picked: it picked them without knowing a trial
// that had failed, or played all.
func (w *sweeping) leaveOthers(ctx context.Context) error {
	var places []int
	finished := 0
	for _, p := range w.out() {
		for i := p; i < len(w.trials); i += len(w.points) {
			places = append(places, i)
			if w.trials[i].Ended != "" {
				finished++
			}
			w.trials[i] = lab.Shown{}
		}
	}
	if len(places) == 0 {
		return nil
	}
	return w.run.Leave(ctx, places, finished)
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
	s := Swept{Space: w.sweep.Space, Scenarios: w.run.Plan.Played, Planned: lab.Planned{HeldOut: w.sweep.HeldOut, Repeats: w.run.Plan.Repeats}}
	for i, p := range w.points {
		p.Trials = make([][]lab.Shown, len(s.Scenarios))
		for sc := range s.Scenarios {
			for repeat := range w.run.Plan.Repeats {
				t := lab.Shown{}
				if w.live[i] {
					t = w.trials[(repeat*len(s.Scenarios)+sc)*len(w.points)+i]
				}
				p.Trials[sc] = append(p.Trials[sc], t)
			}
		}
		s.Points = append(s.Points, p)
	}
	return s
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
func (w *sweeping) count(out *Ran) {
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
