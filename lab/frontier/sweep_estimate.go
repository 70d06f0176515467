package frontier

import (
	"context"
	"math/rand/v2"
	"slices"

	"contextarena.internal/lab"
)

// rehearsedTrials is up to how many trials of one repeat an estimate plays all.
const rehearsedTrials = 480

// Estimate estimates a small sweep by what all its points ask and show, a larger one from some of them. By halving a small sweep drops what it drops when rehearsed, and of a larger one half
// is taken to go each time, though a point on the front never does.
func (s Sweep) Estimate(ctx context.Context, l *lab.Lab) (lab.Estimate, error) {
	r, swept, _, err := s.resolve(l)
	if err != nil {
		return lab.Estimate{}, err
	}
	points := swept.Points
	if all := s.Adaptive == 0 || s.Adaptive >= len(points); all && len(points)*len(r.Played) <= rehearsedTrials {
		return s.rehearsed(ctx, l, r)
	}
	blocks := len(r.Played) * r.Repeats
	stages := []lab.Stage{{Points: s.size(r, len(points)).Trials / blocks, Blocks: blocks}}
	if s.Adaptive == 0 && s.Racing == Halving {
		stages = nil
		held := len(s.HeldOut) * r.Repeats
		left, from := len(points), 0
		for _, rung := range newHalving(blocks-held, 0).rungs {
			stages = append(stages, lab.Stage{Points: left, Blocks: rung - from})
			left, from = left-left/2, rung
		}
		stages = append(stages, lab.Stage{Points: left, Blocks: blocks - from})
	}
	return l.EstimateStages(ctx, r.Plan, stages...)
}

// rehearsed estimates a sweep by racing its points on what they show when played once.
func (s Sweep) rehearsed(ctx context.Context, l *lab.Lab, r lab.Resolved) (lab.Estimate, error) {
	played, err := l.Rehearse(ctx, r.Plan)
	if err != nil {
		return lab.Estimate{}, err
	}
	live := slices.Repeat([]bool{true}, len(r.Contestants))
	out := played.None()
	units, last := s.units(r)
	race := newHalving(len(units), len(live))
	for _, u := range slices.Concat(units, last) {
		played.Add(&out, u.scenario, live)
		if u.heldOut || s.Adaptive > 0 || s.Racing != Halving {
			continue
		}
		for _, i := range race.add(r.Played[u.scenario], played.On(u.scenario)) {
			live[i] = false
		}
	}
	return out, nil
}

// raceUnit is a unit of a plan.
type raceUnit struct {
	Unit
	scenario int // among those that are played
	heldOut  bool
}

// units lists the units that points race on, in an order drawn at random, as a race takes those it has seen
// for a sample of all, and after them those that are held out.
func (s Sweep) units(r lab.Resolved) (racing, last []raceUnit) {
	for repeat := range r.Repeats {
		for i, sc := range r.Played {
			u := raceUnit{Unit{sc.ID, repeat + 1}, i, slices.Contains(s.HeldOut, sc.ID)}
			if u.heldOut {
				last = append(last, u)
			} else {
				racing = append(racing, u)
			}
		}
	}
	for _, units := range [][]raceUnit{racing, last} {
		order := rand.New(rand.NewPCG(uint64(r.Seed), 0))
		order.Shuffle(len(units), func(a, b int) { units[a], units[b] = units[b], units[a] })
	}
	return racing, last
}
