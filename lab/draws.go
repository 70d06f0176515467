package lab

import (
	"contextarena.internal/arena"
	"contextarena.internal/llm"
)

// Shared counts the trial's answers that are no draw of their own: SharedAnswers that are true.
func (t Trial) Shared() int {
	n := 0
	for _, answers := range t.SharedAnswers {
		for _, shared := range answers {
			if shared {
				n++
			}
		}
	}
	return n
}

// markShared sets SharedAnswers. The seed of the repeat and the sample are part of a request, so
// that the cache can't give two draws one reply; this is the check that it didn't.
func markShared(trials []Trial, keys map[arena.TrialKey][][]llm.Key) {
	type draw struct {
		scenario, strategy, model string
		probe                     int
		key                       llm.Key
	}
	drawn := map[draw]bool{}
	for i, t := range trials {
		for _, answers := range keys[t.Key] {
			shared := make([]bool, len(answers))
			for probe, key := range answers {
				d := draw{t.Scenario, t.Strategy, t.Model, probe, key}
				shared[probe] = key != llm.Key{} && drawn[d]
				drawn[d] = true
			}
			trials[i].SharedAnswers = append(trials[i].SharedAnswers, shared)
		}
	}
}
