package store

import (
	"context"
	"fmt"

	"contextarena.internal/arena"
	"contextarena.internal/probes"
)

// Measurement is a finished trial as a search keeps it, without its evidence. The trial's key says
// how to play it again in full.
type Measurement struct {
	Key     arena.TrialKey
	Scorer  string // version of what judged it
	Code    string // as Trial.Code; empty where it isn't known
	Outcome arena.Outcome
	Reason  string // why it isn't completed
	Passed  bool   // the final task
	Results []probes.Result
	Usage   []Charge // in the order of Used.Charges
}

// Finished reports whether the trial is never played again: it was completed, refused or truncated.
func (m Measurement) Finished() bool { return final(m.Outcome) }

// SaveMeasurements stores measurements in one transaction, and returns when that is committed. A
// newer one of the same trial takes the place of the older. Only those of finished trials may be
// saved: others would never be played again.
func (d *DB) SaveMeasurements(ctx context.Context, ms []Measurement) error {
	return d.write(ctx, fmt.Sprintf("save %d measurements", len(ms)), func(t *tx) error {
		for _, m := range ms {
			t.exec(`INSERT INTO measurements (key, scorer, outcome, reason, passed, results, usage, code) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
				ON CONFLICT (key) DO UPDATE SET scorer = excluded.scorer, outcome = excluded.outcome, reason = excluded.reason,
				passed = excluded.passed, results = excluded.results, usage = excluded.usage, code = excluded.code`,
				m.Key[:], m.Scorer, string(m.Outcome), m.Reason, m.Passed, t.json(m.Results, false), t.json(m.Usage, false), m.Code)
		}
		return nil
	})
}

// Measurements returns those of the keys' trials that are stored.
func (d *DB) Measurements(ctx context.Context, keys []arena.TrialKey) (map[arena.TrialKey]Measurement, error) {
	out := make(map[arena.TrialKey]Measurement, len(keys))
	err := d.view(ctx, "read measurements", func(r *reader) error {
		for _, key := range keys {
			m := Measurement{Key: key}
			ok, err := r.find(`SELECT scorer, outcome, reason, passed, results, usage, code FROM measurements WHERE key = ?`, []any{key[:]},
				&m.Scorer, &m.Outcome, &m.Reason, &m.Passed, jsonColumn{&m.Results}, jsonColumn{&m.Usage}, &m.Code)
			if err != nil {
				return fmt.Errorf("trial %s: %w", key.Short(), err)
			}
			if ok {
				out[key] = m
			}
		}
		return nil
	})
	return out, err
}
