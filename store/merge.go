package store

import (
	"cmp"
	"context"
	"database/sql"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/mattn/go-sqlite3"

	"contextarena.internal/arena"
)

// mergeSQL takes in what is written of another database.
//
//go:embed merge.sql
var mergeSQL string

// mergedEvidence are the tables that a trial's evidence is in, each with a view merged_… of merge.sql.
var mergedEvidence = []string{"messages", "cycles", "answers", "calls", "experiences"}

// Merge takes in what another database has of an experiment: its trials with evidence and scores, its files, what was paid, and
// all replies. Trials are the same if their keys are. It is one write: all of it, or nothing if it was killed, if another program
// played it here, or if a trial that is finished in both has other evidence there, which is a Mistake that names both. What is there
// stays as it is, and so are measurements. It returns how many trials and measurements are new. The experiment's status is the caller's to set.
func (d *DB) Merge(ctx context.Context, from *DB, e Experiment) (taken int, err error) {
	switch ours, err := d.experiment(ctx, e.ID); {
	case err == nil && ours.Program != e.Program:
		return 0, arena.Mistake{Err: fmt.Errorf("experiment %.12s was played by arena %s in %s and by %s in %s: play both with one program", e.ID, ours.Program, d.path, e.Program, from.path)}
	case err != nil && !errors.Is(err, ErrNone):
		return 0, err
	}
	files, err := from.Files(ctx, e.ID)
	if err != nil {
		return 0, err
	}
	if e.PaidUSD = 0; e.Given != nil && e.Given.Flags["shard"] != "" { // what goes on with a shard is nothing to go on with here
		e.Given = nil
	}
	// A connection of its own, since a database can't be detached in the middle of a transaction. Nobody else writes to what is merged into.
	db, conn, err := openForWriting(ctx, d.path)
	if err != nil {
		return 0, err
	}
	t := newTx(conn)
	t.exec(`PRAGMA foreign_keys = OFF`) // every reference is looked up anyway, and one that leads nowhere isn't taken in
	t.exec(`PRAGMA cache_size = -32000`)
	t.exec(`ATTACH ? AS shard`, from.dsn)
	if err = cmp.Or(t.err, t.begin()); err == nil {
		t.mergeExperiment(e, files, d, from)
		t.mergeRows(ctx)
		taken = int(t.find(`SELECT count(*) FROM (SELECT key FROM taken WHERE NOT known UNION ALL SELECT key FROM shard.measurements WHERE key NOT IN (SELECT key FROM main.measurements))`))
		t.mergeEvidence(ctx, d, from)
		t.mergeMeasurements(d, from)
		if err = t.err; err == nil {
			err = t.commit()
		}
		if err != nil {
			t.rollback()
		}
	}
	return taken, errors.Join(d.mergeFailed(ctx, from, err), conn.Close(), db.Close())
}

// mergeFailed says in which of two databases something is damaged.
func (d *DB) mergeFailed(ctx context.Context, from *DB, err error) error {
	var mistake arena.Mistake
	switch {
	case errors.As(err, &mistake) || errors.Is(err, context.Canceled):
		return err
	case damaged(err) && len(from.DamagedTrials(ctx)) > 0:
		return from.blame(ctx, "merge", err)
	}
	return d.blame(ctx, "merge "+from.path, err)
}

// mergeExperiment makes the experiment the newest.
func (t *tx) mergeExperiment(e Experiment, files []File, d, from *DB) {
	if t.find(`SELECT count(*) FROM attempts a JOIN experiments e ON e.number = a.experiment WHERE e.id = ? AND a.origin IS NULL`, e.ID) > 0 {
		// They would come back from where it was merged.
		t.err = arena.Mistake{Err: fmt.Errorf("experiment %.12s was played in %s itself: merge it into a new file with %s", e.ID, d.path, from.path)}
	}
	whole := e.Status == Complete
	e.Status = Running
	t.insertExperiment(e)
	if whole { // what a sweep has dropped since isn't part of it
		t.exec(`DELETE FROM experiment_trials WHERE experiment = (SELECT number FROM experiments WHERE id = ?)`, e.ID)
	}
	t.exec(`CREATE TEMP TABLE merging AS SELECT number AS ours, (SELECT number FROM shard.experiments WHERE id = ?1) AS theirs FROM main.experiments WHERE id = ?1`, e.ID)
	for _, f := range files {
		t.saveFile(t.find(`SELECT ours FROM merging`), f)
	}
	t.exec(`CREATE TEMP TABLE finished (outcome TEXT)`)
	for _, o := range []arena.Outcome{arena.Completed, arena.Truncated, arena.Refused} {
		t.exec(`INSERT INTO finished VALUES (?)`, o)
	}
}

