package lab

import (
	"context"

	"contextarena.internal/arena"
	"contextarena.internal/emas"
	"contextarena.internal/stats"
)

// recheckAlpha is the error of the interval of Elsewhere.Ranks.
const recheckAlpha = 0.05

// judgeElites measures the elites on fresh repeats and on the held-out scenarios.
func (v *evolving) judgeElites(ctx context.Context) error {
	if v.Fresh == 0 || len(v.out.Archive.Elites()) == 0 {
		return nil
	}
	v.tell("fresh repeats", nil)
	var err error
	if v.out.Repeats, err = v.judgeOn(ctx, v.search); err != nil || len(v.held) == 0 {
		return err
	}
	v.out.Unseen, err = v.judgeOn(ctx, v.held)
	return err
}

// judgeOn measures the elites on fresh repeats of some scenarios.
func (v *evolving) judgeOn(ctx context.Context, scenarios []*arena.Scenario) (*Judged, error) {
	steps, err := v.fresh(ctx, scenarios, false)
	if err != nil {
		return nil, err
	}
	var heldout []emas.Evaluation
	for _, s := range steps {
		heldout = append(heldout, s.Evaluation)
	}
	archive, shrinkage, err := emas.Corrected(v.out.Archive, heldout)
	if err != nil {
		return nil, err
	}
	return &Judged{archive, shrinkage, steps}, nil
}

// fresh measures the elites on fresh repeats of scenarios, on the model of the search or on the other.
func (v *evolving) fresh(ctx context.Context, scenarios []*arena.Scenario, elsewhere bool) ([]Step, error) {
	s := series{scenarios: scenarios, model: v.model, seed: v.FreshSeed(), repeats: upTo(v.Fresh)}
	scorer := v.out.Scorer
	if elsewhere {
		s.model = v.other
		scorer.Full, scorer.Hybrid = v.out.Elsewhere.Baselines[0].Trials, v.out.Elsewhere.Baselines[1].Trials
	}
	elites := v.out.Archive.Elites()
	for _, e := range elites {
		c, err := v.contestant(e.Genome)
		if err != nil {
			return nil, err
		}
		s.who = append(s.who, c)
	}
	v.player.Expect(len(s.who) * len(scenarios) * v.Fresh)
	trials, err := v.measure(ctx, s)
	if err != nil {
		return nil, err
	}
	steps := make([]Step, len(elites))
	for i, e := range elites {
		steps[i] = Step{Proposal: emas.Proposal{Genome: e.Genome}, Trials: trials[i]}
		var others []emas.Trial
		if v.out.Repeats != nil {
			others = v.out.Repeats.Steps[i].Trials
		}
		steps[i].Evaluation, steps[i].Fitness, err = v.judge(e.Genome, scorer, trials[i], others, len(scenarios)*v.Fresh)
		if err != nil {
			return nil, err
		}
	}
	return steps, nil
}

// judge makes an evaluation of what was completed of so many trials. A descriptor that has no source in
// them, as some held-out scenarios haven't, is measured by others. A genome of which too little was
// completed is infeasible.
func (v *evolving) judge(g emas.Genome, s emas.Scorer, trials, others []emas.Trial, of int) (emas.Evaluation, emas.Fitness, error) {
	e, f, err := emas.Evaluate(g, s, v.descriptors, trials)
	if err != nil && others != nil {
		if f, err = s.Score(trials); err == nil {
			e = emas.Evaluation{Genome: g, Fitness: f.Value, SE: f.SE, Infeasible: !f.Tasks.OK}
			e.Descriptors, err = v.placed(trials, others)
		}
	}
	if err != nil && len(trials) < of {
		return emas.Evaluation{Genome: g, Descriptors: make([]float64, len(v.descriptors)), Infeasible: true}, emas.Fitness{}, nil
	}
	return e, f, err
}

// placed measures descriptors by trials, or where those have no source of one by others.
func (v *evolving) placed(trials, others []emas.Trial) ([]float64, error) {
	var out []float64
	for _, d := range v.descriptors {
		x, err := d.Measure(trials)
		if err != nil {
			x, err = d.Measure(others)
		}
		if err != nil {
			return nil, err
		}
		out = append(out, x)
	}
	return out, nil
}

// judgeElsewhere measures the elites on another model.
func (v *evolving) judgeElsewhere(ctx context.Context) error {
	if v.Recheck == "" || v.out.Repeats == nil {
		return nil
	}
	v.tell("other model", nil)
	with := v.baselines[1:]
	v.player.Expect(len(with) * len(v.search) * baselineRepeats)
	trials, err := v.measure(ctx, series{with, v.search, v.other, v.Seed, upTo(baselineRepeats)})
	if err != nil {
		return err
	}
	e := &Elsewhere{Model: v.Recheck}
	for i, c := range with {
		e.Baselines = append(e.Baselines, Yardstick{c.label, trials[i]})
	}
	v.out.Elsewhere = e
	if e.Steps, err = v.fresh(ctx, v.search, true); err != nil {
		v.out.Elsewhere = nil
		return err
	}
	for i, s := range e.Steps {
		e.Here, e.There = append(e.Here, v.out.Repeats.Steps[i].Evaluation.Fitness), append(e.There, s.Evaluation.Fitness)
	}
	e.Ranks = stats.Spearman(e.Here, e.There, recheckAlpha)
	return nil
}
