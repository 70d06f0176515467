package evolution

import (
	"context"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/emas"
	"contextarena.internal/stats"
)

// judgeElites measures the elites on fresh repeats and on the held-out scenarios.
func (s *search) judgeElites(ctx context.Context) error {
	if s.Fresh == 0 || len(s.out.Archive.Elites()) == 0 {
		return nil
	}
	s.report("fresh repeats", nil)
	var err error
	if s.out.Repeats, err = s.judgeOn(ctx, s.search); err != nil || len(s.held) == 0 {
		return err
	}
	s.out.Unseen, err = s.judgeOn(ctx, s.held)
	return err
}

// judgeOn measures the elites on fresh repeats of some scenarios.
func (s *search) judgeOn(ctx context.Context, scenarios []*arena.Scenario) (*Judged, error) {
	steps, err := s.fresh(ctx, scenarios, false)
	if err != nil {
		return nil, err
	}
	var heldout []emas.Evaluation
	for _, st := range steps {
		heldout = append(heldout, st.Evaluation)
	}
	archive, shrinkage, err := emas.Corrected(s.out.Archive, heldout)
	if err != nil {
		return nil, err
	}
	return &Judged{archive, shrinkage, steps}, nil
}

// fresh measures the elites on fresh repeats of scenarios, on the model of the search or on the other.
func (s *search) fresh(ctx context.Context, scenarios []*arena.Scenario, elsewhere bool) ([]Step, error) {
	again := series{scenarios: scenarios, model: s.model, seed: s.freshSeed(), repeats: upTo(s.Fresh)}
	scorer := s.out.Scorer
	if elsewhere {
		again.model = s.other
		scorer.Full, scorer.Hybrid = s.out.Elsewhere.Baselines[0].Trials, s.out.Elsewhere.Baselines[1].Trials
	}
	elites := s.out.Archive.Elites()
	for _, e := range elites {
		again.who = append(again.who, s.contestant(e.Genome))
	}
	s.player.Expect(len(again.who) * len(scenarios) * s.Fresh)
	trials, err := s.measure(ctx, again)
	if err != nil {
		return nil, err
	}
	steps := make([]Step, len(elites))
	for i, e := range elites {
		steps[i] = Step{Proposal: emas.Proposal{Genome: e.Genome}, Trials: trials[i]}
		var others []emas.Trial
		if s.out.Repeats != nil {
			others = s.out.Repeats.Steps[i].Trials
		}
		steps[i].Evaluation, steps[i].Fitness, err = s.judge(e.Genome, scorer, trials[i], others, len(scenarios)*s.Fresh)
		if err != nil {
			return nil, err
		}
	}
	return steps, nil
}

// judge makes an evaluation of what was completed of so many trials. A descriptor that has no source in
// them, as some held-out scenarios haven't, is measured by others. A genome of which too little was
// completed, or whose probes got no reply that can be judged, is infeasible.
func (s *search) judge(g emas.Genome, scorer emas.Scorer, trials, others []emas.Trial, of int) (emas.Evaluation, emas.Fitness, error) {
	e, f, err := emas.Evaluate(g, scorer, s.descriptors, trials)
	if err != nil && others != nil {
		if f, err = scorer.Score(trials); err == nil {
			e = emas.Evaluation{Genome: g, Fitness: f.Value, SE: f.SE, Infeasible: !f.Tasks.OK}
			e.Descriptors, err = s.placed(trials, others)
		}
	}
	if err != nil && (len(trials) < of || s.unanswered(trials)) {
		return emas.Evaluation{Genome: g, Descriptors: make([]float64, len(s.descriptors)), Infeasible: true}, emas.Fitness{}, nil
	}
	return e, f, err
}

// unanswered reports whether a probe that counts got no reply that can be judged: a cut or refused one.
func (s *search) unanswered(trials []emas.Trial) bool {
	for _, t := range trials {
		asked := 0.0
		for _, p := range t.Probes {
			asked += p.Asked
		}
		of := slices.IndexFunc(s.all, func(sc *arena.Scenario) bool { return sc.ID == t.Scenario })
		if of < 0 {
			continue
		}
		for _, p := range s.all[of].Probes {
			if p.Kind.Headline() {
				asked--
			}
		}
		if asked < 0 {
			return true
		}
	}
	return false
}

// placed measures descriptors by trials, or where those have no source of one by others.
func (s *search) placed(trials, others []emas.Trial) ([]float64, error) {
	var out []float64
	for _, d := range s.descriptors {
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
func (s *search) judgeElsewhere(ctx context.Context) error {
	if s.Recheck == "" || s.out.Repeats == nil {
		return nil
	}
	s.report("other model", nil)
	with := s.baselines[1:]
	s.player.Expect(len(with) * len(s.search) * baselineRepeats)
	trials, err := s.measure(ctx, series{with, s.search, s.other, s.Seed, upTo(baselineRepeats)})
	if err != nil {
		return err
	}
	e := &Elsewhere{Model: s.Recheck}
	for i, c := range with {
		e.Baselines = append(e.Baselines, Yardstick{c.label, trials[i]})
	}
	s.out.Elsewhere = e
	if e.Steps, err = s.fresh(ctx, s.search, true); err != nil {
		s.out.Elsewhere = nil
		return err
	}
	for i, st := range e.Steps {
		e.Here, e.There = append(e.Here, s.out.Repeats.Steps[i].Evaluation.Fitness), append(e.There, st.Evaluation.Fitness)
	}
	e.Ranks = stats.Spearman(e.Here, e.There, alpha)
	return nil
}
