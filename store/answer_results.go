package store

import (
	"context"
	"database/sql"

	"contextarena.internal/arena"
	"contextarena.internal/probes"
)

// Judged is what of a trial's score enters a figure at the answer level.
type Judged struct {
	Passed  bool
	Results []probes.Result // by probe of the scenario
}

// Judged returns the verdicts on the answers of an experiment's trials, without all that explains them.
func (d *DB) Judged(ctx context.Context, experimentID string) (map[arena.TrialKey]Judged, error) {
	rowsOf := map[int64]*scored{}
	results := map[int64][]probes.Result{}
	err := d.view(ctx, "read results", func(r *reader) error {
		if err := r.scored(experimentID, rowsOf); err != nil {
			return err
		}
		type verdict struct {
			trial  any
			result sql.RawBytes
		}
		return each(r, func(v *verdict) []any { return []any{&v.trial, &v.result} }, func(v verdict) error {
			trial := int64(number(v.trial))
			results[trial] = append(results[trial], knownResult(v.result))
			return nil
		}, `SELECT trial, result FROM verdicts WHERE level = ? AND trial `+inExperiment+` ORDER BY trial, finding`, string(arena.LevelAnswer), experimentID)
	})
	if err != nil {
		return nil, err
	}
	out := make(map[arena.TrialKey]Judged, len(rowsOf))
	for id, row := range rowsOf {
		out[row.key] = Judged{Passed: row.Score.Passed, Results: results[id]}
	}
	return out, nil
}

// knownResult is a result without an allocation: there are few different ones and many rows.
func knownResult(b []byte) probes.Result {
	for _, r := range []probes.Result{probes.Kept, probes.Lost, probes.Stale} {
		if string(b) == string(r) {
			return r
		}
	}
	return probes.Result(b)
}
