package store

import (
	"database/sql"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
)

// summary is one packed.
type summary struct {
	names       string // of the roster
	score, used []byte
}

// summarize makes the summary of the trial in this row out of its other rows.
func (r *reader) summarize(trial int64) (summary, error) {
	rowsOf := map[int64]*scored{trial: {}}
	err := r.findings(`= ?`, []any{trial}, rowsOf)
	if err == nil {
		_, err = r.find(`SELECT passed FROM scores WHERE trial = ?`, []any{trial}, &rowsOf[trial].Score.Passed)
	}
	if err != nil {
		return summary{}, err
	}
	out := summary{}
	if out.names, out.score, err = packScore(rowsOf[trial].Score); err != nil {
		return out, err
	}
	out.used, err = r.packUsed(trial)
	return out, err
}

// packUsed packs what a trial used, out of its rows.
func (r *reader) packUsed(trial int64) ([]byte, error) {
	p := packer{}
	for _, part := range []func(*packer, int64) error{r.packCycles, r.packMarks, r.packTokens, r.packKeys, r.packServed, r.packCharges} {
		if err := part(&p, trial); err != nil {
			return nil, err
		}
	}
	return p.buf, nil
}

func (r *reader) packCycles(p *packer, trial int64) error {
	var n [7]int64
	var last sql.NullInt64 // SQLite takes tokens from the row of the greatest ordinal
	err := r.one(`SELECT count(*), coalesce(sum(stop = ?), 0), max(ordinal), coalesce(tokens, 0),
			coalesce(sum(asked), 0), coalesce(sum(parsed), 0), coalesce(sum(empty), 0), coalesce(sum(dropped), 0)
		FROM cycles WHERE trial = ?`, []any{string(llm.StopLength), trial}, &n[0], &n[1], &last, &n[2], &n[3], &n[4], &n[5], &n[6])
	for _, x := range n {
		p.number(x)
	}
	return err
}

func (r *reader) packMarks(p *packer, trial int64) error {
	// One running sum: a sum for each cycle would be quadratic in the conversation.
	var marks [][2]int64
	err := each(r, func(m *[2]int64) []any { return []any{&m[0], &m[1]} }, func(m [2]int64) error { marks = append(marks, m); return nil },
		`WITH said AS MATERIALIZED (SELECT number, sum(tokens) OVER (ORDER BY ordinal ROWS UNBOUNDED PRECEDING) AS tokens FROM messages WHERE trial = ?)
		SELECT c.after, coalesce(said.tokens, 0) FROM cycles c LEFT JOIN said ON said.number = c.after WHERE c.trial = ? ORDER BY c.ordinal`, trial, trial)
	p.number(int64(len(marks)))
	for _, m := range marks {
		p.number(m[0])
		p.number(m[1])
	}
	return err
}

// packTokens packs the tokens of the conversation, and the number and the tokens of the calls that answered probes.
func (r *reader) packTokens(p *packer, trial int64) error {
	var said, calls, asked int64
	err := r.one(`SELECT coalesce(sum(tokens), 0) FROM messages WHERE trial = ?`, []any{trial}, &said)
	if err == nil {
		err = r.one(`SELECT count(*), coalesce(sum(input), 0) FROM calls WHERE trial = ?1 AND `+credible+`
			AND key IN (SELECT key FROM answers WHERE trial = ?1 AND ordinal > 0)`, []any{trial}, &calls, &asked)
	}
	for _, x := range []int64{said, calls, asked} {
		p.number(x)
	}
	return err
}

// packKeys packs a count of samples, and of each the count and beginnings of the keys of its answers.
func (r *reader) packKeys(p *packer, trial int64) error {
	type answer struct {
		sample int
		key    []byte
	}
	var samples [][]AnswerKey
	err := each(r, func(a *answer) []any { return []any{&a.sample, &a.key} }, func(a answer) error {
		for len(samples) <= a.sample {
			samples = append(samples, nil)
		}
		var key AnswerKey
		copy(key[:], a.key)
		samples[a.sample] = append(samples[a.sample], key)
		return nil
	}, `SELECT sample, key FROM answers WHERE trial = ? AND ordinal > 0 ORDER BY sample, ordinal`, trial)
	p.number(int64(len(samples)))
	for _, keys := range samples {
		p.number(int64(len(keys)))
		for _, key := range keys {
			p.buf = append(p.buf, key[:]...)
		}
	}
	return err
}

