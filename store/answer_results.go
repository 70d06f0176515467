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
	args := []any{experimentID}
	rowsOf := map[int64]*Judged{}
	keys := map[int64]arena.TrialKey{}
	err := d.view(ctx, "read results", func(r *reader) error {
		err := r.each(`SELECT s.trial, t.key, s.passed FROM scores s JOIN trials t ON t.id = s.trial WHERE s.trial `+inExperiment, args, func(rows *sql.Rows) error {
			var id int64
			var blob sql.RawBytes
			row := &Judged{}
			err := rows.Scan(&id, &blob, &row.Passed)
			keys[id], rowsOf[id] = trialKey(blob), row
			return err
		})
		if err != nil {
			return err
		}
		return r.each(`SELECT trial, result FROM verdicts WHERE level = ? AND trial `+inExperiment+` ORDER BY trial, finding`, []any{string(arena.LevelAnswer), experimentID}, func(rows *sql.Rows) error {
			var trial any
			var result sql.RawBytes
			err := rows.Scan(&trial, &result)
			if row := rowsOf[int64(number(trial))]; row != nil {
				row.Results = append(row.Results, knownResult(result))
			}
			return err
		})
	})
	if err != nil {
		return nil, err
	}
	out := make(map[arena.TrialKey]Judged, len(rowsOf))
	for id, row := range rowsOf {
		out[keys[id]] = *row
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
