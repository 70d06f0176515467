package store

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"contextarena.internal/llm"
)

// Pruning is what a prune took, or would take.
type Pruning struct {
	Trials   int   `json:"trials"` // that lose texts
	Texts    int   `json:"texts"`
	Contexts int   `json:"contexts"`
	Bytes    int64 `json:"bytes"` // of both
}

// errDry undoes a prune that was only to be counted.
var errDry = errors.New("nothing is to be done")

// Prune takes the texts that only trials use which were played before a time: of conversations, memories, requests, their
// replies, and contexts. A trial is as old as the last run of the youngest experiment that it is part of; one of none
// is old. What figures are made of stays: every row, verdict and number, replies to probes and final tasks, and imported
// files; so does a reply in the cache that no old trial used. Pruning again finds nothing. With dry nothing is changed.
func (d *DB) Prune(ctx context.Context, before time.Time, dry bool) (Pruning, error) {
	var p Pruning
	err := d.write(ctx, "prune", func(t *tx) error {
		p = Pruning{}
		if err := t.prune(&p, before); err != nil {
			return err
		}
		if dry {
			return errDry
		}
		return nil
	})
	if errors.Is(err, errDry) {
		err = nil
	}
	return p, err
}

func (t *tx) prune(p *Pruning, before time.Time) error {
	t.exec(`CREATE TEMP TABLE young AS SELECT DISTINCT et.trial AS id FROM experiment_trials et JOIN experiments e ON e.number = et.experiment
		WHERE julianday(e.ran) >= julianday(?)`, formatTime(before))
	t.exec(`CREATE TEMP TABLE old AS SELECT id FROM trials WHERE pruned IS NULL AND id NOT IN (SELECT id FROM young)`)
	t.exec(`CREATE TEMP TABLE kept_contexts AS SELECT saw AS id FROM messages WHERE trial IN (SELECT id FROM young) UNION SELECT context FROM answers WHERE trial IN (SELECT id FROM young)`)
	// Whatever trials use them: answers and files are what reports are made of, and other replies may be asked for again.
	t.exec(`CREATE TEMP TABLE kept_texts (id INTEGER PRIMARY KEY)`)
	t.exec(`INSERT INTO kept_texts SELECT text FROM answers UNION SELECT text FROM files UNION SELECT value FROM scores, json_each(findings)
		UNION SELECT text FROM replies WHERE key NOT IN (SELECT key FROM calls WHERE trial IN (SELECT id FROM old) AND key IS NOT NULL)
		UNION SELECT text FROM messages WHERE trial IN (SELECT id FROM young) UNION SELECT text FROM cycles WHERE trial IN (SELECT id FROM young)
		UNION SELECT reply FROM calls WHERE trial IN (SELECT id FROM young)
		UNION SELECT system FROM contexts WHERE pruned IS NULL AND id IN (SELECT id FROM kept_contexts)`)
	t.keepPacked(`SELECT tools FROM messages WHERE trial IN (SELECT id FROM young) AND tools IS NOT NULL`, func(u *unpacker) { u.tools(&llm.Message{}) })
	t.keepPacked(`SELECT prompt FROM calls WHERE trial IN (SELECT id FROM young) AND prompt IS NOT NULL`, func(u *unpacker) { u.messages() })
	t.keepPacked(`SELECT body FROM contexts WHERE pruned IS NULL AND id IN (SELECT id FROM kept_contexts)`, func(u *unpacker) {
		u.messages()
		u.indices()
		u.indices()
	})
	const texts, contexts = `FROM texts WHERE pruned IS NULL AND id NOT IN (SELECT id FROM kept_texts)`, `FROM contexts WHERE pruned IS NULL AND id NOT IN (SELECT id FROM kept_contexts WHERE id IS NOT NULL)`
	t.row(`SELECT (SELECT count(*) FROM old), (SELECT count(*) `+texts+`), (SELECT count(*) `+contexts+`),
		(SELECT coalesce(sum(octet_length(body)), 0) `+texts+`) + (SELECT coalesce(sum(octet_length(body)), 0) `+contexts+`)`, nil, &p.Trials, &p.Texts, &p.Contexts, &p.Bytes)
	t.exec(`UPDATE trials SET pruned = 1 WHERE id IN (SELECT id FROM old)`)
	t.exec(`UPDATE calls SET prompt = NULL WHERE trial IN (SELECT id FROM old)`)
	t.exec(`UPDATE texts SET body = '', pruned = 1 WHERE id IN (SELECT id ` + texts + `)`)
	t.exec(`UPDATE contexts SET body = x'', pruned = 1 WHERE id IN (SELECT id ` + contexts + `)`)
	for _, table := range []string{"young", "old", "kept_contexts", "kept_texts"} {
		t.exec(`DROP TABLE temp.` + table)
	}
	clear(t.texts) // one that is written again has to be filled
	return t.err
}

// keepPacked keeps the texts that packed data names.
func (t *tx) keepPacked(query string, unpack func(*unpacker)) {
	if t.err != nil {
		return
	}
	var ids []int64
	r := reader{ctx: background, tx: t.conn}
	t.err = r.each(query, nil, func(rows *sql.Rows) error {
		var u unpacker
		u.text = func(id int64) (string, error) { ids = append(ids, id); return "", nil }
		if err := rows.Scan(&u.buf); err != nil {
			return err
		}
		unpack(&u)
		return u.finish()
	})
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		t.exec(`INSERT OR IGNORE INTO kept_texts VALUES (?)`, id)
	}
}
