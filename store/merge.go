package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"reflect"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
)

// Merge takes in what another database has of an experiment: its trials with evidence and scores, its files, what was paid, and
// all replies. Trials are the same if their keys are. Nothing is written if another program played it here, or if a trial that is
// finished in both has other evidence there: a Mistake that names both. Each trial is a write of its own, so that a merge that
// was killed is given again; what is there stays as it is. It returns how many trials are new. The experiment's
// status is the caller's to set.
func (d *DB) Merge(ctx context.Context, from *DB, e Experiment) (taken int, err error) {
	switch ours, err := d.experiment(ctx, e.ID); {
	case err == nil && ours.Program != e.Program:
		return 0, arena.Mistake{Err: fmt.Errorf("experiment %.12s was played by arena %s in %s and by %s in %s: play both with one program", e.ID, ours.Program, d.path, e.Program, from.path)}
	case err != nil && !errors.Is(err, ErrNone):
		return 0, err
	}
	var own int
	err = d.view(ctx, "look for attempts", func(r *reader) error {
		return r.one(`SELECT count(*) FROM attempts a JOIN experiments e ON e.number = a.experiment WHERE e.id = ? AND a.origin IS NULL`, []any{e.ID}, &own)
	})
	if err == nil && own > 0 { // whose own attempts would come back to it from where it was merged
		err = arena.Mistake{Err: fmt.Errorf("experiment %.12s was played in %s itself: merge it into a new file with %s", e.ID, d.path, from.path)}
	}
	if err != nil {
		return 0, err
	}
	trials, err := from.Trials(ctx, e.ID)
	if err != nil {
		return 0, err
	}
	keys := make([]arena.TrialKey, len(trials))
	for i, t := range trials {
		keys[i] = t.Key
	}
	there, err := d.Finished(ctx, keys)
	if err != nil {
		return 0, err
	}
	for _, t := range trials {
		if _, both := there[t.Key]; both && final(t.Outcome) {
			if err := d.sameEvidence(ctx, from, t); err != nil {
				return 0, err
			}
		}
	}
	scores, err := from.Scores(ctx, e.ID)
	if err != nil {
		return 0, err
	}
	if e.PaidUSD = 0; e.Given != nil && e.Given.Flags["shard"] != "" { // what goes on with a shard is nothing to go on with here
		e.Given = nil
	}
	if _, _, err := d.Begin(ctx, e); err != nil {
		return 0, err
	}
	files, err := from.Files(ctx, e.ID)
	for _, f := range files {
		err = cmp.Or(err, d.SaveFile(ctx, e.ID, f))
	}
	if err = cmp.Or(err, d.takeRows(ctx, from, e.ID)); err != nil {
		return 0, err
	}
	for _, t := range trials { // behind replies, which tell what answered
		if _, have := there[t.Key]; have {
			err = d.Link(ctx, e.ID, t.Ordinal, t.Key)
		} else {
			err = d.takeTrial(ctx, from, e.ID, t, scores[t.Key])
			taken++
		}
		if err != nil {
			return taken, err
		}
	}
	return taken, nil
}

// sameEvidence reports a trial whose evidence is another in from.
func (d *DB) sameEvidence(ctx context.Context, from *DB, t Trial) error {
	ours, err := d.Record(ctx, t.Key)
	if err != nil {
		return err
	}
	theirs, err := from.Record(ctx, t.Key)
	if err == nil && !reflect.DeepEqual(ours, theirs) {
		err = arena.Mistake{Err: fmt.Errorf("trial %s (%s on %s) was played in %s and otherwise in %s: leave one of them out", t.Key.Short(), t.Strategy, t.Scenario, d.path, from.path)}
	}
	return err
}

func (d *DB) takeTrial(ctx context.Context, from *DB, experimentID string, t Trial, s ScoreRow) error {
	rec, err := from.Record(ctx, t.Key)
	if err != nil {
		return err
	}
	return d.SaveTrial(ctx, experimentID, t.Ordinal, t, rec, s.Scorer, s.Score)
}

