package lab

import (
	"context"

	"contextarena.internal/arena"
	"contextarena.internal/probes"
)

// Rehearsed is a plan of points played once with the simulated model, for a study that decides by what trials show
// which of them it plays.
type Rehearsed struct {
	rehearsal
	shown []Shown
}

// Rehearse plays every point of a plan once on each scenario. The plan has one model that answers.
func (l *Lab) Rehearse(ctx context.Context, p Plan) (Rehearsed, error) {
	all, err := l.Resolve(p)
	if err != nil {
		return Rehearsed{}, err
	}
	scorers := make([]*probes.Scorer, len(all.Played))
	for i, sc := range all.Played {
		if scorers[i], err = probes.NewScorer(sc); err != nil {
			return Rehearsed{}, err
		}
	}
	out := Rehearsed{shown: make([]Shown, len(all.Played)*len(all.Contestants))}
	out.rehearsal, err = l.rehearse(ctx, p, func(trial int, rec arena.Record) error {
		score := scored(scorers[trial/len(all.Contestants)], &rec)
		out.shown[trial] = ShownOf(rec, score, l.Prices, all.PricesAsOf)
		return nil
	})
	return out, err
}

// On is what the points show on a scenario, by the place it has among those played.
func (r Rehearsed) On(scenario int) []Shown {
	n := len(r.resolved.Contestants)
	return r.shown[scenario*n : (scenario+1)*n]
}

// None is an estimate of nothing, for Add.
func (r Rehearsed) None() Estimate {
	return r.estimate(0, func(int) bool { return false }, r.shared)
}

// Add adds to an estimate what the points that are live ask on a scenario in one repeat.
func (r Rehearsed) Add(e *Estimate, scenario int, live []bool) {
	n := len(r.resolved.Contestants)
	unit := r.estimate(1, func(trial int) bool { return trial/n == scenario && live[trial%n] }, r.rehearsal.shared)
	e.Trials += unit.Trials
	for _, m := range unit.ByModel {
		e.add(m)
	}
}
