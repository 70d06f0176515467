package learning

import (
	"context"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/llm"
	"contextarena.internal/llm/embed"
	"contextarena.internal/store"
)

// Estimate is lab.Estimate for a learning run: it plays the first session of each scenario that is trained
// on, and each exam, once and without experience. What experience adds to a request isn't in it.
func Estimate(ctx context.Context, l *lab.Lab, p Curriculum) (lab.Workload, error) {
	r, err := resolve(l, p)
	if err != nil {
		return lab.Workload{}, err
	}
	return r.cast().Estimate(ctx, l, func(model llm.Model) (trials []arena.Trial, times []int) {
		own := r // what the plan's models would be asked is asked of the simulated one
		own.model, own.memory, own.Embedder = model, model, embed.LocalName
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
		return trials, times
	})
}