// takeRows takes in what belongs to no trial. An attempt is known by where it was made: the run that first began the
// experiment, its shard, and the attempt's number there.
func (d *DB) takeRows(ctx context.Context, from *DB, experimentID string) error {
	return errors.Join(
		d.take(ctx, from, `SELECT '', '', '', '', scorer, probe, type, kind, extended, turn, question, expected FROM questions`, nil, func(t *tx, _ llm.Model, row []any) {
			t.exec(`INSERT OR IGNORE INTO questions VALUES (?, ?, ?, ?, ?, ?, ?, ?)`, row...)
		}),
		d.take(ctx, from, `SELECT m.provider, m.name, m.base_url, m.options, e.key, e.vector FROM embeddings e JOIN models m ON m.id = e.model`, nil, func(t *tx, m llm.Model, row []any) {
			t.exec(`INSERT OR IGNORE INTO embeddings (model, key, vector) VALUES (?, ?, ?)`, append([]any{t.model(m)}, row...)...)
		}),
		d.take(ctx, from, `SELECT m.provider, m.name, m.base_url, m.options, x.body, r.key, r.stop, r.input, r.cached_input, r.output, r.reasoning, r.estimated, r.answered_by,
			r.latency_ns, r.extra FROM replies r JOIN models m ON m.id = r.model JOIN texts x ON x.id = r.text WHERE x.pruned IS NULL`, nil, func(t *tx, m llm.Model, row []any) {
			t.exec(`INSERT OR IGNORE INTO replies (model, text, key, stop, input, cached_input, output, reasoning, estimated, answered_by, latency_ns, extra)
				VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, append([]any{t.model(m), t.text(row[0].(string))}, row[1:]...)...)
		}),
		d.take(ctx, from, `SELECT m.provider, m.name, m.base_url, m.options, coalesce(a.origin, e.created || ' ' || coalesce(e.given ->> '$.flags.shard', '') || ' ' || a.id),
			e.id, a.key, a.try, a.reserved_usd, a.fate, a.told_input, a.told_cached, a.told_output, a.told_reasoning, a.counted_input, a.counted_output, a.paid_usd,
			a.served, a.latency_ns, a.texts
			FROM attempts a JOIN models m ON m.id = a.model JOIN experiments e ON e.number = a.experiment WHERE e.id = ? ORDER BY a.id`, []any{experimentID}, func(t *tx, m llm.Model, row []any) {
			t.exec(`INSERT INTO attempts (model, origin, experiment, key, try, reserved_usd, fate, told_input, told_cached, told_output, told_reasoning,
				counted_input, counted_output, paid_usd, served, latency_ns, texts)
				VALUES (?1, ?2, (SELECT number FROM experiments WHERE id = ?3), ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)
				ON CONFLICT (origin) DO UPDATE SET fate = excluded.fate, told_input = excluded.told_input, told_cached = excluded.told_cached,
				told_output = excluded.told_output, told_reasoning = excluded.told_reasoning, counted_input = excluded.counted_input,
				counted_output = excluded.counted_output, paid_usd = excluded.paid_usd, served = excluded.served, latency_ns = excluded.latency_ns`, append([]any{t.model(m)}, row...)...)
		}),
	)
}

// mergedRows is how many rows are one write.
const mergedRows = 1000

// take reads rows of from, whose first four columns are a model, and puts them here.
func (d *DB) take(ctx context.Context, from *DB, query string, args []any, put func(t *tx, m llm.Model, row []any)) error {
	var waiting [][]any
	flush := func() error {
		rows := waiting
		waiting = nil
		return d.write(ctx, "merge rows", func(t *tx) error {
			for _, row := range rows {
				put(t, llm.Model{Provider: row[0].(string), Name: row[1].(string), BaseURL: row[2].(string), Options: row[3].(string)}, row[4:])
			}
			return nil
		})
	}
	err := from.view(ctx, "read rows to merge", func(r *reader) error {
		return r.each(query, args, func(rows *sql.Rows) error {
			columns, err := rows.Columns()
			if err != nil {
				return err
			}
			row, to := make([]any, len(columns)), make([]any, len(columns))
			for i := range row {
				to[i] = &row[i]
			}
			if err := rows.Scan(to...); err != nil {
				return err
			}
			if waiting = append(waiting, row); len(waiting) == mergedRows {
				return flush()
			}
			return nil
		})
	})
	return cmp.Or(err, flush())
}
