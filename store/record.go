package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"contextarena.internal/arena"
)

// forget deletes the evidence and score of a trial. Its texts and contexts stay, for others
// may share them.
func (t *tx) forget(trial int64) {
	for _, table := range []string{"messages", "cycles", "answers", "calls", "scores"} {
		t.exec(`DELETE FROM `+table+` WHERE trial = ?`, trial)
	}
}

// record inserts the evidence of a trial that has none.
func (t *tx) record(trial int64, rec arena.Record) {
	var messages, cycles, calls []any
	for i, m := range rec.Messages {
		var tools any
		if len(m.ToolCalls) > 0 || m.ToolCallID != "" {
			tools = t.packed(func(p *packer) { p.tools(m.Message) })
		}
		messages = append(messages, trial, i, int64(m.Index), int64(m.Turn), formatTime(m.At), string(m.Role), t.text(m.Text), m.Tokens, t.context(m.Saw),
			tools, t.json(m.Refs, len(m.Refs) == 0))
	}
	t.insert(`messages (trial, ordinal, number, turn, at, role, text, tokens, saw, tools, refs)`, messages)
	for i, c := range rec.Cycles {
		cycles = append(cycles, trial, i, int64(c.After), t.json(c.Left, len(c.Left) == 0), t.json(c.Back, len(c.Back) == 0),
			t.text(c.Text), string(c.Stop), c.Tokens, c.Asked, c.Parsed, c.Empty, c.Dropped, t.json(c.Layers, c.Layers == arena.Layers{}))
	}
	t.insert(`cycles (trial, ordinal, after, gone, back, text, stop, tokens, asked, parsed, empty, dropped, layers)`, cycles)
	t.answers(trial, rec)
	if final(rec.Outcome) { // others are played again
		t.experience(trial, rec.Experience)
	}
	for i, c := range rec.Calls {
		u := c.Usage
		calls = append(calls, trial, i, string(c.Purpose), int64(c.Turn), c.Probe, t.model(c.Model), string(c.Stop), u.Input, u.CachedInput, u.Output, u.Reasoning,
			u.Estimated, c.Nominal, t.text(c.Reply), keyOrNull(c.Key), t.packed(func(p *packer) { p.messages(c.Prompt) }))
	}
	t.insert(`calls (trial, ordinal, purpose, turn, probe, model, stop, input, cached_input, output, reasoning, estimated, nominal, reply, key, prompt)`, calls)
}

// Pruned is what stands where a text was that a prune took.
const Pruned = "(pruned)"

// ErrPruned says that texts of a trial were pruned, so that its evidence can't be judged again.
var ErrPruned = errors.New("its texts were pruned: its figures and verdicts stay, and the command that played it, with another --db, plays it anew")

// Record returns the evidence of a stored trial, or ErrNone. It equals what was saved, except
// that times are in UTC, empty lists are nil, and equal contexts are one. With ErrPruned it is what is left: all but the
// texts of messages, cycles, calls and contexts.
func (d *DB) Record(ctx context.Context, key arena.TrialKey) (arena.Record, error) {
	var rec arena.Record
	var pruned error
	err := d.view(ctx, "read trial "+key.Short(), func(r *reader) error {
		id, err := r.trial(key)
		if err != nil {
			return err
		}
		rec, err = r.record(id)
		if errors.Is(err, ErrPruned) {
			pruned, err = fmt.Errorf("trial %s: %w", key.Short(), err), nil
		}
		return err
	})
	if err != nil {
		return arena.Record{}, err
	}
	return rec, pruned
}

// bodyOf is the body of the text x, unless that was pruned.
const bodyOf = "iif(x.pruned IS NULL, x.body, '" + Pruned + "')"

// trial returns the id of the trial with this key.
func (r *reader) trial(key arena.TrialKey) (id int64, err error) {
	ok, err := r.find(`SELECT id FROM trials WHERE key = ?`, []any{key[:]}, &id)
	if err == nil && !ok {
		err = fmt.Errorf("no trial %s: %w", key.Short(), ErrNone)
	}
	return id, err
}