// packServed packs what answered the calls of models that aren't simulated: a count, and of each the id of the model, the
// name of what answered, the calls, and those of our own count of usage.
func (r *reader) packServed(p *packer, trial int64) error {
	type row struct {
		model, calls, counted int64
		by                    string
	}
	var all []row
	err := each(r, func(s *row) []any { return []any{&s.model, &s.by, &s.calls, &s.counted} }, func(s row) error { all = append(all, s); return nil },
		`SELECT c.model, coalesce(p.answered_by, '') by, count(*), sum(c.estimated OR NOT (`+strings.NewReplacer("input", "c.input", "output", "c.output").Replace(credible)+`))
		FROM calls c JOIN models m ON m.id = c.model LEFT JOIN replies p ON p.key = c.key
		WHERE c.trial = ? AND c.nominal = 0 AND m.provider <> 'sim' GROUP BY c.model, by ORDER BY c.model, by`, trial)
	p.number(int64(len(all)))
	for _, s := range all {
		p.number(s.model)
		p.bytes([]byte(s.by))
		p.number(s.calls)
		p.number(s.counted)
	}
	return err
}

// packCharges packs the charges as measurements have them, to the end.
func (r *reader) packCharges(p *packer, trial int64) error {
	type row struct {
		id int64
		Charge
	}
	var all []row
	err := each(r, func(c *row) []any {
		return append(append([]any{&c.id, &c.Purpose}, modelColumns(&c.Model)...), &c.Calls, &c.Nominal,
			&c.Usage.Input, &c.Usage.CachedInput, &c.Usage.Output, &c.Usage.Reasoning, &c.Usage.Estimated)
	}, func(c row) error { all = append(all, c); return nil },
		`SELECT c.model, c.purpose, m.provider, m.name, m.base_url, m.options, c.calls, c.nominal, c.input, c.cached_input, c.output, c.reasoning, c.estimated
		FROM (SELECT purpose, model, count(*) calls, sum(nominal) nominal, `+sumOf("input")+`, `+sumOf("cached_input")+`,
				`+sumOf("output")+`, `+sumOf("reasoning")+`, max(estimated OR NOT (`+credible+`)) estimated
			FROM calls WHERE trial = ? GROUP BY purpose, model) c JOIN models m ON m.id = c.model
		ORDER BY m.provider, m.name, m.base_url, m.options`, trial)
	slices.SortStableFunc(all, func(a, b row) int {
		return slices.Index(arena.Purposes, a.Purpose) - slices.Index(arena.Purposes, b.Purpose)
	})
	charges := make([]Charge, len(all))
	ids := map[llm.Model]int64{}
	for i, c := range all {
		charges[i], ids[c.Model] = c.Charge, c.id
	}
	p.charges(charges, func(m llm.Model) int64 { return ids[m] })
	return err
}

// summarize makes the summary of a trial anew.
func (t *tx) summarize(trial int64) {
	if t.err != nil {
		return
	}
	made, err := t.reader().summarize(trial)
	if err != nil {
		t.err = err
		return
	}
	t.exec(`INSERT INTO rosters (names) VALUES (?) ON CONFLICT (names) DO NOTHING`, made.names)
	t.exec(`INSERT INTO summaries (trial, roster, score, used) VALUES (?1, (SELECT id FROM rosters WHERE names = ?2), ?3, ?4)
		ON CONFLICT (trial) DO UPDATE SET roster = excluded.roster, score = excluded.score, used = excluded.used`, trial, made.names, made.score, made.used)
}

// reader reads what the transaction has written.
func (t *tx) reader() *reader {
	return &reader{ctx: background, tx: t.conn, texts: map[int64]string{}, contexts: map[int64]*arena.Context{}}
}

// summarizeAll makes the summaries that are missing, as of a database of an older program.
func summarizeAll(conn *sql.Conn) error {
	t := newTx(conn)
	if err := t.begin(); err != nil {
		return err
	}
	var missing []int64
	t.each(func(rows *sql.Rows) error {
		var id int64
		err := rows.Scan(&id)
		missing = append(missing, id)
		return err
	}, `SELECT id FROM trials WHERE id NOT IN (SELECT trial FROM summaries) ORDER BY id`)
	for _, id := range missing {
		t.summarize(id)
	}
	if t.err != nil {
		t.rollback()
		return t.err
	}
	return t.commit()
}
