package store

import (
	"context"
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
			ok, err := r.find(`SELECT scorer, outcome, reason, passed, results, usage FROM measurements WHERE key = ?`, []any{key[:]},
				&m.Scorer, &m.Outcome, &m.Reason, &m.Passed, &text, &usage)
			if err != nil {
				return err
			}
			if !ok {
				continue
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

func (t *tx) charges(charges []Charge) []byte {
	p := packer{}
	p.charges(charges, t.model)
	return p.buf
}

// charges packs what a trial used: a count, then of each charge the place of its purpose among
// arena.Purposes, the id of its model, and its numbers.
func (p *packer) charges(charges []Charge, model func(llm.Model) int64) {
	p.number(int64(len(charges)))
	for _, c := range charges {
		u, estimated := c.Usage, 0
		if u.Estimated {
			estimated = 1
		}
		for _, n := range []int{slices.Index(arena.Purposes, c.Purpose), int(model(c.Model)), c.Calls, c.Nominal, u.Input, u.CachedInput, u.Output, u.Reasoning, estimated} {
			p.number(int64(n))
		}
	}
}

// model is the model of this id. It is added to known.
func (r *reader) model(id int64, known map[int64]llm.Model) (llm.Model, error) {
	m, ok := known[id]
	if ok {
		return m, nil
	}
	if err := r.one(`SELECT provider, name, base_url, options FROM models WHERE id = ?`, []any{id}, modelColumns(&m)...); err != nil {
		return m, fmt.Errorf("model %d: %w", id, err)
	}
	known[id] = m
	return m, nil
}

// charges unpacks what packer.charges packed. Models found are added to known.
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
		m, err := r.model(id, known)
		if err != nil {
			return nil, err
		}
		c.Purpose, c.Model = arena.Purposes[purpose], m
		out = append(out, c)
	}
	return out, u.finish()
}