// record reads the evidence of the trial in this row. With ErrPruned it is what is left.
func (r *reader) record(id int64) (rec arena.Record, err error) {
	var pruned bool
	err = r.one(`SELECT outcome, reason, warnings, pruned IS NOT NULL FROM trials WHERE id = ?`, []any{id}, &rec.Outcome, &rec.Reason, jsonColumn{&rec.Warnings}, &pruned)
	for _, part := range []func(int64, *arena.Record) error{r.messages, r.cycles, r.answers, r.calls} {
		if err == nil {
			err = part(id, &rec)
		}
	}
	if err == nil {
		rec.Experience, err = r.experience(id)
	}
	if err == nil && pruned {
		err = ErrPruned
	}
	return rec, err
}

func (r *reader) messages(trial int64, rec *arena.Record) error {
	type row struct {
		arena.Message
		saw   sql.NullInt64
		tools []byte
	}
	return each(r, func(m *row) []any {
		return []any{&m.Index, &m.Turn, timeColumn{&m.At}, &m.Role, &m.Text, &m.Tokens, &m.saw, &m.tools, jsonColumn{&m.Refs}}
	}, func(m row) (err error) {
		if m.Saw, err = r.context(m.saw); err == nil && m.tools != nil {
			u := r.unpack(m.tools)
			u.tools(&m.Message.Message)
			err = u.finish()
		}
		rec.Messages = append(rec.Messages, m.Message)
		return err
	}, `SELECT m.number, m.turn, m.at, m.role, `+bodyOf+`, m.tokens, m.saw, m.tools, m.refs
		FROM messages m LEFT JOIN texts x ON x.id = m.text WHERE m.trial = ? ORDER BY m.ordinal`, trial)
}

func (r *reader) cycles(trial int64, rec *arena.Record) error {
	return each(r, func(c *arena.CycleRecord) []any {
		return []any{&c.After, jsonColumn{&c.Left}, jsonColumn{&c.Back}, &c.Text, &c.Stop, &c.Tokens, &c.Asked, &c.Parsed, &c.Empty, &c.Dropped, jsonColumn{&c.Layers}}
	}, func(c arena.CycleRecord) error {
		rec.Cycles = append(rec.Cycles, c)
		return nil
	}, `SELECT c.after, c.gone, c.back, `+bodyOf+`, c.stop, c.tokens, c.asked, c.parsed, c.empty, c.dropped, c.layers
		FROM cycles c LEFT JOIN texts x ON x.id = c.text WHERE c.trial = ? ORDER BY c.ordinal`, trial)
}

func (r *reader) calls(trial int64, rec *arena.Record) error {
	type row struct {
		arena.Call
		key, prompt []byte
	}
	return each(r, func(c *row) []any {
		return append(append([]any{&c.Purpose, &c.Turn, &c.Probe}, modelColumns(&c.Model)...), &c.Stop, &c.Usage.Input, &c.Usage.CachedInput,
			&c.Usage.Output, &c.Usage.Reasoning, &c.Usage.Estimated, &c.Nominal, &c.Reply, &c.key, &c.prompt)
	}, func(c row) (err error) {
		copy(c.Key[:], c.key)
		if c.prompt != nil {
			u := r.unpack(c.prompt)
			c.Prompt = u.messages()
			err = u.finish()
		}
		rec.Calls = append(rec.Calls, c.Call)
		return err
	}, `SELECT c.purpose, c.turn, c.probe, m.provider, m.name, m.base_url, m.options, c.stop, c.input, c.cached_input,
			c.output, c.reasoning, c.estimated, c.nominal, `+bodyOf+`, c.key, c.prompt
		FROM calls c JOIN models m ON m.id = c.model LEFT JOIN texts x ON x.id = c.reply WHERE c.trial = ? ORDER BY c.ordinal`, trial)
}
