package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/probes"
)

// Measurement is a finished trial as a search keeps it, without its evidence. The trial's key says
// how to play it again in full.
type Measurement struct {
	Key     arena.TrialKey
	Scorer  string // version of what judged it
	Outcome arena.Outcome
	Reason  string // why it isn't completed
	Passed  bool   // the final task
	Results []probes.Result
	Usage   []Charge // in the order of DB.Usage
}

// Finished reports whether the trial is never played again: it was completed, refused or truncated.
func (m Measurement) Finished() bool { return final(m.Outcome) }

// SaveMeasurements stores measurements in one transaction, and returns when that is committed. A
// newer one of the same trial takes the place of the older. Only those of finished trials may be
// saved: others would never be played again.
func (d *DB) SaveMeasurements(ctx context.Context, ms []Measurement) error {
	for _, m := range ms {
		if !m.Finished() {
			return fmt.Errorf("save measurement of trial %s: its outcome is %q, so it isn't finished", m.Key.Short(), m.Outcome)
		}
	}
	return d.write(ctx, fmt.Sprintf("save %d measurements", len(ms)), func(t *tx) error {
		for _, m := range ms {
			text, err := letters(m.Results)
			if err != nil {
				return err
			}
			t.exec(`INSERT INTO measurements (key, scorer, outcome, reason, passed, results, usage) VALUES (?, ?, ?, ?, ?, ?, ?)
				ON CONFLICT (key) DO UPDATE SET scorer = excluded.scorer, outcome = excluded.outcome, reason = excluded.reason,
				passed = excluded.passed, results = excluded.results, usage = excluded.usage`,
				m.Key[:], m.Scorer, string(m.Outcome), m.Reason, m.Passed, text, t.charges(m.Usage))
		}
		return nil
	})
}

// Measurements returns those of the keys' trials that are stored.
func (d *DB) Measurements(ctx context.Context, keys []arena.TrialKey) (map[arena.TrialKey]Measurement, error) {
	out := make(map[arena.TrialKey]Measurement, len(keys))
	models := map[int64]llm.Model{}
	err := d.view(ctx, "read measurements", func(r *reader) error {
		for _, key := range keys {
			m := Measurement{Key: key}
			var text, usage []byte
			err := r.one(`SELECT scorer, outcome, reason, passed, results, usage FROM measurements WHERE key = ?`, []any{key[:]},
				&m.Scorer, &m.Outcome, &m.Reason, &m.Passed, &text, &usage)
			if errors.Is(err, sql.ErrNoRows) {
				continue
			}
			if err != nil {
				return err
			}
			if m.Results, err = results(text); err == nil {
				m.Usage, err = r.charges(usage, models)
			}
			if err != nil {
				return fmt.Errorf("trial %s: %w", key.Short(), err)
			}
			out[key] = m
		}
		return nil
	})
	return out, err
}

// charges packs what a trial used: a count, then of each charge the place of its purpose among
// arena.Purposes, the id of its model, and its numbers.
func (t *tx) charges(charges []Charge) []byte {
	p := packer{}
	p.number(int64(len(charges)))
	for _, c := range charges {
		estimated := int64(0)
		if c.Usage.Estimated {
			estimated = 1
		}
		for _, n := range []int64{
			int64(slices.Index(arena.Purposes, c.Purpose)), t.model(c.Model), int64(c.Calls), int64(c.Nominal), int64(c.Usage.Input),
			int64(c.Usage.CachedInput), int64(c.Usage.Output), int64(c.Usage.Reasoning), estimated,
		} {
			p.number(n)
		}
	}
	return p.buf
}

// charges unpacks what tx.charges packed. Models found are added to known.
func (r *reader) charges(packed []byte, known map[int64]llm.Model) ([]Charge, error) {
	u := r.unpack(packed)
	var out []Charge
	for n := u.number(); n > 0 && u.err == nil; n-- {
		purpose, id := u.number(), u.number()
		c := Charge{Calls: int(u.number()), Nominal: int(u.number()), Usage: llm.Usage{
			Input: int(u.number()), CachedInput: int(u.number()), Output: int(u.number()), Reasoning: int(u.number()), Estimated: u.number() == 1,
		}}
		if u.err != nil || purpose < 0 || int(purpose) >= len(arena.Purposes) {
			return nil, fmt.Errorf("%w: charges", errPacked)
		}
		m, ok := known[id]
		if !ok {
			err := r.one(`SELECT provider, name, base_url, options FROM models WHERE id = ?`, []any{id}, modelColumns(&m)...)
			if err != nil {
				return nil, fmt.Errorf("model %d: %w", id, err)
			}
			known[id] = m
		}
		c.Purpose, c.Model = arena.Purposes[purpose], m
		out = append(out, c)
	}
	return out, u.finish()
}