// mergeRows takes in all but the evidence.
func (t *tx) mergeRows(ctx context.Context) {
	t.exec(`INSERT INTO main.texts (hash, body) SELECT hash, body FROM shard.texts WHERE pruned IS NULL
		ON CONFLICT (hash) DO UPDATE SET body = excluded.body, pruned = NULL WHERE pruned IS NOT NULL`)
	t.exec(`CREATE TEMP TABLE text_of (id INTEGER PRIMARY KEY, ours INTEGER NOT NULL)`)
	// A text with another number is damage: a list by number would take more memory than there is. By the plus it is the index that is read, not all texts.
	t.exec(`INSERT INTO text_of SELECT s.id, m.id FROM shard.texts s JOIN main.texts m USING (hash) WHERE +s.id BETWEEN 1 AND 1 << 28`)
	if t.err != nil {
		return
	}
	ours := make([]int64, 1+t.find(`SELECT coalesce(max(id), 0) FROM text_of`))
	r := reader{ctx: ctx, tx: t.conn}
	t.err = cmp.Or(t.err, r.each(`SELECT id, ours FROM text_of`, nil, func(rows *sql.Rows) error {
		var id, here int64
		err := rows.Scan(&id, &here)
		ours[id] = here
		return err
	}), t.conn.Raw(func(driver any) error {
		c := driver.(*sqlite3.SQLiteConn)
		return errors.Join(
			c.RegisterFunc("renumbered_messages", func(packed []byte) ([]byte, error) { return renumbered(packed, ours, (*renumbering).messages) }, true),
			c.RegisterFunc("renumbered_tools", func(packed []byte) ([]byte, error) { return renumbered(packed, ours, (*renumbering).tools) }, true),
			c.RegisterFunc("renumbered_context", func(system int64, packed []byte) ([]byte, error) {
				body, err := renumbered(packed, ours, (*renumbering).context)
				hash := digestOf(append(binary.AppendUvarint(nil, uint64(system)), body...))
				return append(hash[:], body...), err
			}, true),
		)
	}))
	if t.err == nil {
		_, t.err = t.conn.ExecContext(ctx, mergeSQL)
	}
}

// mergeEvidence takes in the evidence of trials that aren't finished here, unless that of another one is not what it is here.
func (t *tx) mergeEvidence(ctx context.Context, d, from *DB) {
	var key arena.TrialKey
	t.row(`SELECT k.key FROM taken k JOIN shard.trials t ON t.id = k.theirs JOIN main.trials o ON o.id = k.ours WHERE t.pruned OR o.pruned LIMIT 1`, nil, keyColumn{&key})
	if key != (arena.TrialKey{}) && t.err == nil {
		t.err = fmt.Errorf("trial %s: %w", key.Short(), ErrPruned)
	}
	const known, new = ` WHERE trial IN (SELECT ours FROM taken WHERE known)`, ` WHERE trial IN (SELECT ours FROM taken WHERE NOT known)`
	for _, table := range mergedEvidence {
		there, here := `SELECT * FROM merged_`+table+known, `SELECT * FROM main.`+table+known
		other := t.find(`SELECT trial FROM (SELECT * FROM (` + there + ` EXCEPT ` + here + `) UNION ALL SELECT * FROM (` + here + ` EXCEPT ` + there + `)) LIMIT 1`)
		if other != 0 && t.err == nil {
			var o Trial
			t.row(`SELECT `+trialColumns+` FROM trials t WHERE id = ?`, []any{other}, o.columns()...)
			t.err = cmp.Or(t.err, error(arena.Mistake{Err: fmt.Errorf("trial %s (%s on %s) was played in %s and otherwise in %s: leave one of them out", o.Key.Short(), o.Strategy, o.Scenario, d.path, from.path)}))
		}
		if t.err == nil {
			_, t.err = t.conn.ExecContext(ctx, `INSERT INTO main.`+table+` SELECT * FROM merged_`+table+new)
		}
	}
}

// mergeMeasurements takes in what searches measured, unless it is not what it is here by the same matchers and code.
func (t *tx) mergeMeasurements(d, from *DB) {
	var key arena.TrialKey
	t.row(`SELECT key FROM main.measurements m JOIN shard.measurements s USING (key, scorer, code)
		WHERE (m.outcome, m.passed, m.results, m.usage) IS NOT (s.outcome, s.passed, s.results, s.usage) LIMIT 1`, nil, keyColumn{&key})
	if key != (arena.TrialKey{}) && t.err == nil {
		t.err = arena.Mistake{Err: fmt.Errorf("trial %s was measured in %s and otherwise in %s: leave one of them out", key.Short(), d.path, from.path)}
	}
	t.exec(`INSERT OR IGNORE INTO main.measurements SELECT * FROM shard.measurements`)
}
