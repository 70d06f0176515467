package lab

import "contextarena.internal/store"

// markShared sets SharedAnswers. The seed of the repeat and the sample are part of a request, so
// that the cache can't give two draws one reply; this is the check that it didn't.
func markShared(trials []Trial) {
	type arm struct{ scenario, strategy, model string }
	type draw struct {
		probe int
		key   store.AnswerKey
	}
	drawn := map[arm]map[draw]bool{}
	draws := map[arm]int{}
	for _, t := range trials {
		draws[arm{t.Scenario, t.Strategy, t.Model}] += len(t.Answers)
	}
	for i, t := range trials {
		a := arm{t.Scenario, t.Strategy, t.Model}
		if draws[a] < 2 {
			continue
		}
		if drawn[a] == nil {
			drawn[a] = map[draw]bool{}
		}
		for sample, answers := range t.Answers {
			for probe, key := range answers {
				d := draw{probe, key}
				if key != (store.AnswerKey{}) && drawn[a][d] {
					trials[i].share(sample, probe)
				}
				drawn[a][d] = true
			}
		}
		if draws[a] -= len(t.Answers); draws[a] == 0 {
			delete(drawn, a)
		}
	}
}

// share marks an answer as no draw of its own.
func (t *Trial) share(sample, probe int) {
	if t.SharedAnswers == nil {
		t.SharedAnswers = make([][]bool, len(t.Answers))
		for i, answers := range t.Answers {
			t.SharedAnswers[i] = make([]bool, len(answers))
		}
	}
	t.SharedAnswers[sample][probe] = true
}
