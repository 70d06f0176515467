package frontier

import (
	"context"
	"math/rand/v2"
	"slices"

	"contextarena.internal/lab"
)

// rehearsedTrials is up to how many trials of one repeat an estimate plays all.
const rehearsedTrials = 480

// Estimate estimates a small sweep by what all its points ask and show, a larger one from some of them. By e-values it isn't known what is dropped, so it is
// estimated as if nothing were. By halving a small sweep drops what it drops when rehearsed, and of a larger one half
// is taken to go each time, though a point on the front never does.
func (s Sweep) Estimate(ctx context.Context, l *lab.Lab) (lab.Estimate, error) {
	r, points, err := s.resolve(l)
	if err != nil {
		return lab.Estimate{}, err
	}
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
	out, units := played.None(), s.units(r, false)
	race := newHalving(len(units), len(live))
	for _, u := range slices.Concat(units, s.units(r, true)) {
		played.Add(&out, u.scenario, live)
		if u.heldOut || s.Adaptive > 0 || s.Racing != Halving {
			continue
		}
		dropped, err := race.add(r.Played[u.scenario], played.On(u.scenario))
		if err != nil {
			return lab.Estimate{}, err
		}
		for _, i := range dropped {
			live[i] = false
		}
	}
	return out, nil
}

// trialBlock is one scenario in one repeat: the trials of all points.
type trialBlock struct {
	at       int // its place among the blocks of the plan
	scenario int
	heldOut  bool
}

// units lists the blocks that points race on, or those that are held out.
func (s Sweep) units(r lab.Resolved, heldOut bool) []trialBlock {
	var out []trialBlock
	for repeat := range r.Repeats {
		for i, sc := range r.Played {
			if slices.Contains(s.HeldOut, sc.ID) == heldOut {
				out = append(out, trialBlock{repeat*len(r.Played) + i, i, heldOut})
			}
		}
	}
	// In an order drawn at random: a race takes the units it has seen for a sample of all.
	order := rand.New(rand.NewPCG(uint64(r.Seed), 0))
	order.Shuffle(len(out), func(a, b int) { out[a], out[b] = out[b], out[a] })
	return out
}
