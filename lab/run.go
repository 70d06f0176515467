package lab

import (
	"context"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/probes"
)

// Run plays a plan: trials found finished are kept, the others are played and stored one by
// one. The experiment is named by its trials, so the same plan resumes the same experiment.
// See Player.Conduct for what happens if ctx ends or trials fail.
func (l *Lab) Run(ctx context.Context, p Plan) (Ran, error) {
	r, err := l.NewRun(p)
	if err != nil {
		return Ran{}, err
	}
	return r.Conduct(ctx, func(ctx context.Context) error {
		finished, err := r.Resume(ctx)
		if err != nil {
			return err
		}
		if l.OnDetectable != nil && len(finished) < len(r.Keys) && len(p.Strategies) > 1 {
			d, err := DetectableOf(ctx, l, p)
			if err != nil {
				return err
			}
			l.OnDetectable(d)
		}
		return r.PlayThose(ctx, func(int) bool { return true }, nil)
	})
}

// PlanRun is a run of a plan: its trials in their order, and the player they are handed to.
type PlanRun struct {
	*Player
	Plan   Resolved
	Trials []arena.Trial
	Keys   []arena.TrialKey // of the trials

	finished map[arena.TrialKey]arena.Outcome
	anew     map[arena.TrialKey]bool // finished, and played again all the same
}

// NewRun looks up what a plan needs. Nothing is asked or stored. Of a shard the trials of a model with a scenario and a
// repeat are played together, since strategies share replies; the experiment is partial until it is merged.
func (l *Lab) NewRun(p Plan) (*PlanRun, error) {
	plan, err := l.Resolve(p)
	if err != nil {
		return nil, err
	}
	trials := plan.Trials()
	r := &PlanRun{Plan: plan, Trials: trials, Keys: arena.Keys(trials)}
	r.Player, err = l.Player(Cast{
		Scenarios: plan.Played, Named: plan.Named, Models: plan.asked(), Worlds: plan.Worlds, PricesAsOf: p.PricesAsOf,
		Share: p.Points != nil,
	})
	if err == nil && !l.Shard.Round {
		r.here = func(place int) bool { return l.Shard.Has(place/len(plan.Contestants), len(plan.Played)) }
	}
	return r, err
}

// asked are all models that a plan asks, each once.
func (r Resolved) asked() []llm.Model {
	models := slices.Clone(r.Answering)
	for _, pt := range r.Contestants {
		others := policyModels(pt.Policies)
		if pt.Memory != nil {
			others = append(others, *pt.Memory)
		}
		for _, m := range others {
			if !slices.Contains(models, m) {
				models = append(models, m)
			}
		}
	}
	return models
}

// Conduct plays the run's experiment; see Player.Conduct.
func (r *PlanRun) Conduct(ctx context.Context, play func(ctx context.Context) error) (Ran, error) {
	return r.Player.Conduct(ctx, r.Plan.Experiment(r.Lab, r.Keys), play)
}

// Resume finds the trials that are finished; see Player.resume. With Lab.Fresh those of other code than this
// program's aren't.
func (r *PlanRun) Resume(ctx context.Context) (finished map[arena.TrialKey]arena.Outcome, err error) {
	if r.Lab.Fresh {
		if r.anew, err = r.otherCode(ctx); err != nil {
			return nil, err
		}
	}
	r.finished, err = r.Player.resume(ctx, r.Keys, r.anew)
	return r.finished, err
}

// PlayThose plays the wanted trials of the shard that Resume didn't find finished, by their place in the plan. In a round the run halts
// where some of the wanted are then still to be played, here or by another shard.
func (r *PlanRun) PlayThose(ctx context.Context, wanted func(place int) bool, played func(place int, rec arena.Record, s probes.Score)) error {
	var all []int
	for i := range r.Trials {
		if wanted(i) && (r.here == nil || r.here(i)) {
			all = append(all, i)
		}
	}
	from, to := r.Lab.Shard.piece(len(all))
	here := all[from:to]
	var jobs []job
	for _, i := range here {
		if _, ok := r.finished[r.Keys[i]]; !ok {
			jobs = append(jobs, job{Place: i, Trial: r.Trials[i], Key: r.Keys[i], Anew: r.anew[r.Keys[i]]})
		}
	}
	err := r.playJobs(ctx, jobs, func(j job, rec arena.Record, s probes.Score) {
		if played != nil {
			played(j.Place, rec, s)
		}
	})
	if err == nil && r.Lab.Shard.Round {
		err = r.endRound(ctx, all, here)
	}
	return err
}

// endRound halts the run if trials of a round are still to be played: those of other shards, and those that would be played here again.
func (r *PlanRun) endRound(ctx context.Context, all, here []int) error {
	there, err := r.Lab.DB.Finished(ctx, r.Keys)
	var open []arena.Trial
	n := 0
	for _, i := range all {
		if _, ok := there[r.Keys[i]]; ok {
			continue
		}
		if n++; slices.Contains(here, i) {
			open = append(open, r.Trials[i])
		}
	}
	if err == nil {
		r.openRound(n, open)
	}
	return err
}
