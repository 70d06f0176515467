package lab

import (
	"context"

	"contextarena.internal/arena"
	"contextarena.internal/probes"
	"contextarena.internal/store"
)

// keepQuestions keeps beside the scores of scenarios what was asked and expected, for those who read the
// database without the scenario files.
func keepQuestions(ctx context.Context, db *store.DB, scenarios []*arena.Scenario) error {
	for _, s := range scenarios {
		facts := map[string]arena.Fact{}
		for _, f := range s.Facts {
			facts[f.ID] = f
		}
		var qs []store.Question
		for _, p := range s.Probes {
			qs = append(qs, store.Question{Probe: p, Turn: facts[p.Fact].Turn, Expected: facts[p.Fact].Text})
		}
		if err := db.SaveQuestions(ctx, probes.Version(s), qs); err != nil {
			return err
		}
	}
	return nil
}
