package frontier

import (
	"context"
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
	places []place // of the plan's trials
	live   []bool  // by point

	mu    sync.Mutex
	swept Swept // as far as it is known
}

// place is which trial of the sweep one of the plan is.
type place struct {
	point int
	unit  Unit
}

// newSweeping begins with nothing known.
func newSweeping(s Sweep, r *lab.PlanRun, swept Swept) *sweeping {
	w := &sweeping{run: r, sweep: s, swept: swept, live: slices.Repeat([]bool{true}, len(swept.Points))}
	for _, t := range r.Trials {
		w.places = append(w.places, place{swept.place(t.Spec, t.MemoryModel.String()), Unit{t.Scenario.ID, t.Repeat}})
	}
	return w
}

// play plays rung by rung.
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
			w.note(i, known[key])
		}
	}
	if w.sweep.Exhaustive {
		return w.playThose(ctx, func(place) bool { return true })
	}
	units := w.sweep.units(r.Plan)
	race, seen := newHalving(len(units), w.swept.Points), map[Unit]bool{}
	rungs := append(slices.Clone(race.rungs), len(units))
	for i, u := range units {
		if i == 0 || slices.Contains(race.rungs, i) {
			next := units[i:rungs[0]]
			rungs = rungs[1:]
			err := w.playThose(ctx, func(p place) bool { return w.live[p.point] && slices.Contains(next, p.unit) })
			if err != nil || r.Halted() {
				return err
			}
		}
		seen[u] = true
		now := make([]lab.Shown, len(w.live))
		for i, p := range w.swept.Points {
			now[i] = p.Trials[u]
		}
		at := slices.IndexFunc(r.Plan.Played, func(sc *arena.Scenario) bool { return sc.ID == u.Scenario })
		dropped := race.add(r.Plan.Played[at], now)
		for _, i := range dropped {
			w.live[i] = false
		}
		// Trials of units to come that are there are of an earlier run, which raced without knowing a trial that had
		// failed, and would make the sweep another than one that nobody disturbed.
		err = w.leave(ctx, func(p place) bool { return slices.Contains(dropped, p.point) && !seen[p.unit] })
		if err != nil {
			return err
		}
	}
	return nil
}

// note takes down what a trial shows.
func (w *sweeping) note(at int, t lab.Shown) {
	w.mu.Lock()
	defer w.mu.Unlock()
	p := w.places[at]
	w.swept.Points[p.point].Trials[p.unit] = t
}

// leave takes trials out of the sweep, those too that an earlier run has played.
func (w *sweeping) leave(ctx context.Context, out func(place) bool) error {
	var places []int
	finished := 0
	for at, p := range w.places {
		if !out(p) {
			continue
		}
		places = append(places, at)
		if _, there := w.swept.Points[p.point].Trials[p.unit]; there {
			finished++
			delete(w.swept.Points[p.point].Trials, p.unit)
		}
	}
	if len(places) == 0 {
		return nil
	}
	return w.run.Leave(ctx, places, finished)
}

// playThose plays the wanted trials and notes what they show.
func (w *sweeping) playThose(ctx context.Context, wanted func(place) bool) error {
	return w.run.PlayThose(ctx, func(at int) bool { return wanted(w.places[at]) }, func(at int, rec arena.Record, s probes.Score) {
		w.note(at, lab.ShownOf(rec, s, w.run.Lab.Prices, w.run.Plan.PricesAsOf))
	})
}

// count adds up what was played.
func (w *sweeping) count(out *Ran) {
	for i, p := range w.swept.Points {
		out.Played += len(p.Trials)
		if !w.live[i] {
			out.Dropped++
		}
	}
}
