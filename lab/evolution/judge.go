package evolution

import (
	"context"

	"contextarena.internal/emas"
)

// judgeElites measures the elites on fresh repeats and on the held-out scenarios.
func (s *search) judgeElites(ctx context.Context) error {
	s.settle()
	if s.Settings.Fresh == 0 || len(s.Elites) == 0 {
		return nil
	}
	s.report("fresh repeats", nil)
	of := series{scenarios: s.search, model: s.model}
	err := s.again(ctx, of, s.Scorer, func(e *Elite) **Measured { return &e.Fresh })
	if err != nil || len(s.held) == 0 {
		return err
	}
	of.scenarios = s.held
	return s.again(ctx, of, s.Scorer, func(e *Elite) **Measured { return &e.Unseen })
}

// judgeElsewhere measures the elites on another model: with the weights of the search, but what can be passed
// and what is dear are each model's own.
func (s *search) judgeElsewhere(ctx context.Context) error {
	if s.Settings.Recheck == "" || s.Settings.Fresh == 0 || len(s.Elites) == 0 {
		return nil
	}
	s.report("other model", nil)
	with := s.baselines[1:]
	s.player.Expect(len(with) * len(s.search) * baselineRepeats)
	trials, err := s.measure(ctx, series{with, s.search, s.other, s.Settings.Seed, upTo(baselineRepeats)})
	if err != nil {
		return err
	}
	scorer := s.Scorer
	scorer.Full, scorer.Hybrid = trials[0], trials[1]
	return s.again(ctx, series{scenarios: s.search, model: s.other}, scorer, func(e *Elite) **Measured { return &e.Other })
}

// again measures the elites on fresh repeats, all or none.
func (s *search) again(ctx context.Context, of series, scorer emas.Scorer, into func(*Elite) **Measured) error {
	of.seed, of.repeats = s.Settings.freshSeed(), upTo(s.Settings.Fresh)
	for _, e := range s.Elites {
		of.who = append(of.who, s.contestant(e.Genome))
	}
	each := len(of.scenarios) * s.Settings.Fresh
	s.player.Expect(len(of.who) * each)
	trials, err := s.measure(ctx, of)
	if err != nil {
		return err
	}
	judged := make([]Measured, len(s.Elites))
	for i, e := range s.Elites {
		var others []emas.Trial
		if e.Fresh != nil {
			others = e.Fresh.Trials
		}
		evaluation, err := s.judge(e.Genome, scorer, trials[i], others, each)
		if err != nil {
			return err
		}
		judged[i] = s.placed(evaluation, trials[i])
	}
	for i := range s.Elites {
		*into(&s.Elites[i]) = &judged[i]
	}
	return nil
}

// judge makes an evaluation of what was completed of so many trials. A descriptor that has no source in
// them, as some held-out scenarios haven't, is measured by others. A genome of which too little was
// completed, or whose probes got no reply that can be judged, is infeasible.
func (s *search) judge(g emas.Genome, scorer emas.Scorer, trials, others []emas.Trial, of int) (emas.Evaluation, error) {
	e, err := emas.Evaluate(g, scorer, s.Descriptors, trials, others...)
	if err != nil && (len(trials) < of || s.unanswered(trials)) {
		return emas.Evaluation{Genome: g, Descriptors: make([]float64, len(s.Descriptors)), Infeasible: true}, nil
	}
	return e, err
}

// unanswered reports whether a probe that counts got no reply that can be judged: a cut or refused one.
func (s *search) unanswered(trials []emas.Trial) bool {
	for _, t := range trials {
		missing := 0.0
		for _, p := range s.scenario(t.Scenario).Probes {
			if p.Kind.Headline() {
				missing++
			}
		}
		for _, p := range t.Probes {
			missing -= p.Asked
		}
		if missing > 0 {
			return true
		}
	}
	return false
}
