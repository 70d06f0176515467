package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
)

// forget deletes the evidence and score of a trial. Its texts and contexts stay, for others
// may share them.
func (t *tx) forget(trial int64) {
	for _, table := range []string{"messages", "cycles", "answers", "calls"} {
		t.exec(`DELETE FROM `+table+` WHERE trial = ?`, trial)
	}
	t.forgetScore(trial)
}

// record inserts the evidence of a trial that has none.
func (t *tx) record(trial int64, rec arena.Record) {
	for i, m := range rec.Messages {
		var tools any
		if len(m.ToolCalls) > 0 || m.ToolCallID != "" {
			tools = t.packed(func(p *packer) { p.tools(m.Message) })
		}
		t.exec(`INSERT INTO messages (trial, ordinal, number, turn, at, role, text, tokens, saw, tools, refs) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			trial, i, int64(m.Index), int64(m.Turn), formatTime(m.At), string(m.Role), t.text(m.Text), m.Tokens, t.context(m.Saw),
			tools, t.packed(func(p *packer) { p.indices(m.Refs) }))
	}
	for i, c := range rec.Cycles {
		t.exec(`INSERT INTO cycles (trial, ordinal, after, gone, back, text, stop, tokens, asked, parsed, empty, dropped) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			trial, i, int64(c.After), t.packed(func(p *packer) { p.indices(c.Left) }), t.packed(func(p *packer) { p.indices(c.Back) }),
			t.text(c.Text), string(c.Stop), c.Tokens, c.Asked, c.Parsed, c.Empty, c.Dropped)
	}
	t.answers(trial, rec)
	if final(rec.Outcome) { // no other record is ever replaced, so what it taught stays
		t.experience(trial, rec.Experience)
	}
	for i, c := range rec.Calls {
		var key any
		if c.Key != (llm.Key{}) {
			key = c.Key[:]
		}
		u := c.Usage
		t.exec(`INSERT INTO calls (trial, ordinal, purpose, turn, probe, model, stop, input, cached_input, output, reasoning, estimated, nominal, reply, key, prompt)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			trial, i, string(c.Purpose), int64(c.Turn), c.Probe, t.model(c.Model), string(c.Stop), u.Input, u.CachedInput, u.Output, u.Reasoning,
			u.Estimated, c.Nominal, t.text(c.Reply), key, t.packed(func(p *packer) { p.messages(c.Prompt) }))
	}
}

// Record returns the evidence of a stored trial, or ErrNone. It equals what was saved, except
// that times are in UTC, empty lists are nil, and equal contexts are one.
func (d *DB) Record(ctx context.Context, key arena.TrialKey) (arena.Record, error) {
	var rec arena.Record
	err := d.view(ctx, "read trial "+key.Short(), func(r *reader) error {
		var id int64
		err := r.one(`SELECT id, outcome, reason, warnings FROM trials WHERE key = ?`, []any{key[:]}, &id, &rec.Outcome, &rec.Reason, jsonColumn{&rec.Warnings})
		if errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("no such trial in database %s: %w", d.path, ErrNone)
		}
		for _, part := range []func(int64, *arena.Record) error{r.messages, r.cycles, r.answers, r.calls} {
			if err == nil {
				err = part(id, &rec)
			}
		}
		if err == nil {
			rec.Experience, err = r.experience(id)
		}
		return err
	})
	if err != nil {
		return arena.Record{}, err
	}
	return rec, nil
}

func (r *reader) messages(trial int64, rec *arena.Record) error {
	return r.each(`SELECT number, turn, at, role, text, tokens, saw, tools, refs FROM messages WHERE trial = ? ORDER BY ordinal`, []any{trial}, func(rows *sql.Rows) error {
		var m arena.Message
		var text int64
		var saw sql.NullInt64
		var tools, refs []byte
		err := rows.Scan(&m.Index, &m.Turn, timeColumn{&m.At}, &m.Role, &text, &m.Tokens, &saw, &tools, &refs)
		if err == nil {
			m.Text, err = r.text(text)
		}
		if err == nil {
			m.Saw, err = r.context(saw)
		}
		if err == nil && tools != nil {
			u := r.unpack(tools)
			u.tools(&m.Message)
			err = u.finish()
		}
		if err == nil {
			m.Refs, err = r.indices(refs)
		}
		rec.Messages = append(rec.Messages, m)
		return err
	})
}

func (r *reader) cycles(trial int64, rec *arena.Record) error {
	return r.each(`SELECT after, gone, back, text, stop, coalesce(tokens, 0), coalesce(asked, 0), coalesce(parsed, 0), coalesce(empty, 0), coalesce(dropped, 0)
		FROM cycles WHERE trial = ? ORDER BY ordinal`, []any{trial}, func(rows *sql.Rows) error {
		var c arena.CycleRecord
		var gone, back []byte
		var text int64
		err := rows.Scan(&c.After, &gone, &back, &text, &c.Stop, &c.Tokens, &c.Asked, &c.Parsed, &c.Empty, &c.Dropped)
		if err == nil {
			c.Left, err = r.indices(gone)
		}
		if err == nil {
			c.Back, err = r.indices(back)
		}
		if err == nil {
			c.Text, err = r.text(text)
		}
		rec.Cycles = append(rec.Cycles, c)
		return err
	})
}

func (r *reader) calls(trial int64, rec *arena.Record) error {
	return r.each(`SELECT c.purpose, c.turn, c.probe, m.provider, m.name, m.base_url, m.options, c.stop, c.input, c.cached_input,
			c.output, c.reasoning, c.estimated, c.nominal, c.reply, c.key, c.prompt
		FROM calls c JOIN models m ON m.id = c.model WHERE c.trial = ? ORDER BY c.ordinal`, []any{trial}, func(rows *sql.Rows) error {
		var c arena.Call
		var reply int64
		var key, prompt []byte
		err := rows.Scan(&c.Purpose, &c.Turn, &c.Probe, &c.Model.Provider, &c.Model.Name, &c.Model.BaseURL, &c.Model.Options, &c.Stop,
			&c.Usage.Input, &c.Usage.CachedInput, &c.Usage.Output, &c.Usage.Reasoning, &c.Usage.Estimated, &c.Nominal, &reply, &key, &prompt)
		copy(c.Key[:], key)
		if err == nil {
			c.Reply, err = r.text(reply)
		}
		if err == nil && prompt != nil {
			u := r.unpack(prompt)
			c.Prompt = u.messages()
			err = u.finish()
		}
		rec.Calls = append(rec.Calls, c)
		return err
	})
}
