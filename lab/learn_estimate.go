package lab

import (
	"context"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/llm/embed"
	"contextarena.internal/store"
)

// LearningSize is how large a learning run is.
type LearningSize struct {
	Exams  int // conversations that a chain is measured on, before its sessions and after each
	Trials int
}

// CheckLearning reports every mistake in a plan. It asks no one.
func (l *Lab) CheckLearning(p LearnPlan) error {
	_, err := l.resolveLearning(p)
	return err
}

// LearningSize counts the trials of a plan.
func (l *Lab) LearningSize(p LearnPlan) (LearningSize, error) {
	r, err := l.resolveLearning(p)
	return LearningSize{len(r.exams), r.Chains * r.perChain()}, err
}

// EstimateLearning is Estimate for a learning run: it plays the first session of each scenario that is
// trained on, and each exam, once and without experience. What experience adds to a request isn't in it.
func (l *Lab) EstimateLearning(ctx context.Context, p LearnPlan) (Estimate, error) {
	r, err := l.resolveLearning(p)
	if err != nil {
		return Estimate{}, err
	}
	s, err := l.newSimulation(r.worlds, r.scenarios())
	if err != nil {
		return Estimate{}, err
	}
	own := r // what the plan's models would be asked is asked of the simulated one
	own.model, own.memory, own.Embedder = s.answering, s.answering, embed.LocalName
	var trials []arena.Trial
	var times []int // how often the run plays each
	for i, lessons := range r.lessons {
		trials = append(trials, own.trial(1, lessons[0], store.Bank{}))
		rounds := r.Sessions / len(r.lessons)
		if i < r.Sessions%len(r.lessons) {
			rounds++
		}
		times = append(times, r.Chains*rounds)
	}
	for _, e := range r.exams {
		trials = append(trials, own.trial(1, e.scenario, store.Bank{}))
		times = append(times, r.Chains*(r.Sessions+1))
	}
	usage, err := s.play(ctx, trials, func(int) bool { return r.memory != r.model })
	if err != nil {
		return Estimate{}, err
	}
	var answer, memory asked
	for i, u := range usage {
		answer, memory = answer.plus(u.answer.times(times[i])), memory.plus(u.memory.times(times[i]))
	}
	out := Estimate{Trials: r.Chains * r.perChain(), Scenarios: len(r.lessons) + len(r.exams)}
	out.ByModel = append(out.ByModel, l.estimate(r.model, answer, 1, r.PricesAsOf))
	if r.memory != r.model {
		out.ByModel = append(out.ByModel, l.estimate(r.memory, memory, 1, r.PricesAsOf))
	}
	return out, nil
}

// times is what is asked n times over.
func (a asked) times(n int) asked {
	u := a.Usage
	return asked{a.calls * n, llm.Usage{Input: u.Input * n, CachedInput: u.CachedInput * n, Output: u.Output * n, Reasoning: u.Reasoning * n, Estimated: u.Estimated}}
}
