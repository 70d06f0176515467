package evolution

import (
	"context"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/emas"
)

// judgeElites measures the elites on fresh repeats and on the held-out scenarios, and on fresh repeats those of folds too.
func (s *search) judgeElites(ctx context.Context) error {
	s.settle()
	if s.Settings.Fresh == 0 || len(s.Elites) == 0 {
		return nil
	}
	s.begin("fresh repeats")
	err := s.judged(ctx, s.search, func(e *Elite) **Measured { return &e.Fresh })
	if err == nil && len(s.held) > 0 {
		err = s.judged(ctx, s.held, func(e *Elite) **Measured { return &e.Unseen })
	}
	if err != nil {
		return err
	}
	var who []emas.Genome
	for _, id := range s.Search {
		fold, _, err := s.without(id)
		if err != nil {
			return err
		}
		for _, e := range fold.Elites() {
			if s.fresh(e.Genome) == nil && !slices.Contains(who, e.Genome) {
				who = append(who, e.Genome)
			}
		}
	}
	s.Folded, err = s.again(ctx, who, s.search)
	return err
}

// judged measures the elites again, all or none.
func (s *search) judged(ctx context.Context, on []*arena.Scenario, into func(*Elite) **Measured) error {
	var who []emas.Genome
	for _, e := range s.Elites {
		who = append(who, e.Genome)
	}
	again, err := s.again(ctx, who, on)
	for i := range again {
		*into(&s.Elites[i]) = &again[i]
	}
	return err
}

// again measures genomes on fresh repeats.
func (s *search) again(ctx context.Context, who []emas.Genome, on []*arena.Scenario) ([]Measured, error) {
	of := series{scenarios: on, seed: s.Settings.freshSeed(), repeats: upTo(s.Settings.Fresh)}
	for _, g := range who {
		of.who = append(of.who, s.contestant(g))
	}
	each := len(on) * s.Settings.Fresh
	s.player.Expect(len(who) * each)
	trials, err := s.measure(ctx, of)
	if err != nil {
		return nil, err
	}
	var judged []Measured
	for i, g := range who {
		e, err := s.judge(g, trials[i], s.fresh(g), each)
		if err != nil {
			return nil, err
		}
		judged = append(judged, s.placed(e, trials[i]))
	}
	return judged, nil
}

// judge makes an evaluation of what was completed of so many trials. A descriptor that has no source in
// them, as some held-out scenarios haven't, is measured by others. A genome of which too little was
// completed, or whose probes got no reply that can be judged, is infeasible.
func (s *search) judge(g emas.Genome, trials, others []emas.Trial, of int) (emas.Evaluation, error) {
	e, err := emas.Evaluate(g, s.Scorer, s.Descriptors, trials, others...)
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
